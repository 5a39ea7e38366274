/** The strict reader against the engine's own: what both accept is the same value, what only the engine accepts is refused for a reason. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError, parseJson } from '#core/json/read';
import { Float, isJsonObject, type JsonValue } from '#core/json/value';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { dice } from './helpers/dice.ts';
import { jsonText } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';
import { SAMPLES } from './helpers/samples.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Where this reader is stricter than the engine. */
const STRICTER = /^(duplicate key|lone surrogate|number out of range|nesting deeper than 128)/;

interface Judgement {
  readonly value?: unknown;
  readonly error?: string;
}

function byEngine(bytes: Uint8Array): Judgement {
  try {
    return { value: JSON.parse(decoder.decode(bytes)) };
  } catch (error) {
    return { error: String(error) };
  }
}

function byReader(bytes: Uint8Array): Judgement {
  try {
    return { value: loosened(parseJson(bytes)) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { error: error.message };
  }
}

/** As the engine would have it: every number a double, every object with a prototype. */
function loosened(value: JsonValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Float) return value.value;
  if (Array.isArray(value)) return value.map(loosened);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, loosened(child)]));
}

function agree(bytes: Uint8Array): 'accepted' | 'refused' | 'stricter' {
  const [strict, engine] = [byReader(bytes), byEngine(bytes)];
  if (strict.error === undefined) {
    expect(isDeepStrictEqual(strict.value, engine.value)).toBe(true);
    return 'accepted';
  }
  expect(strict.error).toMatch(/ at line \d+ column \d+$/);
  if (engine.error !== undefined) return 'refused';
  expect(strict.error).toMatch(STRICTER);
  return 'stricter';
}

describe('parseJson()', () => {
  test('agrees with JSON.parse on texts of every spelling', LONG_TIMEOUT, () => {
    const seen = { accepted: 0, refused: 0, stricter: 0 };
    fc.assert(
      fc.property(jsonText, (text) => {
        seen[agree(Buffer.from(text))]++;
      }),
      runs(3000),
    );
    expect(seen.accepted).toBeGreaterThan(99);
    expect(seen.stricter).toBeGreaterThan(3);
    expect(seen.refused).toBe(0);
  });

  test('agrees with JSON.parse on damaged texts', LONG_TIMEOUT, () => {
    const seen = { accepted: 0, refused: 0, stricter: 0 };
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom(...SAMPLES),
          jsonText.map((text) => Buffer.from(text)),
        ),
        fc.nat(),
        (bytes, seed) => {
          seen[agree(mutated(bytes, dice(seed)))]++;
        },
      ),
      runs(6000),
    );
    expect(seen.accepted).toBeGreaterThan(30);
    expect(seen.refused).toBeGreaterThan(99);
  });
});
