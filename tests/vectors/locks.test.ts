import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JsonError } from '#core/json/read';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { readLock } from '#lock/read';
import { judgeLockfile } from '#lock/verify';
import { chunkedSource } from '../fuzz/helpers/chunks.ts';
import { vectors } from './vector-file.ts';

const folder = new URL('locks/', import.meta.url);

function verdictOf(bytes: Uint8Array): string {
  try {
    const text = readLock(chunkedSource(bytes, () => 1 << 20));
    return judgeLockfile(text, { path: 'x' }, newHasher).lockHash.valid ? 'valid' : 'tampered';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    if (error instanceof JsonError) return 'E_BAD_LOCKFILE';
    throw error;
  }
}

test.each(vectors('locks.tsv'))('judgeLockfile() says of %s: %s (%s)', (name = '', verdict) =>
  expect(verdictOf(readFileSync(new URL(name, folder)))).toBe(verdict),
);

test('judgeLockfile() is asked about every file there is', () =>
  expect(new Set(readdirSync(folder))).toEqual(new Set(vectors('locks.tsv').map(([name]) => name))));
