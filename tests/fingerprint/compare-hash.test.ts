/** A comparison finds a difference exactly if the content hashes differ. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { readText } from '#codecs/prose/text';
import { readJsonLines } from '#codecs/tree/json';
import { memorySource } from '#core/bytes/source';
import type { Format, Parsed } from '#core/parsed';
import { trials } from '../helpers/trials.ts';
import { builtIn, compared } from './compared.ts';
import { tidyCsv } from './csv-fragments.ts';
import { outcomeOf } from './samples.ts';

const word = fc.constantFrom('a', 'b', ' ', '\n', '\t', '\r\n', '1');
const value = fc.jsonValue({ maxDepth: 2 });
const near = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<readonly [T, T]> =>
  fc.oneof(
    fc.tuple(one, one),
    one.map((same) => [same, same] as const),
  );

const FORMATS: readonly (readonly [Format, fc.Arbitrary<readonly [Uint8Array, Uint8Array]>, (bytes: Uint8Array) => Parsed])[] = [
  ['csv', near(tidyCsv.map((bytes) => Buffer.concat([Buffer.from('id,name\n'), bytes]))), (bytes) => readCsv(memorySource(bytes))],
  ['csv', near(tidyCsv), (bytes) => readCsv(memorySource(bytes))],
  [
    'text',
    near(fc.array(word, { maxLength: 8 }).map((words) => Buffer.from(words.join('')))),
    (bytes) => readText(memorySource(bytes), 1 << 20),
  ],
  [
    'jsonl',
    near(fc.array(value, { minLength: 1, maxLength: 4 }).map((values) => Buffer.from(values.map((one) => JSON.stringify(one)).join('\n')))),
    (bytes) => readJsonLines(memorySource(bytes)),
  ],
];

it.each(FORMATS)('compareVersions() of %s finds a difference exactly if the content hashes differ', async (format, pairs, parse) => {
  await fc.assert(
    fc.asyncProperty(pairs, async ([old, now]) => {
      const hashOf = (bytes: Uint8Array) => outcomeOf(builtIn(`${format}.v0`), parse(bytes)).contentHash;
      let hashes: readonly (string | null)[];
      try {
        hashes = [hashOf(old), hashOf(now)];
      } catch {
        return;
      }
      if (hashes.includes(null)) return;
      const { total } = await compared(
        builtIn(`${format}.v0`),
        () => parse(old),
        () => parse(now),
      );
      expect(total > 0).toBe(hashes[0] !== hashes[1]);
    }),
    { numRuns: trials(100, 3000) },
  );
});
