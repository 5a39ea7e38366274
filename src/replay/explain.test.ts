import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { type ComparedFile, explainDifferences } from './explain.ts';
import { differenceText } from './text.ts';

const file = (name: string, text: string): ComparedFile => ({ file: name, value: parseJson(encodeUtf8(text)), bytesHash: text });
const told = (old: readonly ComparedFile[], now: readonly ComparedFile[], coversBytes = false) =>
  explainDifferences(old, now, { coversBytes }).map(differenceText);
const differ = (old: string, now: string) =>
  told([file('claims/a.json', old)], [file('claims/a.json', now)]).map((line) => line.replace(' claims/a.json', ''));
const both = (text: string): ComparedFile[] => [file('snapshot.json', text), file('claims/a.json', text)];

it.each([
  ['{"a":1}', '{"a":2}', ['changed /a']],
  ['{"a":{"b":[1,2]}}', '{"a":{"b":[1,3,4]}}', ['changed /a/b/1', 'added /a/b/2']],
  ['{"x~/y":1}', '{}', ['removed /x~0~1y']],
  ['{"":1}', '{"":2}', ['changed /']],
  ['[]', '{}', ['changed (whole document)']],
  ['null', '0', ['changed (whole document)']],
  ['{"a":[]}', '{"a":{}}', ['changed /a']],
  ['1', '1.0', []],
  ['[0,1e2,9007199254740993]', '[-0.0,100,9007199254740993]', []],
  ['[18446744073709551615]', '[18446744073709551614]', ['changed /0']],
  ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', []],
  ['{"__proto__":1}', '{}', ['removed /__proto__']],
  ['{"toString":1}', '{}', ['removed /toString']],
  ['{"\u{ff5e}":1,"\u{10000}":1}', '{}', ['removed /\u{ff5e}', 'removed /\u{10000}']],
])('explainDifferences() %s to %s', (old, now, wanted) => expect(differ(old, now)).toEqual(wanted));

it('explainDifferences() reports added and removed files, in load order', () => {
  const names = (list: readonly string[]): ComparedFile[] => list.map((name) => file(name, '1'));
  const now = ['uncertainty/a.json', 'units/b.json', 'units/a.json', 'snapshot.json', 'claims/a.json'];
  expect(told(names(['meaning/x.json']), names(now))).toEqual([
    'added snapshot.json',
    'added units/a.json',
    'added units/b.json',
    'added claims/a.json',
    'removed meaning/x.json',
    'added uncertainty/a.json',
  ]);
});

it('explainDifferences() compares digests if there are no values: content digests before byte digests', () => {
  const by = (bytesHash: string, canonicalHash: string | null): ComparedFile[] => [{ file: 'claims/a.json', bytesHash, canonicalHash }];
  expect(told(by('1', 'x'), by('2', 'x'))).toEqual([]);
  expect(told(by('1', 'x'), by('1', 'y'))).toEqual(['changed claims/a.json']);
  expect(told(by('1', null), by('2', 'y'))).toEqual(['changed claims/a.json']);
  expect(told(by('1', null), by('1', null))).toEqual([]);
});

it('explainDifferences() reports a change of formatting only if formatting is hashed, and never for the snapshot', () => {
  expect(told(both('[1]'), both('[ 1 ]'))).toEqual([]);
  expect(told(both('[1]'), both('[ 1 ]'), true)).toEqual(['formatting claims/a.json']);
});

it.each([
  ['[0]', '[-0]', ['changed snapshot.json /0', 'changed claims/a.json /0']],
  ['[0.0]', '[-0.0]', ['changed snapshot.json /0', 'changed claims/a.json /0']],
  ['[9007199254740993]', '[9007199254740992]', ['formatting claims/a.json']],
  ['[9007199254740992]', '[9007199254740992.0]', ['formatting claims/a.json']],
  ['[1]', '[1.0]', ['formatting claims/a.json']],
])('explainDifferences() compares numbers as doubles and distinguishes -0, like the original: %s to %s', (old, now, wanted) =>
  expect(told(both(old), both(now), true)).toEqual(wanted),
);

it('explainDifferences() reports only the file if it has too many differences, and every difference of the next file', () => {
  const long = 'k'.repeat(1 << 20);
  const files = (value: number): ComparedFile[] => [
    { file: 'snapshot.json', value: { [long]: Array.from({ length: 1000 }, () => value) } },
    { file: 'claims/a.json', value: { a: value } },
  ];
  expect(told(files(1), files(2))).toEqual(['changed snapshot.json', 'changed claims/a.json /a']);
  const few = (value: number): ComparedFile[] => [{ file: 'claims/a.json', value: Array.from({ length: 200_000 }, () => value) }];
  expect(told(few(1), few(2))).toHaveLength(200_000);
});
