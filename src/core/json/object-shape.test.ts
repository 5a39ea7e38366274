import { expect, test } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { ObjectShape } from './object-shape.ts';

/** The shape of `{"a":…,"bc":…}` as far as the bytes go. */
function shapeOf(pieces: readonly string[]): ObjectShape {
  const shape = new ObjectShape();
  pieces.forEach((piece, index) => {
    const bytes = encodeUtf8(`<${piece}>`);
    if (index === pieces.length - 1) shape.close(bytes, 1, bytes.length - 1);
    else shape.add(bytes, 1, bytes.length - 1, index * 10);
  });
  return shape;
}

const shape = shapeOf(['{"a":', ',"bc":', '} ']);

test('ObjectShape knows its values and their fields', () => {
  expect(shape.isComplete).toBe(true);
  expect(shape.values).toBe(2);
  expect([shape.field(0), shape.field(1)]).toEqual([0, 10]);
});

test('ObjectShape pass() returns the position after equal bytes', () => {
  const bytes = encodeUtf8('{"a":1,"bc":2} ');
  expect(shape.pass(0, bytes, 0, bytes.length)).toBe(5);
  expect(shape.pass(1, bytes, 6, bytes.length)).toBe(12);
  expect(shape.pass(2, bytes, 13, bytes.length)).toBe(15);
});

test.each([
  ['another byte', '{"b":'],
  ['one byte less', '{"a"'],
  ['a space more', '{ "a":'],
  ['nothing', ''],
])('ObjectShape pass() gives -1 on %s', (_, text) => {
  const bytes = encodeUtf8(text);
  expect(shape.pass(0, bytes, 0, bytes.length)).toBe(-1);
});

test('ObjectShape pass() does not read beyond the end', () => expect(shape.pass(0, encodeUtf8('{"a":'), 0, 4)).toBe(-1));

test('ObjectShape clear() forgets', () => {
  const used = shapeOf(['{"a":', '}']);
  used.clear();
  expect([used.isComplete, used.values]).toEqual([false, 0]);
});

test('ObjectShape holds many keys and long ones', () => {
  const pieces = Array.from({ length: 500 }, (_, i) => `"${'k'.repeat(i)}":`);
  const long = shapeOf(pieces);
  expect(long.values).toBe(499);
  pieces.forEach((piece, index) => {
    const bytes = encodeUtf8(piece);
    expect(long.pass(index, bytes, 0, bytes.length)).toBe(bytes.length);
  });
  expect(long.field(498)).toBe(4980);
});
