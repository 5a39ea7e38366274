/** The outcome table of `replay verify`, continued: what is invalid input (R1, R2, R4), with and without `--write-expected`, under every profile. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type BundleFiles, makeBundle, replay } from './bundle.ts';
import {
  asked,
  BAD_SNAPSHOT,
  claim,
  flags,
  INVALID,
  NO_SNAPSHOT,
  type Outcome,
  outcomeOf,
  quoted,
  requireContract,
  UNSET,
  withExpected,
  ZEROS,
} from './outcome.ts';
import { goBytesDigest } from './reference.ts';

const folder = scratchFolder('replay-invalid');
const root = join(folder, 'snapshots/demo');

interface FaultRow {
  readonly name: string;
  readonly files: BundleFiles;
  /** What the message names. */
  readonly says: RegExp;
  readonly with: Outcome;
}

const claims = (content: string | Uint8Array, token = quoted(ZEROS)): BundleFiles => ({
  'snapshot.json': withExpected(token),
  'claims/c1.json': content,
});
const badClaim = (name: string, content: string | Uint8Array, says: RegExp): FaultRow[] => [
  { name: `${name}, hash declared`, files: claims(content), says, with: INVALID },
  { name: `${name}, placeholder declared`, files: claims(content, '""'), says, with: INVALID },
];
const badSnapshot = (name: string, content: string | Uint8Array, says = /snapshot\.json/): FaultRow => ({
  name,
  files: { 'snapshot.json': content, 'claims/c1.json': claim },
  says,
  with: BAD_SNAPSHOT,
});
const bytes = (...parts: readonly (string | number[])[]): Uint8Array => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const at = (line: number, column: number): RegExp => new RegExp(`claims/c1\\.json.*line ${line} column ${column}`);

const FAULTS: readonly FaultRow[] = [
  { name: 'no snapshot.json', files: { 'claims/c1.json': claim }, says: /snapshot\.json/, with: NO_SNAPSHOT },
  badSnapshot('snapshot.json is empty', ''),
  badSnapshot('snapshot.json is only a byte order mark', '\u{feff}'),
  badSnapshot('snapshot.json is no JSON', '{not-json'),
  badSnapshot('snapshot.json has text behind it', `${withExpected('""')}x`),
  badSnapshot('snapshot.json is an array', '[]'),
  badSnapshot('snapshot.json is null', 'null'),
  badSnapshot('snapshot.json is a string', '"{}"'),
  badSnapshot('snapshot.json is a number', '1'),
  badSnapshot('snapshot.json has expected_hash_v1 twice', `{"expected_hash_v1":"","expected_hash_v1":"${ZEROS}"}`),
  badSnapshot('snapshot.json has expected_hash_v1 twice, once escaped', `{"expected_hash_v1":"","expected_hash_v\\u0031":"${ZEROS}"}`),
  badSnapshot('snapshot.json has another key twice', '{"expected_hash_v1":"","a":1,"a":1}'),
  badSnapshot('snapshot.json has a lone surrogate', '{"expected_hash_v1":"","a":"\\ud800"}'),
  badSnapshot('snapshot.json is not UTF-8', bytes('{"expected_hash_v1":"","a":"', [0xff], '"}')),
  badSnapshot('snapshot.json is UTF-16', Buffer.from('\u{feff}{}', 'utf16le')),
  badSnapshot('snapshot.json is nested 129 deep', `{"expected_hash_v1":"","a":${'['.repeat(128)}${']'.repeat(128)}}`),
  badSnapshot('snapshot.json has a number beyond a double', '{"expected_hash_v1":"","a":1e400}'),
  ...badClaim('a claim that is empty', '', /claims\/c1\.json/),
  ...badClaim('a claim that is no JSON', '{\n  "a": x}', at(2, 8)),
  ...badClaim('a claim with text behind it', '{}{}', at(1, 3)),
  ...badClaim('a claim with a key twice', '{"a":1,\n "a":2}', at(2, 2)),
  ...badClaim('a claim with a lone surrogate', '["\\udfff"]', /claims\/c1\.json.*line 1 column/),
  ...badClaim('a claim that is not UTF-8', bytes('["', [0xc3, 0x28], '"]'), /claims\/c1\.json.*line 1 column/),
  ...badClaim('a claim with two byte order marks', '\u{feff}\u{feff}{}', /claims\/c1\.json/),
  ...badClaim('a claim with a number beyond a double', '[1e400]', at(1, 2)),
  ...badClaim('a claim nested 129 deep', `${'['.repeat(129)}${']'.repeat(129)}`, /claims\/c1\.json.*128/),
];

