import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { BundleFile } from './bundle.ts';
import { parseBundle } from './parse.ts';

const snapshot = (text: string): BundleFile => ({ file: 'snapshot.json', collection: null, bytes: encodeUtf8(text) });
const claim = (name: string, text: string): BundleFile => ({ file: `claims/${name}`, collection: 'claims', bytes: encodeUtf8(text) });
const messages = (files: readonly BundleFile[], asDoubles = false) =>
  parseBundle(files, { asDoubles }).problems.map(({ message }) => message);

it('parseBundle() names every file that is not JSON, with the position', () => {
  expect(messages([snapshot('[]'), claim('a.json', '{"a":1,\n"a":2}'), claim('b.json', '{}'), claim('c.json', '')])).toEqual([
    'decode snapshot.json object: expected an object, found an array',
    'decode claims/a.json: duplicate key "a" at line 2 column 1',
    'decode claims/c.json: EOF while parsing a value at line 1 column 1',
  ]);
});

it.each([
  ['null', 'null'],
  ['"{}"', 'a string'],
  ['1', 'a number'],
  ['1.5', 'a number'],
  ['true', 'a boolean'],
])('parseBundle() requires an object as the snapshot, not %s', (text, found) =>
  expect(messages([snapshot(text)])).toEqual([`decode snapshot.json object: expected an object, found ${found}`]),
);

it('parseBundle() ignores a byte order mark', () => {
  const { files, problems } = parseBundle([snapshot('\u{feff}{"a":1}')], { asDoubles: false });
  expect([problems, files.map(({ value }) => ({ ...(value as object) }))]).toEqual([[], [{ a: 1 }]]);
});

it('parseBundle() refuses integers that are not doubles, unless the profile rounds them', () => {
  const files = [snapshot('{}'), claim('a.json', '[9007199254740993]')];
  const message = 'decode claims/a.json: integer 9007199254740993 is beyond 2^53-1 at line 1 column 2';
  expect(messages(files)).toEqual([message]);
  expect(parseBundle(files, { asDoubles: true })).toMatchObject({ problems: [], inexact: [message.replace('decode ', '')] });
  expect(parseBundle([snapshot('{}')], { asDoubles: true }).inexact).toEqual([]);
});

it('parseBundle() refuses deep nesting before counting values, and too many values before parsing them', () => {
  expect(messages([snapshot('{}'), claim('a.json', '['.repeat(3 << 20))])).toEqual([
    'decode claims/a.json: nesting deeper than 128 at line 1 column 129',
  ]);
  const half = `[${'1,'.repeat(600_000)}1]`;
  expect(messages([snapshot('{}'), claim('a.json', half)])).toEqual([]);
  expect(messages([snapshot('{}'), claim('a.json', half), claim('b.json', half)])).toEqual([
    'decode claims/b.json: the bundle has more than 1048576 values',
  ]);
  const text = `"${'x'.repeat(40 << 20)}"`;
  expect(messages([snapshot('{}'), claim('a.json', text), claim('b.json', text)])).toEqual([
    'decode claims/b.json: the bundle has more than 67108864 bytes',
  ]);
});
