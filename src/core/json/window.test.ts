import { expect, test } from 'vitest';
import { chunkedSource } from '../../../tests/fuzz/helpers/chunks.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { JsonError, passComma, readValue } from './read.ts';
import type { JsonValue } from './value.ts';
import { JsonWindow } from './window.ts';

/** The elements of a top-level array, one call of `whole` for each. */
function elements(window: JsonWindow): JsonValue[] {
  const values: JsonValue[] = [];
  expect(window.peek()).toBe(0x5b);
  window.cursor.pos++;
  do values.push(window.whole((c) => readValue(c, 1)));
  while (!window.whole((c) => passComma(c, 0x5d, 'an array')));
  return values;
}

const text = '[ {"a":"\\ud83d\\ude00\u{1f600}"},\n-12.50e+1, false,[],"\u{e9}\\n" ,\n 7]';

test.each([1, 2, 3, 5, 7, 1000])('JsonWindow returns the same values from reads of %i bytes', (size) => {
  const window = new JsonWindow(chunkedSource(encodeUtf8(text), () => size));
  expect(formatted(elements(window))).toBe(formatted(elements(new JsonWindow(chunkedSource(encodeUtf8(text), () => 1 << 20)))));
  expect(window.peek()).toBe(-1);
});

test('JsonWindow passes on every byte once, in order', () => {
  const seen: number[] = [];
  const window = new JsonWindow(
    chunkedSource(encodeUtf8(text), () => 4),
    (bytes) => seen.push(...bytes),
  );
  elements(window);
  expect(window.peek()).toBe(-1);
  expect(Uint8Array.from(seen)).toEqual(encodeUtf8(text));
});

test('JsonWindow moves on from its first window, and reads a value across its end', () => {
  const first = 1 << 14;
  for (let before = first - 12; before <= first + 2; before++) {
    const bytes = encodeUtf8(`["${'x'.repeat(before - 4)}","across é",1]`);
    expect(elements(new JsonWindow(chunkedSource(bytes, () => 1 << 21)))).toEqual(['x'.repeat(before - 4), 'across é', 1]);
  }
});

test.each([1, 2, 3, 1000])('JsonWindow counts lines and columns that left the window, from reads of %i bytes', (size) => {
  const window = new JsonWindow(chunkedSource(encodeUtf8('[1,\n 2,\n\n  3,x]'), () => size));
  expect(() => elements(window)).toThrow(new JsonError('expected value at line 4 column 5'));
});

test('JsonWindow grows for a value larger than itself and moves on afterwards', () => {
  const long = 'x'.repeat(3 << 20);
  const bytes = encodeUtf8(`["${long}",${'1,'.repeat(1 << 18)}"${long}\u{e9}"]`);
  const values = elements(new JsonWindow(chunkedSource(bytes, () => 1 << 16)));
  expect(values).toHaveLength(2 + (1 << 18));
  expect(values[0]).toBe(long);
  expect(values.at(-1)).toBe(`${long}\u{e9}`);
});

test('JsonWindow peek() of nothing is -1', () => expect(new JsonWindow(chunkedSource(new Uint8Array(0), () => 1)).peek()).toBe(-1));

test('JsonWindow fails at the end like a text in memory', () => {
  const window = new JsonWindow(chunkedSource(encodeUtf8('["a'), () => 1));
  expect(() => elements(window)).toThrow(new JsonError('EOF while parsing a string at line 1 column 4'));
});

test('JsonWindow passes on errors of its source', () => {
  const window = new JsonWindow({
    read() {
      throw new Error('disk on fire');
    },
  });
  expect(() => window.peek()).toThrow('disk on fire');
});

function formatted(values: readonly JsonValue[]): string {
  return JSON.stringify(values);
}