describe.each(FAULTS)('replay verify, $name', ({ files, says, with: wanted }) => {
  it.each(asked)('profile $profile, --write-expected $write', async ({ profile, write }) => {
    makeBundle(root, files);
    const before = new Set(readdirSync(root, { recursive: true, encoding: 'utf8' }));
    const { exit, result, out, err } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', ...flags({ profile, write }));
    expect(outcomeOf({ exit, result })).toEqual(write ? wanted : INVALID);
    requireContract(exit, result, out);
    expect([result.ok, result.ref, result.got, err]).toEqual([false, 'demo', '', '']);
    expect(`${result.message} ${result.errors?.join(' ')}`).toMatch(says);
    expect(result.trace.some((entry) => entry.startsWith('used:'))).toBe(false);
    expect(new Set(readdirSync(root, { recursive: true, encoding: 'utf8' }))).toEqual(before);
    for (const [path, content] of Object.entries(files)) expect(readFileSync(join(root, path)).equals(Buffer.from(content))).toBe(true);
  });
});

describe('replay verify, a number that no double holds', () => {
  const integers = ['9007199254740992', '-9007199254740992', '18446744073709551616', '123456789012345678901234567890'];
  const numbers = [...integers, '12345678901234567.89', '1e-400', '9007199254740993.0', '3e-324', '0.1000000000000000055511151231257827'];
  const inSnapshot = (number: string, token = '""'): BundleFiles => ({ 'snapshot.json': `{"expected_hash_v1":${token},\n"n":${number}}` });
  const inClaim = (number: string, token = '""'): BundleFiles => ({
    'snapshot.json': withExpected(token),
    'claims/c1.json': `[\n${number}]`,
  });

  it.each(numbers.flatMap((number) => (['auto', 'embedded'] as const).map((profile) => [number, profile] as const)))(
    '%s under %s is invalid input, with file and position',
    async (number, profile) => {
      for (const [files, place, reason] of [
        [inSnapshot(number), /snapshot\.json.*line 2 column 5/, 'snapshot_invalid_json'],
        [inClaim(number), /claims\/c1\.json.*line 2 column 1/, 'none'],
      ] as const) {
        makeBundle(root, files);
        for (const write of [false, true]) {
          const { exit, result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', ...flags({ profile, write }));
          expect([exit, result.ok, result.got, result.wrote_expected]).toEqual([4, false, '', false]);
          expect(result.write_reason).toBe(write ? reason : 'none');
          expect(result.message).toMatch(place);
        }
        expect(readFileSync(join(root, 'snapshot.json'), 'utf8')).toBe(files['snapshot.json']);
      }
    },
  );

  it.each(numbers)('%s is a double under go-bytes', async (number) => {
    const declared = goBytesDigest({ 'snapshot.json': `{"n":${number}}` });
    makeBundle(root, inSnapshot(number, quoted(declared)));
    expect((await replay(folder, 'verify', '--bundle', 'snapshots/demo', '--profile', 'go-bytes')).exit).toBe(0);
    makeBundle(root, {
      ...inClaim(number, quoted(goBytesDigest({ 'snapshot.json': withExpected('""'), 'claims/c1.json': `[\n${number}]` }))),
    });
    expect((await replay(folder, 'verify', '--bundle', 'snapshots/demo', '--profile', 'go-bytes')).exit).toBe(0);
  });

  it('under go-bytes is never blessed: what is written is always embedded, and there is no such digest', async () => {
    makeBundle(root, inSnapshot('9007199254740993'));
    const { exit, result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', '--profile', 'go-bytes', '--write-expected');
    expect([exit, result.wrote_expected]).toEqual([4, false]);
    expect(readFileSync(join(root, 'snapshot.json'), 'utf8')).toBe(inSnapshot('9007199254740993')['snapshot.json']);
  });

  it.each(['9007199254740991', '-9007199254740991'])('%s is not beyond it', async (number) => {
    makeBundle(root, inSnapshot(number));
    expect(outcomeOf(await replay(folder, 'verify', '--bundle', 'snapshots/demo'))).toEqual(UNSET);
  });
});
