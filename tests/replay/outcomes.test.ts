/**
 * The outcome table of `replay verify` (R2 to R4): every kind of declared value, with and without `--write-expected`, under every profile. Each
 * row says all of ok, exit and write.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { makeBundle, replay } from './bundle.ts';
import {
  asked,
  bundle,
  claim,
  flags,
  INVALID,
  KEPT,
  MISMATCH,
  OK,
  type Outcome,
  outcomeOf,
  type Profile,
  quoted,
  requireContract,
  UNSET,
  WRITTEN,
  withExpected,
  ZEROS,
} from './outcome.ts';
import { embeddedDigest, goBytesDigest } from './reference.ts';

const folder = scratchFolder('replay-outcomes');
const root = join(folder, 'snapshots/demo');
const EMBEDDED = embeddedDigest({ 'snapshot.json': withExpected('""'), 'claims/c1.json': claim });
const GO_BYTES = goBytesDigest({ 'snapshot.json': withExpected('""'), 'claims/c1.json': claim });

/** Which digest a profile shows: the go-bytes one under auto only where it is the declared one. */
function gotUnder(profile: Profile, declared: string): string {
  if (profile === 'auto') return declared.toUpperCase() === GO_BYTES ? GO_BYTES : EMBEDDED;
  return profile === 'embedded' ? EMBEDDED : GO_BYTES;
}

interface DeclaredRow {
  readonly name: string;
  /** The JSON token in snapshot.json; null where there is no such key. */
  readonly token: string | null;
  /** What `expected` shows. */
  readonly shown: string;
  readonly without: (profile: Profile) => Outcome;
  readonly with: (profile: Profile) => Outcome;
}

const hash = (name: string, declared: string, matching: readonly Profile[]): DeclaredRow => ({
  name,
  token: quoted(declared),
  shown: declared,
  without: (profile) => (matching.includes(profile) ? OK : MISMATCH),
  with: (profile) => KEPT(matching.includes(profile)),
});
const placeholder = (text: string): DeclaredRow => ({
  name: `the placeholder ${quoted(text)}`,
  token: quoted(text),
  shown: text,
  without: () => UNSET,
  with: () => WRITTEN,
});
const junk = (text: string): DeclaredRow => ({
  name: `the junk ${quoted(text)}`,
  token: quoted(text),
  shown: text,
  without: () => INVALID,
  with: () => KEPT(false),
});
const noValue = (name: string, token: string | null): DeclaredRow => ({
  name,
  token,
  shown: '',
  without: () => INVALID,
  with: () => INVALID,
});

const DECLARED: readonly DeclaredRow[] = [
  hash('the embedded digest', EMBEDDED, ['auto', 'embedded']),
  hash('the embedded digest in lower case', EMBEDDED.toLowerCase(), ['auto', 'embedded']),
  hash('the go-bytes digest', GO_BYTES, ['auto', 'go-bytes']),
  hash('the go-bytes digest in lower case', GO_BYTES.toLowerCase(), ['auto', 'go-bytes']),
  hash('another hash', ZEROS, []),
  hash('another hash in both cases', `aB${'0'.repeat(62)}`, []),
  placeholder(''),
  placeholder('REPLACE_AFTER_ASSEMBLE'),
  placeholder('REPLACE_AFTER_COMPUTE'),
  junk('NOPE'),
  junk('PLACEHOLDER'),
  junk('replace_after_compute'),
  junk(' REPLACE_AFTER_COMPUTE'),
  junk(' '),
  junk(`sha256:${ZEROS}`),
  junk(`${ZEROS}0`),
  junk(ZEROS.slice(1)),
  junk(`${ZEROS.slice(1)}g`),
  junk(`${ZEROS}\n`),
  noValue('no value', null),
  noValue('null', 'null'),
  noValue('a number', '0'),
  noValue('false', 'false'),
  noValue('an array', `["${ZEROS}"]`),
  noValue('an object', '{}'),
];

describe.each(DECLARED)('replay verify, declared is $name', (row) => {
  it.each(asked)('profile $profile, --write-expected $write', async ({ profile, write }) => {
    makeBundle(root, bundle(row.token));
    const before = readFileSync(join(root, 'snapshot.json'), 'utf8');
    const { exit, result, out, err } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', ...flags({ profile, write }));
    const wanted = (write ? row.with : row.without)(profile);
    expect(outcomeOf({ exit, result })).toEqual(wanted);
    requireContract(exit, result, out);
    const said = wanted.wrote ? `replay: updated snapshots/demo/snapshot.json  ${EMBEDDED}\n` : '';
    expect([result.ref, result.expected, err]).toEqual(['demo', row.shown, said]);
    expect(result.got).toBe(gotUnder(profile, row.shown));
    expect(result.profile).toBe(result.got === GO_BYTES ? 'go-bytes' : 'embedded');
    const after = readFileSync(join(root, 'snapshot.json'), 'utf8');
    expect(after).toBe(wanted.wrote ? withExpected(quoted(EMBEDDED)) : before);
    expect(readdirSync(root).sort()).toEqual(['claims', 'snapshot.json']);
  });
});

it.each(['', 'REPLACE_AFTER_ASSEMBLE', 'REPLACE_AFTER_COMPUTE'])(
  'replay verify after --write-expected is ok, and a second write is blocked: %j',
  async (text) => {
    makeBundle(root, bundle(quoted(text)));
    const line = ['verify', '--bundle', 'snapshots/demo'];
    const first = await replay(folder, ...line, '--write-expected');
    expect([first.exit, first.result.expected, first.result.got]).toEqual([2, text, EMBEDDED]);
    expect(first.result.message).toMatch(/again/);
    expect(outcomeOf(await replay(folder, ...line))).toEqual(OK);
    expect(outcomeOf(await replay(folder, ...line, '--profile', 'embedded'))).toEqual(OK);
    expect(outcomeOf(await replay(folder, ...line, '--write-expected'))).toEqual(KEPT(true));
  },
);

it('replay verify after --write-expected writes the embedded digest also under go-bytes, where it is not what was shown', async () => {
  makeBundle(root, bundle('""'));
  const { result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', '--profile', 'go-bytes', '--write-expected');
  expect([result.got, result.wrote_expected]).toEqual([GO_BYTES, true]);
  expect(JSON.parse(readFileSync(join(root, 'snapshot.json'), 'utf8'))).toMatchObject({ expected_hash_v1: EMBEDDED });
});
