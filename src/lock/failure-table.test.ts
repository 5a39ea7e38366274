import { expect, it } from 'vitest';
import { decodeUtf8 } from '#core/bytes/utf8';
import type { Found } from '#core/found';
import { member, sealedLock } from '../../tests/lock/judged-lock.ts';
import type { Entries } from './entries/sorted-entries.ts';
import { FailureTable } from './failure-table.ts';
import { MemberFacts } from './member.ts';
import { judgeExtra, judgeMember, newTally } from './verify.ts';

const FOUND: readonly Found[] = [
  { kind: 'different', bytesHash: `sha256:${'0f'.repeat(32)}`, size: 3 },
  { kind: 'different', bytesHash: `blake3:${'f0'.repeat(32)}`, size: Number.MAX_SAFE_INTEGER },
  { kind: 'other size', size: 0 },
  { kind: 'other size', size: 2 ** 32 },
  { kind: 'missing' },
  { kind: 'not regular' },
];

function textOf(table: Entries): string {
  const parts: Uint8Array[] = [];
  table.emitSorted((bytes) => parts.push(bytes.slice()));
  return decodeUtf8(Buffer.concat(parts));
}

const valuesIn = (table: Entries): unknown[] => Array.from(table.order(), (index) => table.value(index));

/** The same failures by the numbers of the members, and as entries. */
function bothWays(count: number, extras: readonly string[]): readonly [Entries, Entries] {
  const names = Array.from({ length: count }, (_, index) => `m-${String(index).padStart(6, '0')}${index === 1 ? '\t"é' : ''}`);
  const { members } = sealedLock({ members: names.map((name, index) => member(name, { size: index })) });
  const facts = new MemberFacts();
  const [byNumber, byEntry] = [newTally(members), newTally()];
  for (const tally of [byNumber, byEntry]) {
    for (let index = 0; index < members.count; index += 1 + (index % 2)) {
      const found = FOUND[index % FOUND.length] as Found;
      judgeMember(tally, facts.of(members.entry(index)), found, tally === byNumber ? index : undefined);
    }
    for (const path of extras) judgeExtra(tally, path, 5);
  }
  return [byNumber.failures, byEntry.failures];
}

it.each([
  [0, []],
  [1, []],
  [12, []],
  [12, ['a', 'm-000003x', 'm-000001', 'z']],
  [12, ['z', 'a']],
  [9000, ['m-008999x', 'A']],
])('FailureTable of %i members and %j writes the bytes of the entries', (count, extras) => {
  const [byNumber, byEntry] = bothWays(count, extras);
  expect(byNumber.count).toBe(byEntry.count);
  expect(byNumber.isAscending).toBe(count === 0 ? byEntry.isAscending : extras.length === 0);
  expect(textOf(byNumber)).toBe(textOf(byEntry));
  expect(valuesIn(byNumber)).toEqual(valuesIn(byEntry));
});

it('FailureTable takes no hash that it could not give back', () => {
  const { members } = sealedLock({ members: [member('a')] });
  const failure = { reason: 'HASH_MISMATCH', actual: 'sha256:00', actual_size: 1 } as const;
  expect(() => new FailureTable(members).addMember(0, failure)).toThrow(RangeError);
  expect(() => new FailureTable(null).addMember(0, { ...failure, actual: null })).toThrow(RangeError);
});
