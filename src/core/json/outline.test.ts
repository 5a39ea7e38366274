import { expect, it } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import type { ByteSource } from '../ports.ts';
import { JSON_LIMITS, JsonTooLarge } from './limits.ts';
import { readOutline } from './outline.ts';
import { JsonError, parseJson } from './read.ts';
import { Float } from './value.ts';

const MIB = 1 << 20;

function sourceOf(...parts: readonly (string | Uint8Array)[]): ByteSource {
  const rest = parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : part));
  return {
    read(into) {
      while (rest[0]?.length === 0) rest.shift();
      const part = rest[0];
      if (part === undefined) return 0;
      const count = Math.min(into.length, part.length);
      into.set(part.subarray(0, count));
      rest[0] = part.subarray(count);
      return count;
    },
  };
}

/** A source that repeats the same bytes, without keeping them in memory. */
function repeated(text: string, times: number): ByteSource {
  const bytes = encodeUtf8(text);
  const total = bytes.length * times;
  let at = 0;
  return {
    read(into) {
      const from = at % bytes.length;
      const count = Math.min(into.length, bytes.length - from, total - at);
      into.set(bytes.subarray(from, from + count));
      at += count;
      return count;
    },
  };
}

function joined(...sources: ByteSource[]): ByteSource {
  return {
    read(into) {
      for (;;) {
        const [source] = sources;
        if (source === undefined) return 0;
        const count = source.read(into);
        if (count > 0) return count;
        sources.shift();
      }
    },
  };
}

function failure(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was refused');
}

it('JsonTooLarge is handled wherever a fault of the text is', () => expect(new JsonTooLarge('')).toBeInstanceOf(JsonError));

it('readOutline() keeps top-level scalars as the reader returns them, and omits the contents of objects and arrays', () => {
  const text = '{"version":"lock.v0","members":[{"a":1}],"x":{"y":2},"n":9007199254740993,"f":1.0,"t":true,"z":null,"__proto__":"p"}';
  const outline = readOutline(sourceOf(text));
  expect(outline).toEqual({
    version: 'lock.v0',
    members: [],
    x: {},
    n: 9007199254740993n,
    f: new Float(1),
    t: true,
    z: null,
    ['__proto__']: 'p',
  });
  expect(Object.keys(outline as object)).toEqual(['version', 'members', 'x', 'n', 'f', 't', 'z', '__proto__']);
});

it('readOutline() keeps a scalar text and omits the elements of an array', () => {
  expect(readOutline(sourceOf(' "é" '))).toBe('é');
  expect(readOutline(sourceOf('[1,[2],"x"]'))).toEqual([]);
});

it('readOutline() passes on every byte, in order', () => {
  const pieces: number[] = [];
  readOutline(sourceOf('{"a": [1, ', '2]', '}\n'), (bytes) => pieces.push(...bytes));
  expect(Buffer.from(pieces).toString()).toBe('{"a": [1, 2]}\n');
});

it('readOutline() reads no further once the source has ended', () => {
  let ends = 0;
  const text = sourceOf('{}');
  const source: ByteSource = {
    read(into) {
      const count = text.read(into);
      if (count === 0) ends++;
      return count;
    },
  };
  readOutline(source);
  expect(ends).toBe(1);
});

/** Of few values: each costs time, and the length is what counts. */
const long = `[${`"${'x'.repeat(999)}",`.repeat(2100)}0]`;

it.each([
  ['at the top', `{"a":${long},"b":1,"\\u0061":2}`, 'duplicate key "a"'],
  ['further in', `{"k":{"a":${long},"b":1,"a":2}}`, 'duplicate key "a"'],
  ['in an object of an object', `[{"k":{"a":1,"b":${long}\n,"a":2}}]`, 'duplicate key "a" at line 2 column 2'],
  ['whose names are as long as the window', `{"k":{"${'x'.repeat(MIB)}":1,"${'x'.repeat(MIB)}":2}}`, 'duplicate key "xx'],
])('readOutline() finds a duplicate key of an object that does not fit the window %s', (_, text, message) => {
  const bytes = encodeUtf8(text);
  const exactly = (): unknown => parseJson(bytes, 0, bytes.length, JSON_LIMITS.own);
  expect(exactly).toThrow(message);
  expect(failure(() => readOutline(sourceOf(text)))).toBe(failure(exactly));
});

it('readOutline() accepts the same key in two objects of any length', () =>
  expect(readOutline(sourceOf(`{"k":{"a":${long},"b":{"a":${long}}},"a":1}`))).toEqual({ k: {}, a: 1 }));

it.each([128, 129])('readOutline() judges %i levels with a long value inside', (levels) => {
  const text = `${'['.repeat(levels)}"${'x'.repeat(2 * MIB)}"${']'.repeat(levels)}`;
  const read = (): unknown => readOutline(sourceOf(text));
  if (levels === 128) expect(read()).toEqual([]);
  else expect(read).toThrow('nesting deeper than 128 at line 1 column 129');
});

it('readOutline() accepts white space of any length between any two tokens', () => {
  const gap = '\n'.repeat(1.5 * MIB);
  expect(readOutline(sourceOf(...'{|"a"|:|[|1|,|{|"b"|:|2|}|]|,|"c"|:|3|}|'.split('|').flatMap((token) => [gap, token])))).toEqual({
    a: [],
    c: 3,
  });
  expect(() => readOutline(sourceOf('[1', gap, '2]'))).toThrow('expected `,` or `]` at line 1572865 column 1');
});

it('readOutline() omits a top-level string over 64 KiB', () => {
  const [longest, tooLong] = ['x'.repeat(65_534), 'x'.repeat(65_535)];
  expect(readOutline(sourceOf(`{"a":"${longest}","b":"${tooLong}","c":"${'x'.repeat(2 * MIB)}"}`))).toEqual({ a: longest, b: '', c: '' });
  expect(readOutline(sourceOf(`"${tooLong}"`))).toBe('');
});

it('readOutline() passes a token of 63 MiB and refuses one over 64 MiB', () => {
  expect(readOutline(joined(sourceOf('{"a":["'), repeated('x'.repeat(MIB), 63), sourceOf('"],"b":1}')))).toEqual({ a: [], b: 1 });
  const tooLong = joined(sourceOf('{"a":[\n"'), repeated('x'.repeat(MIB), 65), sourceOf('"]}'));
  expect(() => readOutline(tooLong)).toThrow(new JsonTooLarge('a token longer than 64 MiB'));
});

it('readOutline() refuses more fields than it can remember, and forgets those of closed objects', () => {
  // Long names: they fill the memory with fewer fields.
  const fields = (length: number): string => Array.from({ length }, (_, k) => `"${'x'.repeat(7000)}${k}":0`).join(',');
  expect(
    readOutline(
      sourceOf(
        `{"a":[${Array(5)
          .fill(`{${fields(1000)}}`)
          .join(',')}]}`,
      ),
    ),
  ).toEqual({ a: [] });
  expect(() => readOutline(sourceOf(`{${fields(5000)}}`))).toThrow(new JsonTooLarge('more fields than 64 MiB hold'));
});
