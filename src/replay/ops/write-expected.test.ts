import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { makeBundle } from '../../../tests/replay/bundle.ts';
import { judgeBundle } from '../verify.ts';
import { loadBundle } from './load.ts';
import { explained } from './verify.ts';
import { writeExpected } from './write-expected.ts';

const folder = scratchFolder('replay-write');
const place = { given: 'b', path: join(folder, 'b') };
const file = join(place.path, 'snapshot.json');
const DRAFT = '\u{feff}{\r\n  "n": 1.0, "expected_hash_v1": "" }';
const rules = { profile: 'auto', writeExpected: true, sha256: sha256Hex, newHasher } as const;
const judge = () => judgeBundle(loadBundle(place), { ref: 'b', attempted: [] }, rules);

/** Calls `writeExpected`, and runs `changes[k]` before the k-th read of the bundle; the first read is under the lock. */
function write(...changes: readonly (() => void)[]) {
  let reads = 0;
  const judgeAgain = () => {
    changes[reads++]?.();
    return judge();
  };
  const { verdict, latest } = writeExpected(place, { judged: judge(), judgeAgain, sync: false });
  const { outcome, result } = verdict;
  // The result and the listed files must describe the state that was judged last.
  expect([result.got, result.trace]).toEqual([latest.result.got, latest.result.trace]);
  const { files = [] } = explained(verdict, latest, { listsFiles: true, against: null }).result;
  const isThere = ({ file: name }: { file: string }): boolean => existsSync(join(place.path, name));
  if (!result.wrote_expected) expect(files.map(({ bytes_hash }) => bytes_hash)).toEqual(files.filter(isThere).map(hashOnDisk));
  return { outcome, reason: result.write_reason, wrote: result.wrote_expected, blocked: result.write_blocked, message: result.message };
}
const hashOnDisk = ({ file: name }: { file: string }): string => `sha256:${sha256Hex(readFileSync(join(place.path, name)))}`;
const nothing = (): void => undefined;
const text = (): string => readFileSync(file, 'utf8');

beforeEach(() => makeBundle(place.path, { 'snapshot.json': DRAFT, 'claims/a.json': '1' }));

it('writeExpected() changes the value, drops a byte order mark, keeps the mode, leaves nothing else', () => {
  chmodSync(file, 0o640);
  const hash = judge().toWrite;
  expect(write()).toMatchObject({ outcome: 'REPLAY_MISMATCH', reason: 'placeholder', wrote: true, blocked: false });
  expect(text()).toBe(DRAFT.slice(1).replace('""', `"${hash}"`));
  expect([statSync(file).mode & 0o777, readdirSync(place.path).sort()]).toEqual([0o640, ['claims', 'snapshot.json']]);
});

const other = DRAFT.replace('""', `"${'0'.repeat(64)}"`);
it.each<[string, () => void, string, string]>([
  ['another hash came', () => writeFileSync(file, other), 'REPLAY_WRITE_BLOCKED', 'existing_expected_present'],
  ['the snapshot went', () => rmSync(file), 'REPLAY_INVALID', 'snapshot_not_found'],
  ['the snapshot became no JSON', () => writeFileSync(file, '{'), 'REPLAY_INVALID', 'snapshot_invalid_json'],
  ['a claim became no JSON', () => writeFileSync(join(place.path, 'claims/a.json'), '{'), 'REPLAY_INVALID', 'none'],
])('writeExpected() writes nothing if %s, before it had the lock or right before the rename', (_, change, outcome, reason) => {
  for (const changes of [[change], [nothing, change]]) {
    makeBundle(place.path, { 'snapshot.json': DRAFT, 'claims/a.json': '1' });
    expect(write(...changes)).toMatchObject({ outcome, reason, wrote: false });
    expect(readdirSync(place.path).filter((name) => name.startsWith('.'))).toEqual([]);
  }
});

it('writeExpected() writes the hash of the content it finds after taking the lock', () => {
  expect(write(() => writeFileSync(join(place.path, 'claims/a.json'), '2'))).toMatchObject({ wrote: true });
  expect(judge()).toMatchObject({ outcome: 'REPLAY_WRITE_BLOCKED', result: { ok: true } });
});

it.each<[string, () => void]>([
  ['a claim', () => writeFileSync(join(place.path, 'claims/a.json'), '2')],
  ['the form of the snapshot', () => writeFileSync(file, `${DRAFT}\n`)],
])('writeExpected() does not write a hash of outdated content: %s', (_, change) => {
  expect(write(nothing, change)).toEqual({
    outcome: 'REFUSAL',
    reason: 'io_error',
    wrote: false,
    blocked: true,
    message: 'write snapshot.json: the bundle changed during the run',
  });
  expect(text()).toContain('"expected_hash_v1": ""');
});

it('writeExpected() does not replace a link in the bundle by a file', () => {
  makeBundle(place.path, { 'real.txt': DRAFT });
  symlinkSync('real.txt', file);
  expect(write()).toMatchObject({ wrote: true });
  expect(readFileSync(join(place.path, 'real.txt'), 'utf8')).not.toContain('""');
  expect(readdirSync(place.path).sort()).toEqual(['real.txt', 'snapshot.json']);
});

it('writeExpected() reports why it could not take the lock', () => {
  symlinkSync('x', join(place.path, '.snapshot.json.custody-lock'));
  expect(write()).toMatchObject({
    outcome: 'REFUSAL',
    reason: 'io_error',
    message: expect.stringContaining('cannot lock: Too many levels'),
  });
  expect(text()).toBe(DRAFT);
});
