/** The fast copier against the exact reader and writer: the same bytes, or the same error. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { Cursor } from '#core/json/cursor';
import { JsonError, parseJson } from '#core/json/read';
import { passValue } from '#core/json/skip-or-copy';
import { skipSpace } from '#core/json/token';
import { formatSpine } from '#core/json/write';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { dice } from './helpers/dice.ts';
import { jsonText } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';
import { SAMPLES } from './helpers/samples.ts';

/** What `make` gives, or what the reader said against it. */
function outcomeOf(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return `JsonError: ${error.message}`;
  }
}

function exact(bytes: Uint8Array): string {
  return outcomeOf(() => formatSpine(parseJson(bytes)));
}

function copied(bytes: Uint8Array, out: ByteWriter): string {
  return outcomeOf(() => {
    out.length = 0;
    passAll(bytes, out);
    return decodeUtf8(out.view());
  });
}

function passAll(bytes: Uint8Array, out: ByteWriter | null): void {
  const c = new Cursor(bytes);
  passValue(c, 0, out);
  skipSpace(c);
  if (c.pos < c.end) c.fail('trailing characters');
}

const out = new ByteWriter(16);

function agree(bytes: Uint8Array): boolean {
  const wanted = exact(bytes);
  expect(copied(bytes, out)).toBe(wanted);
  const isRefused = wanted.startsWith('JsonError: ');
  const judged = outcomeOf(() => {
    passAll(bytes, null);
    return 'passed';
  });
  expect(judged).toBe(isRefused ? wanted : 'passed');
  return !isRefused;
}

describe('passValue()', () => {
  test('copies texts of every spelling as formatSpine(parseJson()) writes them', LONG_TIMEOUT, () => {
    let accepted = 0;
    fc.assert(
      fc.property(jsonText, (text) => {
        if (agree(encodeUtf8(text))) accepted++;
      }),
      runs(4000),
    );
    expect(accepted).toBeGreaterThan(150);
  });

  test('copies or refuses damaged texts as formatSpine(parseJson()) does', LONG_TIMEOUT, () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...SAMPLES), jsonText.map(encodeUtf8)), fc.nat(), (bytes, seed) => {
        if (agree(mutated(bytes, dice(seed)))) accepted++;
      }),
      runs(8000),
    );
    expect(accepted).toBeGreaterThan(49);
  });

  test.each(['[', '{"a":', '[{"b":1,"a":'])('counts levels as the reader does, in texts of %j', (level) => {
    for (let depth = 60; depth <= 130; depth++) agree(encodeUtf8(level.repeat(depth)));
    const closed = (depth: number): string => `${'{"b":0,"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(agree(encodeUtf8(closed(128)))).toBe(true);
    expect(agree(encodeUtf8(closed(129)))).toBe(false);
  });
});
