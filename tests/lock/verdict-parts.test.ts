/** Any lock, any damage, any number of shards: the merged verdict is that of one machine, and a damaged part is never merged. */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { keepsShard } from '#core/shard';
import { lockVerdict } from '#evidence/lock';
import { mergedVerdict } from '#evidence/ops/merged-lock';
import { emitVerdict, type Verdict } from '#evidence/verdict';
import { newHasher, sha256Text } from '#hashing/hashers';
import { openLock } from '#lock/ops/open';
import { emitShard, judgeShard } from '#lock/ops/verdict-part/judge';
import { emitMergedVerdictPart, openVerdictParts, type VerdictPartFile } from '#lock/ops/verdict-part/merge';
import { openRoot, type RootCheck, verifyLockfile } from '#lock/ops/verify';
import { formatVerdictHead, questionId, type VerdictQuestion } from '#lock/verdict-part/document';
import { emitVerdictPart } from '#lock/verdict-part/write';
import type { JudgedLock } from '#lock/verify';
import { parseGlobs } from '#stream/filter';
import { lockFolder } from '../../src/index.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { refusalOf } from '../helpers/to-refuse.ts';
import { LONG_TIMEOUT, places, runs } from '../helpers/trials.ts';
import { compile } from '../schemas/published-schema.ts';

const folder = scratchFolder('verdict-parts');
const digest = `sha256:${'0'.repeat(64)}`;

type Damage = 'none' | 'changed' | 'longer' | 'removed' | 'folder';

interface Tree {
  readonly members: readonly (readonly [path: string, damage: Damage])[];
  readonly extras: readonly string[];
  readonly closed: boolean;
  readonly only: readonly string[];
  readonly strict: boolean;
}

/** Paths of which none is a folder of another. */
const path = fc
  .tuple(fc.constantFrom('d/', 'e/', 'd/e/', ''), fc.constantFrom('a', 'b', 'c"', 'c\n', '\u{e9}', '\u{10000}', 'n\\'), fc.nat(20))
  .map(([place, name, number]) => `${place}${name}${number}.f`);
const tree: fc.Arbitrary<Tree> = fc.record({
  members: fc.uniqueArray(fc.tuple(path, fc.constantFrom<Damage[]>('none', 'none', 'changed', 'longer', 'removed', 'removed', 'folder')), {
    minLength: 1,
    maxLength: 14,
    selector: ([name]) => name,
  }),
  extras: fc.uniqueArray(path, { maxLength: 4 }),
  closed: fc.boolean(),
  only: fc.constantFrom([], ['d/**'], ['**/*1*']),
  strict: fc.boolean(),
});

let turn = 0;

/** A locked and damaged folder, with the options of the verify. */
function damaged({ members, extras, closed, only }: Tree): { readonly lock: JudgedLock; readonly root: RootCheck } {
  const place = join(folder, `tree-${turn++}`);
  const put = (name: string, text: string): void => {
    fs.mkdirSync(dirname(join(place, name)), { recursive: true });
    fs.writeFileSync(join(place, name), text);
  };
  for (const [name] of members) put(name, `of ${name}`);
  const bytes = lockFolder(place, { created: '2026-01-15T10:30:00Z' }).bytes();
  for (const [name, damage] of members) {
    if (damage === 'changed') put(name, `OF ${name}`);
    if (damage === 'longer') put(name, `of ${name} and more`);
    if (damage === 'removed' || damage === 'folder') fs.rmSync(join(place, name));
    if (damage === 'folder') fs.mkdirSync(join(place, name));
  }
  for (const name of extras) if (!members.some(([member]) => member === name)) put(name, 'extra');
  const lock = openLock('d.lock', (read) => {
    let at = 0;
    return read({
      read(into) {
        const count = Math.min(into.length, bytes.length - at);
        into.set(bytes.subarray(at, (at += count)));
        return count;
      },
    });
  });
  return { lock, root: { given: 'data', path: place, only: parseGlobs(only), closed, follow: true, confined: false, threads: 0 } };
}

function whole({ lock, root }: ReturnType<typeof damaged>, strict: boolean): Verdict {
  const opened = openRoot(root, '');
  try {
    const report = verifyLockfile({ name: 'd.lock', source: new Uint8Array(), lock, expect: null, strict, root: opened });
    // Which missing member has its bytes in another file is not known from shards.
    const moved = (message: string): boolean => message.startsWith('its bytes are in another file');
    const members = report.members && { ...report.members, hints: report.members.hints.filter(({ message }) => !moved(message)) };
    const place = { path: 'data', how: 'option' } as const;
    const judged = { given: 'd.lock', digest, root: place, several: [], selfOnly: false, members: lock.members.count, profiles: 0 };
    return lockVerdict({ ...judged, closed: root.closed }, { ...report, members });
  } finally {
    opened.pool.close();
  }
}

