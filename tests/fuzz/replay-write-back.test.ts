/**
 * `replay verify --write-expected` replaces one string and keeps all else: key order, indentation, line ends, spellings, final newline, byte for
 * byte; only a byte order mark goes. What is then in the file is what was hashed.
 */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { makeBundle, replay } from '../replay/bundle.ts';
import { embeddedDigest } from '../replay/reference.ts';
import { dice } from './helpers/dice.ts';
import { spelledString } from './helpers/json-text.ts';

const folder = scratchFolder('replay-write-back');
const snapshot = join(folder, 'b/snapshot.json');
const BOM = '\u{feff}';

/** Pieces that look like the one to be replaced, and are not. */
const DECOYS = [
  '{"expected_hash_v1":""}',
  '{"expected_hash_v1":"REPLACE_AFTER_COMPUTE","x":[{"expected_hash_v1":""}]}',
  '[{"expected_hash_v1":""}]',
  '"\\"expected_hash_v1\\":\\"\\""',
  '"expected_hash_v1"',
  '"REPLACE_AFTER_ASSEMBLE"',
  '"\\\\"',
  '"\u{1f600} \u{2028}"',
  '1.50e+3',
  '-0.0',
  '""',
  'null',
];
const DECOY_KEYS = ['Expected_hash_v1', 'expected_hash_v1 ', 'expected_hash_v', 'a', '', '\u{10000}', '"', '\\', '__proto__'];
const space = fc.constantFrom('', '', ' ', '\n', '\r\n', '\t', '\n  ', '\r\n\t\t', ' \n ');
const member = fc.tuple(fc.constantFrom(...DECOY_KEYS), fc.constantFrom(...DECOYS), fc.nat());

interface Parts {
  readonly before: string;
  readonly token: string;
  readonly after: string;
}

/** A snapshot around the token that is to be replaced. */
const parts: fc.Arbitrary<Parts> = fc
  .tuple(
    fc.uniqueArray(member, { maxLength: 4, selector: ([key]) => key }),
    fc.nat(4),
    fc.constantFrom('', 'REPLACE_AFTER_ASSEMBLE', 'REPLACE_AFTER_COMPUTE'),
    fc.array(space, { minLength: 24, maxLength: 24 }),
    fc.nat(),
  )
  .map(([members, wanted, placeholder, spaces, seed]) => {
    const how = dice(seed);
    const gap = (): string => how.pick(spaces);
    const at = Math.min(wanted, members.length);
    const key = (name: string): string => gap() + spelledString(name, how, how.roll(2) === 0) + gap();
    const written = members.map(([name, decoy]) => `${key(name)}:${gap()}${decoy}${gap()}`);
    const list = (items: readonly string[]): string => items.join(',');
    const first = at === 0 ? '' : `${list(written.slice(0, at))},`;
    const last = at === members.length ? '' : `,${list(written.slice(at))}`;
    return {
      before: `${gap()}{${first}${key('expected_hash_v1')}:${gap()}`,
      token: spelledString(placeholder, how, how.roll(2) === 0),
      after: `${gap()}${last}}${gap()}`,
    };
  });

describe('replay verify --write-expected', () => {
  test('replaces the one token and keeps every other byte, but for a byte order mark', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(parts, fc.boolean(), async ({ before, token, after }, hasMark) => {
        const text = before + token + after;
        makeBundle(join(folder, 'b'), { 'snapshot.json': (hasMark ? BOM : '') + text, 'claims/c.json': '[1]' });
        const { exit, result } = await replay(folder, 'verify', '--bundle', 'b', '--write-expected');
        expect([exit, result.write_reason], text).toEqual([2, 'placeholder']);
        expect(result.got).toBe(embeddedDigest({ 'snapshot.json': text, 'claims/c.json': '[1]' }));
        expect(readFileSync(snapshot, 'utf8')).toBe(`${before}"${result.got}"${after}`);
        expect(readdirSync(join(folder, 'b')).sort()).toEqual(['claims', 'snapshot.json']);
        const again = await replay(folder, 'verify', '--bundle', 'b');
        expect([again.exit, again.result.expected]).toEqual([0, result.got]);
      }),
      runs(300),
    );
  });

  test.each([0o644, 0o600, 0o664, 0o755])('keeps the mode %o', async (mode) => {
    makeBundle(join(folder, 'b'), { 'snapshot.json': '{"expected_hash_v1":""}' });
    chmodSync(snapshot, mode);
    expect((await replay(folder, 'verify', '--bundle', 'b', '--write-expected')).result.wrote_expected).toBe(true);
    expect(statSync(snapshot).mode & 0o7777).toBe(mode);
  });

  test('keeps a file of megabytes whole', LONG_TIMEOUT, async () => {
    const filler = JSON.stringify(Array.from({ length: 15_000 }, (_, i) => ({ i, text: `\u{e9}${i}` })));
    const [before, after] = [`{"first":${filler},\r\n"expected_hash_v1" :\t`, `\r\n,"last":${filler}}`];
    makeBundle(join(folder, 'b'), {});
    writeFileSync(snapshot, `${before}"REPLACE_AFTER_COMPUTE"${after}`);
    const { result } = await replay(folder, 'verify', '--bundle', 'b', '--write-expected');
    expect(readFileSync(snapshot, 'utf8') === `${before}"${result.got}"${after}`).toBe(true);
  });
});
