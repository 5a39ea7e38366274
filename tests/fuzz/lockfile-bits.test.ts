/** A sealed lockfile is never valid once a bit of what it says has changed: all of them are tried, or at each place some. */
import { describe, expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { computedHash, readLock } from '#lock/read';
import { judgeLockfile } from '#lock/verify';
import { LONG_TIMEOUT, places } from '../helpers/trials.ts';
import { chunkedSource } from './helpers/chunks.ts';

/** Sealed: with the hash of its own canonical form. */
function sealed(lock: string): Uint8Array {
  const read = readLock(chunkedSource(encodeUtf8(lock), () => 1 << 20));
  return encodeUtf8(lock.replace(/"lock_hash":"[^"]*"/, `"lock_hash":"${computedHash(read, newHasher)}"`));
}

function isValid(bytes: Uint8Array): boolean {
  try {
    return judgeLockfile(readLock(chunkedSource(bytes, () => 1 << 20)), { path: 'x' }, newHasher).lockHash.valid;
  } catch (error) {
    if (error instanceof JsonError || error instanceof Refusal) return false;
    throw error;
  }
}

/** The lockfiles that differ from this one in a single bit and are still valid; of the bits of a byte those are tried. */
function validNeighbours(bytes: Uint8Array, bitsOf: (at: number) => readonly number[]): Uint8Array[] {
  const neighbours: Uint8Array[] = [];
  const changed = Uint8Array.from(bytes);
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of bitsOf(at)) {
      changed[at] = (bytes[at] as number) ^ (1 << bit);
      if (isValid(changed)) neighbours.push(changed.slice());
    }
    changed[at] = bytes[at] as number;
  }
  return neighbours;
}

const SMALL = `{"as_of":null,"created":"2026-01-15T10:30:00Z","dataset_id":"d","lock_hash":"","member_count":1,"members":[{"bytes_hash":"sha256:9f86d081","fingerprint":null,"path":"a\\n\\"\u{e9}.csv","size":847201}],"note":"x","profiles":[],"skipped":[{"path":"s","warnings":[{"code":"E","detail":{"ok":true},"message":"m","tool":"t"}]}],"skipped_count":1,"tool_versions":{"lock":"0.1.0"},"version":"lock.v0"}`;

describe('a sealed lockfile', () => {
  test('is valid', () => expect(isValid(sealed(SMALL))).toBe(true));

  test('is not valid with any single bit changed', LONG_TIMEOUT, () => {
    expect(validNeighbours(sealed(SMALL), (at) => places(8, 4, at)).map(decodeUtf8)).toEqual([]);
  });

  test('is not valid with any byte removed, doubled or moved to its neighbour, unless that changes nothing', LONG_TIMEOUT, () => {
    const bytes = sealed(SMALL);
    for (const at of places(bytes.length, 4)) {
      const [before, here, after] = [bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)];
      const swapped = [...before, ...after.subarray(0, 1), ...here, ...after.subarray(1)];
      const others = [
        [...before, ...after],
        [...before, ...here, ...here, ...after],
        ...(bytes[at] === bytes[at + 1] || at + 1 === bytes.length ? [] : [swapped]),
      ];
      for (const other of others) expect(isValid(Uint8Array.from(other)), `${at}`).toBe(false);
    }
  });

  test(
    'stays valid only where the bit changes the spelling and not the value: a letter of an escape, the e of a float',
    LONG_TIMEOUT,
    () => {
      const bytes = sealed('{"lock_hash":"","members":[],"n":1e-7,"note":"\\u001f","version":"lock.v0"}');
      const neighbours = validNeighbours(bytes, () => [0, 1, 2, 3, 4, 5, 6, 7]).map(decodeUtf8);
      expect(neighbours.map((at) => at.replace(/sha256:\w+/, ''))).toEqual([
        '{"lock_hash":"","members":[],"n":1E-7,"note":"\\u001f","version":"lock.v0"}',
        '{"lock_hash":"","members":[],"n":1e-7,"note":"\\u001F","version":"lock.v0"}',
      ]);
      for (const neighbour of neighbours) expect(formatSpine(parseJson(encodeUtf8(neighbour)))).toBe(formatSpine(parseJson(bytes)));
    },
  );
});
