/** The field reader against the exact reader, over streams of records that share shapes, nearly share them, or are damaged. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { FieldReader } from '#core/json/fields';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { type Dice, dice } from './helpers/dice.ts';
import { jsonText, spelledString } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';
import { SAMPLES } from './helpers/samples.ts';

const NAMES = ['path', 'size', 'a', 'b', '', 'version', '__proto__', '\u{e9}'];
const OTHER_KEYS = ['ab', 'a"', 'constructor', 'zz', '\u{10000}', '10', '9'];
const VALUES = [
  '1',
  '0',
  '123456789012345',
  '1234567890123456',
  '18446744073709551616',
  '-1',
  '1.0',
  '1e2',
  '""',
  '"x"',
  '"\\n"',
  '"\\u0061"',
  '"\u{e9}"',
  'true',
  'null',
  '[]',
  '{}',
  '[1, 2]',
  '{"size":7,"path":"no"}',
  '{"b":1,"a":2}',
  '" 5"',
  '"x',
  '01',
  '"\\ud800"',
];

/** A record in pieces: what stands before each value, and after the last. */
function pieces(how: Dice): string[] {
  const keys = how.shuffled([...NAMES, ...OTHER_KEYS]).slice(0, 1 + how.roll(6));
  if (how.roll(8) === 0) keys.push(keys[0] as string);
  if (how.roll(3) > 0) keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const space = (): string => (how.roll(4) === 0 ? how.pick([' ', '\t', '  ']) : '');
  const before = keys.map(
    (key, i) => `${i === 0 ? `${space()}{` : `${space()},`}${space()}${spelledString(key, how, how.roll(6) > 0)}${space()}:${space()}`,
  );
  return [...before, `${space()}}${space()}`];
}

function filled(shape: readonly string[], how: Dice): string {
  const value = (): string =>
    (how.roll(10) === 0 ? ' ' : '') + how.pick(how.roll(12) === 0 ? VALUES : VALUES.slice(0, -3)) + (how.roll(10) === 0 ? ' ' : '');
  return shape.map((piece, i) => (i === shape.length - 1 ? piece : piece + value())).join('');
}

/** A stream: a few shapes, repeated, with other values each time, now and then damaged or something else altogether. */
function stream(seed: number): Uint8Array[] {
  const how = dice(seed);
  const shapes = Array.from({ length: 1 + how.roll(3) }, () => pieces(how));
  return Array.from({ length: 12 }, () => {
    const record = encodeUtf8(how.roll(15) === 0 ? how.pick(['[]', '7', '{}', ' { } ', '', '"x"', '{}{}']) : filled(how.pick(shapes), how));
    return how.roll(10) === 0 ? mutated(record, how) : record;
  });
}

function parsed(bytes: Uint8Array): JsonValue | JsonError {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** Reads the record amid other bytes, as it lies in a block of lines, and compares every answer. */
function compare(reader: FieldReader, bytes: Uint8Array): void {
  const block = Uint8Array.from([0x7d, 0x0a, ...bytes, 0x22, 0x0a]);
  const value = parsed(bytes);
  if (value instanceof JsonError) {
    expect(() => reader.read(block, 2, block.length - 2)).toThrow(value);
    return;
  }
  reader.read(block, 2, block.length - 2);
  const fields = isJsonObject(value) ? value : {};
  const given = NAMES.map((_, field) => answers(reader, field));
  const wanted = NAMES.map((name, field) =>
    wantedAnswers(Object.hasOwn(fields, name) ? fields[name] : undefined, given[field]?.token ?? ''),
  );
  if (!isDeepStrictEqual(given, wanted)) expect({ text: decodeUtf8(bytes), given }).toEqual({ text: decodeUtf8(bytes), given: wanted });
  if (reader.isObject !== isJsonObject(value)) expect.fail(decodeUtf8(bytes));
}

function answers(reader: FieldReader, field: number) {
  const isAbsent = reader.isAbsent(field);
  const isString = reader.isString(field);
  return {
    value: reader.value(field),
    isAbsent,
    isString,
    token: isAbsent ? '' : decodeUtf8(reader.bytes.subarray(reader.start(field), reader.end(field))),
    isShortCount: !isAbsent && reader.isShortCount(field),
    integer: reader.integer(field),
    text: isString ? reader.text(field) : null,
    hasEscape: isString && reader.hasEscape(field),
  };
}

/** `token` is checked by what it says, and for having no space around it. */
function wantedAnswers(value: JsonValue | undefined, token: string): ReturnType<typeof answers> {
  const isString = typeof value === 'string';
  const isRight = value !== undefined && token === token.trim() && isDeepStrictEqual(parseJson(encodeUtf8(token)), value);
  return {
    value,
    isAbsent: value === undefined,
    isString,
    token: isRight ? token : '',
    isShortCount: /^\d{1,15}$/.test(token),
    integer: typeof value === 'number' || typeof value === 'bigint' ? value : undefined,
    text: isString ? value : null,
    hasEscape: isString && token.includes('\\'),
  };
}

describe('FieldReader', () => {
  test('answers as parseJson() does over streams of records', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const reader = new FieldReader(NAMES);
        for (const record of stream(seed)) compare(reader, record);
      }),
      runs(1500),
    );
  });

  test('answers as parseJson() does on texts of every spelling, one reader for all', LONG_TIMEOUT, () => {
    const reader = new FieldReader(NAMES);
    fc.assert(
      fc.property(jsonText, (text) => compare(reader, encodeUtf8(text))),
      runs(2000),
    );
  });

  test('answers as parseJson() does on damaged records', LONG_TIMEOUT, () => {
    const reader = new FieldReader(NAMES);
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.nat(), fc.boolean(), (bytes, seed, isDamaged) => {
        compare(reader, isDamaged ? mutated(bytes, dice(seed)) : bytes);
      }),
      runs(3000),
    );
  });
});