function partsOf({ lock, root }: ReturnType<typeof damaged>, shards: number): VerdictPartFile[] {
  return Array.from({ length: shards }, (_, index) => {
    const opened = { ...openRoot(root, ''), keeps: keepsShard({ index, count: shards }, sha256Text) };
    try {
      const part = judgeShard({
        name: 'd.lock',
        source: new Uint8Array(),
        lock,
        digest,
        root: opened,
        shard: { index, count: shards },
        created: '2026-01-15T10:30:00Z',
      });
      return fileOf(
        `part-${index}`,
        bytesOf((write) => emitShard(part, write)),
      );
    } finally {
      opened.pool.close();
    }
  });
}

function bytesOf(emit: (write: (bytes: Uint8Array) => void) => void): Buffer {
  const pieces: Uint8Array[] = [];
  emit((bytes) => pieces.push(bytes.slice()));
  return Buffer.concat(pieces);
}

function fileOf(given: string, bytes: Uint8Array): VerdictPartFile {
  const file = join(folder, given);
  fs.writeFileSync(file, bytes);
  return { given, path: file };
}

/** The bytes of the verdict, or the code of the refusal. */
function answer(judge: () => Verdict): string {
  try {
    const verdict = judge();
    return bytesOf((write) => emitVerdict(verdict, write)).toString();
  } catch (error) {
    return refusalOf(() => {
      throw error;
    }).code;
  }
}

const merged = (files: readonly VerdictPartFile[], strict = false): Verdict =>
  mergedVerdict(openVerdictParts(files), { expect: null, strict });

describe('the merge of all parts of a verdict', () => {
  it('has the bytes of the verdict of one machine, in any order of the parts and by any tree of merges', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 6 }), fc.nat(), (given, shards, dice) => {
        const judged = damaged(given);
        const expected = answer(() => whole(judged, given.strict));
        const files = partsOf(judged, shards).toSorted((_, { given: name }) => (name.length + dice) % 3);
        expect(answer(() => merged(files, given.strict))).toBe(expected);
        const some = files.splice(0, 1 + (dice % files.length));
        const one = fileOf(
          'some',
          bytesOf((write) => emitMergedVerdictPart(openVerdictParts(some), write)),
        );
        expect(answer(() => merged([...files, one], given.strict))).toBe(expected);
        expect(files.length === 0 || answer(() => merged([one])) === 'E_PARTS_MISSING').toBe(true);
      }),
      runs(300),
    );
  });

  it('names the folder in which all members lie, as one machine does', () => {
    const judged = damaged({
      members: ['a', 'b', 'c'].map((name) => [`${name}.f`, 'none']),
      extras: [],
      closed: true,
      only: [],
      strict: false,
    });
    fs.mkdirSync(join(judged.root.path, 'moved'));
    for (const name of ['a.f', 'b.f', 'c.f']) fs.renameSync(join(judged.root.path, name), join(judged.root.path, 'moved', name));
    const verdict = merged(partsOf(judged, 5));
    expect([...verdict.findings][0]?.message).toBe('0 of 3 members found: is this the folder that was locked? they lie under moved');
    expect(answer(() => verdict)).toBe(answer(() => whole(judged, false)));
  });
});

const some = damaged({
  members: [
    ['a.f', 'changed'],
    ['b.f', 'removed'],
    ['c.f', 'none'],
    ['d.f', 'folder'],
  ],
  extras: ['e.f'],
  closed: true,
  only: [],
  strict: false,
});

it('every line of a part is as the published schema says', () => {
  const isLine = compile('verdict-part.v0.json');
  const lines = partsOf(some, 2).flatMap(({ path: file }) => fs.readFileSync(file, 'utf8').trimEnd().split('\n'));
  expect(lines.length).toBe(2 + 4 + 2);
  for (const line of lines) expect(isLine(JSON.parse(line)), line).toBe(true);
});

it('a part with any byte changed, removed or added is refused', LONG_TIMEOUT, () => {
  const [first, second] = partsOf(some, 2) as [VerdictPartFile, VerdictPartFile];
  const bytes = fs.readFileSync(second.path);
  const refused = (changed: Uint8Array): string => answer(() => merged([first, fileOf('changed', changed)]));
  for (const at of places(bytes.length, 7)) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ 1;
    expect(refused(flipped), `flipped at ${at}`).toBe('E_BAD_PART');
    expect(refused(bytes.subarray(0, at)), `cut at ${at}`).toBe('E_BAD_PART');
  }
  expect(refused(Buffer.concat([bytes, encodeUtf8('\n')]))).toBe('E_BAD_PART');
  expect(refused(Buffer.concat([bytes, encodeUtf8('{}\n')]))).toBe('E_BAD_PART');
  expect(refused(Buffer.from(bytes.toString().replaceAll('\n', '\r\n')))).toBe('E_BAD_PART');
});

