import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JSON_LIMITS } from '#core/json/limits';
import { parseJsonExactly } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { commonRowPath, formatPointer, type Pointer, parsePointer, valueAt } from './pointers.ts';

const json = (text: string): JsonValue => parseJsonExactly(encodeUtf8(text), JSON_LIMITS.data);
const pointer = (text: string): Pointer => parsePointer(text) as Pointer;

describe('parsePointer', () => {
  it('parsePointer reads the steps of RFC 6901, and * for every item', () => {
    expect(pointer('').steps).toEqual([]);
    expect(pointer('/').steps).toEqual(['']);
    expect(pointer('/a~1b/m~0n/ ').steps).toEqual(['a/b', 'm~n', ' ']);
    expect(pointer('/~01').steps).toEqual(['~1']);
    expect(pointer('/items/*/price').steps).toEqual(['items', null, 'price']);
    expect(pointer('/~2/a*').steps).toEqual(['*', 'a*']);
  });

  it.each(['a', 'a/b', '/~', '/~3', '/a~', '#/a', '*'])('parsePointer refuses %s', (text) => {
    expect(parsePointer(text)).toBeNull();
  });
});

describe('valueAt', () => {
  const value = json('{"":0,"a/b":1,"m~n":8,"list":["x",["y"]],"__proto__":{"toString":5},"*":7,"null":null}');

  it.each<[string, JsonValue | undefined]>([
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/~2', 7],
    ['/list/0', 'x'],
    ['/list/1/0', 'y'],
    ['/list/2', undefined],
    ['/list/-', undefined],
    ['/list/00', undefined],
    ['/list/length', undefined],
    ['/__proto__/toString', 5],
    ['/toString', undefined],
    ['/constructor', undefined],
    ['/null', null],
    ['/null/a', undefined],
    ['/list/0/0', undefined],
  ])('valueAt finds %s', (text, found) => {
    expect(valueAt(value, pointer(text).steps)).toEqual(found);
  });
});

describe('commonRowPath', () => {
  it('commonRowPath is the longest row path, if it continues every other', () => {
    expect(commonRowPath(['/o/*/id', '/o/*/l/*/sku', '/x'].map(pointer))).toEqual(['o', null, 'l', null]);
    expect(commonRowPath(['/o/*/id', '/p/*/id'].map(pointer))).toBeNull();
    expect(commonRowPath(['/o/*/a/*', '/o/*/b/*'].map(pointer))).toBeNull();
  });
});

describe('formatPointer', () => {
  it('formatPointer writes what parsePointer reads', () => {
    for (const text of ['', '/', '/a~1b/m~0n', '/~2/x', '/~01']) expect(formatPointer(pointer(text).steps)).toBe(text);
    expect(formatPointer(pointer('/o/*/l/*/sku').steps, [3, 0])).toBe('/o/3/l/0/sku');
  });
});
