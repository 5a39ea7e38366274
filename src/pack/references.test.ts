import { expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { newHasher } from '#hashing/hashers';
import { foundList } from '../../tests/helpers/found-list.ts';
import { computedPackId, readManifest } from './read.ts';
import { parseReference } from './reference.ts';
import { judgeReferences, type ReferencedFile, type StoredFile } from './references.ts';
import { judgePack } from './verify.ts';

const [A, B, C] = [digestOf('a'), digestOf('b'), digestOf('c')];
const STORE = 'file:store';

function digestOf(digit: string): Digest {
  return `sha256:${digit.repeat(64)}`;
}

/** A pack whose members are references to files of 10 bytes, `b` and `d`; `c` is missing from it if that is said. */
function verdictOn(isDamaged = false) {
  const members = ['b', 'c', 'd'].map((path) => ({ path, bytes_hash: A, type: 'other' }));
  const document = { version: 'pack.v0', pack_id: '', created: 'c', tool_version: 't', member_count: 3, members };
  const parsed = (value: object) => readManifest(Buffer.from(JSON.stringify(value)), 'p');
  const manifest = parsed({ ...document, pack_id: computedPackId(parsed(document), newHasher) });
  const proven = { kind: 'proven', size: 1 } as const;
  const found = foundList([proven, isDamaged ? { kind: 'different', bytesHash: B, size: 1 } : proven, proven]);
  const references = (
    [
      ['b', B],
      ['d', C],
    ] as const
  ).map(([member, bytesHash]): ReferencedFile => {
    return { member, bytesHash, size: 10, store: STORE, isRead: false };
  });
  const facts = { members: manifest.members, found, extras: [], schemaFaults: new Map(), hasSchemas: false, inside: [], references };
  return judgePack(manifest, facts, newHasher);
}

const judged = (answers: readonly (readonly [Digest, StoredFile])[], isDamaged = false) =>
  judgeReferences(verdictOn(isDamaged), STORE, new Map(answers));
const sound = (size: number): StoredFile => ({ kind: 'sound', size });
const findings = (verdict: ReturnType<typeof judged>): readonly string[] =>
  Array.from(verdict.findings, ({ code, path, expected, actual }) => `${code} ${path} ${expected} ${actual}`);

it('judgeReferences() is OK only if every file was read', () => {
  expect(verdictOn().outcome).toBe('PARTIAL');
  expect(judged([[B, sound(10)]]).outcome).toBe('PARTIAL');
  expect(
    judged([
      [B, sound(10)],
      [C, sound(10)],
    ]),
  ).toMatchObject({ outcome: 'OK', failed: 0 });
});

it('judgeReferences() finds a file of the right digest and another size than stated', () => {
  const verdict = judged([
    [B, sound(11)],
    [C, sound(10)],
  ]);
  expect(verdict).toMatchObject({ outcome: 'INVALID', failed: 1, checks: { member_hashes: false } });
  expect(findings(verdict)).toEqual(['REFERENCE_MISMATCH b 10 bytes 11 bytes']);
});

it('judgeReferences() does not call a file read of which only the length was seen', () => {
  const isRead = (found: string) =>
    judged([
      [B, { kind: 'damaged', found }],
      [C, sound(10)],
    ]).references.files.map((file) => file.isRead);
  expect(isRead('9 bytes instead of 10')).toEqual([false, true]);
  expect(isRead(A)).toEqual([true, true]);
});

it('judgeReferences() lists findings on files between those on members, by path', () => {
  const verdict = judged(
    [
      [B, { kind: 'damaged', found: A }],
      [C, { kind: 'missing' }],
    ],
    true,
  );
  expect(findings(verdict).map((line) => line.split(' ', 2).join(' '))).toEqual([
    'REFERENCE_MISMATCH b',
    'HASH_MISMATCH c',
    'MISSING_REFERENCE d',
  ]);
  expect(verdict).toMatchObject({ outcome: 'INVALID', failed: 3 });
});

const REFERENCE = { version: 'pack-reference.v0', bytes_hash: A, size: 10, store: STORE };
it.each([
  ['expected an object', []],
  ['version is not pack-reference.v0', { ...REFERENCE, version: 'pack-reference.v1' }],
  ['bytes_hash is not sha256: and 64 lower-case hex digits', { ...REFERENCE, bytes_hash: `sha256:${'A'.repeat(64)}` }],
  ['size is not a whole number of bytes', { ...REFERENCE, size: -1 }],
  ['size is not a whole number of bytes', { ...REFERENCE, size: '10' }],
  ['store is not the URL of a store without credentials', { ...REFERENCE, store: 's3://user:secret@evidence/packs' }],
  ['unknown field note', { ...REFERENCE, note: 'n' }],
])('parseReference() says "%s"', (message, json) => expect(parseReference(json as never)).toBe(message));

it('parseReference() reads a reference', () => expect(parseReference(REFERENCE)).toEqual({ bytesHash: A, size: 10, store: STORE }));