describe('a part that was forged with a good hash', () => {
  const question: VerdictQuestion = {
    created: '2026-01-15T10:30:00Z',
    lockfile: 'd.lock',
    digest,
    lockHash: digest,
    memberCount: 2,
    leftOut: { scope: null, skipped: 0 },
    profiles: [],
    hasFingerprints: false,
    root: { given: 'data', path: '/data' },
    options: { closed: false, confined: false, follow: true, only: [] },
    scheme: 'path-sha256.v0',
    shards: 1,
    toolVersion: '0.1.0',
  };
  const coverage = { expected: 2, verified: 2, failed: 0, skipped: 0, not_selected: 0, extra: 0 };
  const head = { question, id: questionId(question, newHasher), covers: [[0, 0]] as const, coverage, unlisted: 0, hints: 0, place: null };
  const missing = { actual: null, actual_size: null, expected: digest, expected_size: 1, path: 'b', reason: 'MISSING' };
  const forged = (changes: Partial<typeof head>, failures: readonly (typeof missing)[] = []): (() => Verdict) => {
    const bytes = bytesOf((write) => emitVerdictPart({ ...head, ...changes }, [failures, [], []], newHasher, write));
    return () => merged([fileOf('forged', bytes)]);
  };
  const failed = (count: number): typeof coverage => ({ ...coverage, verified: 2 - count, failed: count });

  it('is accepted where nothing contradicts it', () => expect(forged({})().outcome).toBe('OK'));
  it.each<[string, () => Verdict]>([
    ['verifies more than the lock has', forged({ coverage: { ...coverage, expected: 3, verified: 3 } })],
    ['leaves members out', forged({ coverage: { ...coverage, expected: 1, verified: 1 } })],
    ['has counts that do not close', forged({ coverage: { ...coverage, verified: 1 } })],
    ['has fewer failures than it counts', forged({ coverage: failed(2) }, [missing])],
    ['has more failures than it counts', forged({ coverage: failed(1) }, [missing, missing])],
    ['counts a failure as an extra file', forged({ coverage: { ...coverage, extra: 1 } }, [missing])],
    ['is not sorted', forged({ coverage: failed(2) }, [missing, { ...missing, path: 'a' }])],
    ['has a failure with an unknown reason', forged({ coverage: failed(1) }, [{ ...missing, reason: 'FINE' }])],
  ])('is refused where it %s', (_, judge) => expect(answer(judge)).toBe('E_BAD_PART'));

  it('is refused where a path belongs to another shard', () => {
    const two = { ...question, shards: 2 };
    const index = keepsShard({ index: 0, count: 2 }, sha256Text)('b') ? 1 : 0;
    const changes = {
      question: two,
      id: questionId(two, newHasher),
      covers: [[index, index]] as unknown as typeof head.covers,
      coverage: failed(1),
    };
    expect(answer(forged(changes, [missing]))).toBe('E_BAD_PART');
  });

  it('has the head that the format describes', () =>
    expect(JSON.parse(formatVerdictHead(head))).toMatchObject({ outcome: 'PARTIAL', strength: { read: 2 }, version: 'verdict-part.v0' }));
});

it('a part that is replaced between judging and reading is refused', () => {
  const [first, second] = partsOf(some, 2) as [VerdictPartFile, VerdictPartFile];
  const parts = openVerdictParts([first, second]);
  const verdict = mergedVerdict(parts, { expect: null, strict: false });
  for (const { path: file } of [first, second]) fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('MISSING', 'MISSINK'));
  expect(() => [...verdict.findings]).toRefuse('E_BAD_PART');
});

it('parts of two versions of the program are not merged', () => {
  const [first, second] = partsOf(some, 2) as [VerdictPartFile, VerdictPartFile];
  const { head } = openVerdictParts([second]);
  const question = { ...head.question, toolVersion: '0.0.9' };
  const coverage = { expected: 0, verified: 0, failed: 0, skipped: 0, not_selected: 0, extra: 0 };
  const older = { ...head, question, id: questionId(question, newHasher), coverage, hints: 0, unlisted: 0 };
  const file = fileOf(
    'older',
    bytesOf((write) => emitVerdictPart(older, [[], [], []], newHasher, write)),
  );
  expect(() => merged([first, file])).toRefuse('E_PARTS_DIFFER', { path: 'older', fields: ['tool_versions'] });
});
