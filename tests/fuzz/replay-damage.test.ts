/**
 * Bundles whose files were damaged: whatever the bytes, there is one result and one of five exits; it is ok only where the values are the same,
 * and a bundle that is not ok is never written to but for a placeholder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError, parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs, trials } from '../helpers/trials.ts';
import { makeBundle, replay } from '../replay/bundle.ts';
import { embeddedDigest, jcs } from '../replay/reference.ts';
import { compile } from '../schemas/published-schema.ts';
import { dice } from './helpers/dice.ts';
import { mutated } from './helpers/mutation.ts';

const folder = scratchFolder('replay-damage');
const validate = compile('replay-result.v1.json');
const FILES = {
  'snapshot.json': '{"state":{"n":1,"text":"\u{e9}\\n<&>","list":[1.5,-0,null]},\r\n "expected_hash_v1":"HASH",\r\n "ref":"demo"}\r\n',
  'claims/1.json': '{"claim_id":"1","assertion":"a \\"b\\"","weight":1e-7}\n',
  'units/u.json': '\u{feff}["kg",{"m":9007199254740991}]',
} as const;
const blessed = {
  ...FILES,
  'snapshot.json': FILES['snapshot.json'].replace('HASH', embeddedDigest({ ...FILES, 'units/u.json': FILES['units/u.json'].slice(1) })),
};

/** The values of a file, however they are written; null where it is no JSON. `left` is a key that does not count. */
function valuesOf(bytes: Uint8Array, left?: string): string | null {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    return jcs(JSON.parse(formatSpine(parseJson(bytes, start))), left);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

describe('replay verify of a damaged bundle', () => {
  test('the whole one is ok', async () => {
    makeBundle(join(folder, 'b'), blessed);
    expect((await replay(folder, 'verify', '--bundle', 'b')).exit).toBe(0);
  });

  test('is ok only where the values are the same, and always one result of its schema', LONG_TIMEOUT, async () => {
    const exits = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...(Object.keys(FILES) as (keyof typeof FILES)[])), fc.nat(), async (path, seed) => {
        const bytes = mutated(Buffer.from(blessed[path]), dice(seed));
        makeBundle(join(folder, 'b'), { ...blessed, [path]: bytes });
        const { exit, result } = await replay(folder, 'verify', '--bundle', 'b', '--profile', 'embedded');
        exits.set(exit, (exits.get(exit) ?? 0) + 1);
        expect(validate(result), JSON.stringify([result, validate.errors])).toBe(true);
        expect([0, 2, 4]).toContain(exit);
        const isSame = (left?: string): boolean => valuesOf(bytes, left) === valuesOf(Buffer.from(blessed[path]), left);
        if (valuesOf(bytes) === null) expect([exit, result.got]).toEqual([4, '']);
        else if (exit === 0) expect(isSame('expected_hash_v1')).toBe(true);
        else expect(isSame()).toBe(false);
      }),
      { numRuns: trials(167, 5000) },
    );
    for (const exit of [0, 2, 4]) expect(exits.get(exit) ?? 0, `exit ${exit}`).toBeGreaterThan(0);
  });

  test('is written to only where a placeholder stands', LONG_TIMEOUT, async () => {
    const draft = Buffer.from(FILES['snapshot.json'].replace('HASH', ''));
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const bytes = Buffer.from(mutated(draft, dice(seed)));
        makeBundle(join(folder, 'b'), { ...FILES, 'snapshot.json': bytes });
        const { exit, result } = await replay(folder, 'verify', '--bundle', 'b', '--write-expected');
        expect(validate(result), JSON.stringify([result, validate.errors])).toBe(true);
        expect([2, 3, 4]).toContain(exit);
        const after = readFileSync(join(folder, 'b/snapshot.json'));
        if (!result.wrote_expected) expect(after.equals(bytes)).toBe(true);
        else expect(JSON.parse(after.toString())).toMatchObject({ expected_hash_v1: result.got });
      }),
      runs(300),
    );
  });
});
