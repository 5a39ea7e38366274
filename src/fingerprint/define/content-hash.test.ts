import { expect, it } from 'vitest';
import { digestOf } from '#core/digest';
import type { JsonValue } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import { contentHash } from './content-hash.ts';

const hashOf = (...parts: readonly (string | readonly number[])[]): string =>
  digestOf(
    newHasher,
    'blake3',
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))),
  );
const values = (entries: readonly (readonly [string, JsonValue])[]): ReadonlyMap<string, JsonValue> => new Map(entries);

it('contentHash() frames each name and its values, in the order of the definition', () => {
  const found = values([
    ['rate', ['4.5']],
    ['id', ['é']],
  ]);
  expect(contentHash(['id', 'gone', 'rate'], found, newHasher)).toBe(
    hashOf(
      'id',
      [0, 1, 6, 0, 0, 0, 0, 0, 0, 0],
      '["é"]',
      [0xff],
      'gone',
      [0, 2, 0xff],
      'rate',
      [0, 1, 7, 0, 0, 0, 0, 0, 0, 0],
      '["4.5"]',
      [0xff],
    ),
  );
});

it('contentHash() writes the whole length of a long value, in bytes', () => {
  const long = 'a'.repeat(0x1_02_00);
  const length = [0x04, 0x02, 0x01, 0, 0, 0, 0, 0];
  expect(contentHash(['id'], values([['id', [long]]]), newHasher)).toBe(hashOf('id', [0, 1, ...length], `["${long}"]`, [0xff]));
});

it('contentHash() is null where nothing was extracted', () => {
  expect(contentHash(['id'], values([['other', 'x']]), newHasher)).toBeNull();
});
