/** The outline readers, of any text and of short ones, against the reader of whole texts: the same verdict, the same words, the same top-level fields. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOutline } from '#core/json/outline';
import { JsonError, parseJson } from '#core/json/read';
import { readShortOutline } from '#core/json/short-outline';
import { emptyObject, isJsonObject, type JsonValue } from '#core/json/value';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { chunkedSource, randomChunks } from './helpers/chunks.ts';
import { type Dice, dice } from './helpers/dice.ts';
import { jsonText } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';
import { SAMPLES } from './helpers/samples.ts';

const MIB = 1 << 20;

function verdict(read: () => JsonValue): JsonValue | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return `JsonError: ${error.message}`;
  }
}

function outlineOf(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return emptied(value);
  const outline = emptyObject();
  for (const [key, field] of Object.entries(value)) outline[key] = emptied(field);
  return outline;
}

function emptied(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return [];
  return isJsonObject(value) ? {} : value;
}

function agree(bytes: Uint8Array, seed: number): 'accepted' | 'refused' {
  const how = dice(seed);
  const size = how.pick([1, 7, 4096, MIB]);
  const source = how.roll(2) === 0 ? randomChunks(bytes, seed) : chunkedSource(bytes, () => size);
  let arrived = 0;
  const found = verdict(() => readOutline(source, (piece) => (arrived += piece.length)));
  const expected = verdict(() => outlineOf(parseJson(bytes)));
  expect(found).toEqual(expected);
  if (bytes.length <= MIB) expect(verdict(() => readShortOutline(bytes))).toEqual(expected);
  if (typeof expected === 'string' && expected.startsWith('JsonError')) return 'refused';
  expect(arrived).toBe(bytes.length);
  return 'accepted';
}

/** The text again with its strings, white space or lists blown up, so that values, gaps and tokens lie across the ends of windows. */
function enlarged(text: string, how: Dice): Uint8Array {
  const length = how.pick([MIB - 40, MIB, 2 * MIB + 3, 3 * MIB]);
  const filler = (): string =>
    how.pick([
      ' '.repeat(length),
      '\n'.repeat(length),
      '[0], '.repeat(length / 5),
      '{"a":1,"b":[true,"\\u0041"]} , '.repeat(length / 30),
      `"${'x'.repeat(length)}",`,
    ]);
  const gaps = [...text.matchAll(/[[,]/g)].map(({ index }) => index + 1);
  const at = gaps.length === 0 ? 0 : how.pick(gaps);
  return Buffer.from(text.slice(0, at) + filler() + text.slice(at));
}

describe('readOutline()', () => {
  test('agrees with parseJson() on texts of every spelling', LONG_TIMEOUT, () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, seed) => {
        seen[agree(Buffer.from(text), seed)]++;
      }),
      runs(2000),
    );
    expect(seen.accepted).toBeGreaterThan(79);
    expect(seen.refused).toBeGreaterThan(3);
  });

  test('agrees with parseJson() on damaged texts', LONG_TIMEOUT, () => {
    const seen = { accepted: 0, refused: 0 };
    const text = fc.oneof(
      fc.constantFrom(...SAMPLES),
      jsonText.map((spelling) => Buffer.from(spelling)),
    );
    fc.assert(
      fc.property(text, fc.nat(), (bytes, seed) => {
        seen[agree(mutated(bytes, dice(seed)), seed)]++;
      }),
      runs(4000),
    );
    expect(seen.accepted).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(80);
  });

  test('agrees with parseJson() on texts longer than the window, whole and damaged', LONG_TIMEOUT, () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, seed) => {
        const how = dice(seed);
        const nested = how.pick([text, `[${text},${text}]`, `{"a":[${text},1],"b":${text}}`, `[[{"k":[[${text}]],"k2":[${text}]}]]`]);
        const long = enlarged(nested, how);
        const damage = how.roll(2) === 0 ? long : brokenAt(long, how);
        seen[agree(damage, seed)]++;
      }),
      runs(120),
    );
    expect(seen.accepted).toBeGreaterThan(1);
    expect(seen.refused).toBeGreaterThan(1);
  });
});

/** One byte replaced, or the rest cut off. */
function brokenAt(bytes: Uint8Array, how: Dice): Uint8Array {
  const at = how.pick([how.roll(bytes.length), bytes.length - 1 - how.roll(Math.min(40, bytes.length)), how.roll(40) % bytes.length]);
  if (how.roll(3) === 0) return bytes.subarray(0, at);
  const broken = Uint8Array.from(bytes);
  broken[at] = how.pick([0x22, 0x5c, 0x7b, 0x5d, 0x2c, 0x3a, 0x00, 0xff, 0x30]);
  return broken;
}
