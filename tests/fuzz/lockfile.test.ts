/** A lockfile as it is read: the same however its bytes arrive, and never valid once a bit of what it says has changed. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError, parseJson } from '#core/json/read';
import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { decodeUtf8, encodeUtf8 } from '#core/utf8';
import { newHasher } from '#io/hashers';
import type { EntryTable } from '#lock/entry-table';
import { computedHash, readLock } from '#lock/read';
import { judgeLockfile } from '#lock/verify';
import { chunkedSource, randomChunks } from './chunks.ts';
import { dice } from './dice.ts';
import { PATIENCE, runs } from './effort.ts';
import { jsonText } from './json-text.ts';
import { mutated } from './mutation.ts';
import { LOCKFILE } from './samples.ts';

/** All that reading gives, as text, or what was said against it. */
function outcomeOf(source: ByteSource): string {
  const seen: Uint8Array[] = [];
  try {
    const text = readLock(source, (bytes) => seen.push(bytes.slice()));
    const entries = (table: EntryTable | null): unknown =>
      table && Array.from({ length: table.count }, (_, i) => decodeUtf8(table.entry(i)));
    const fields = [...text.fields].map(([name, bytes]) => [name, decodeUtf8(bytes)]);
    const hash = computedHash(text, newHasher);
    return JSON.stringify([
      fields,
      entries(text.members),
      entries(text.skipped),
      text.problem,
      text.isObject,
      hash,
      Buffer.concat(seen).toString('hex'),
    ]);
  } catch (error) {
    if (error instanceof JsonError) return `JsonError: ${error.message}`;
    throw error;
  }
}

const whole = (bytes: Uint8Array): string => outcomeOf(chunkedSource(bytes, () => 1 << 20));

/** As a lockfile, damaged, or as other texts under the keys of one. */
const text = fc.oneof(
  fc.nat().map((seed) => mutated(encodeUtf8(LOCKFILE), dice(seed))),
  jsonText.map(encodeUtf8),
  fc.tuple(jsonText, jsonText, jsonText).map(([a, b, c]) => encodeUtf8(` {"members":[${a},${b}],"skipped":${c} }`)),
);

describe('readLock()', () => {
  test('gives the same for every way the bytes may arrive', PATIENCE, () => {
    fc.assert(
      fc.property(text, fc.nat(), (bytes, seed) => {
        const wanted = whole(bytes);
        expect(outcomeOf(chunkedSource(bytes, () => 1))).toBe(wanted);
        expect(outcomeOf(randomChunks(bytes, seed))).toBe(wanted);
      }),
      runs(250),
    );
  });

  test('accepts exactly what parseJson() accepts, and hashes its canonical form', PATIENCE, () => {
    let accepted = 0;
    fc.assert(
      fc.property(text, (bytes) => {
        const outcome = whole(bytes);
        let value: JsonValue;
        try {
          value = parseJson(bytes);
        } catch {
          expect(outcome).toMatch(/^JsonError: /);
          return;
        }
        expect(outcome).not.toMatch(/^JsonError: /);
        if (!isJsonObject(value)) return;
        accepted++;
        expect((JSON.parse(outcome) as unknown[])[5]).toBe(plainHash(value));
      }),
      runs(500),
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

/** The self-hash in the plainest way. */
function plainHash(lock: JsonObject): string {
  const emptied = emptyObject();
  for (const [name, value] of Object.entries(lock)) emptied[name] = name === 'lock_hash' ? '' : value;
  return `sha256:${createHash('sha256').update(formatSpine(emptied)).digest('hex')}`;
}

/** Sealed: with the hash of its own canonical form. */
function sealed(lock: string): Uint8Array {
  const read = readLock(chunkedSource(encodeUtf8(lock), () => 1 << 20));
  return encodeUtf8(lock.replace(/"lock_hash":"[^"]*"/, `"lock_hash":"${computedHash(read, newHasher)}"`));
}

function isValid(bytes: Uint8Array): boolean {
  try {
    return judgeLockfile(readLock(chunkedSource(bytes, () => 1 << 20)), { path: 'x', root: null, datasetId: null }, newHasher).lockHash
      .valid;
  } catch (error) {
    if (error instanceof JsonError || error instanceof Refusal) return false;
    throw error;
  }
}

/** The lockfiles that differ from this one in a single bit and are still valid. */
function validNeighbours(bytes: Uint8Array): Uint8Array[] {
  const neighbours: Uint8Array[] = [];
  const changed = Uint8Array.from(bytes);
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
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

  test('is not valid with any single bit changed', PATIENCE, () => {
    expect(validNeighbours(sealed(SMALL)).map(decodeUtf8)).toEqual([]);
  });

  test('is not valid with any byte removed, doubled or moved to its neighbour, unless that changes nothing', PATIENCE, () => {
    const bytes = sealed(SMALL);
    for (let at = 0; at < bytes.length; at++) {
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

  test('stays valid only where the bit changes the spelling and not the value: a letter of an escape, the e of a float', PATIENCE, () => {
    const bytes = sealed('{"lock_hash":"","members":[],"n":1e-7,"note":"\\u001f","version":"lock.v0"}');
    const neighbours = validNeighbours(bytes).map(decodeUtf8);
    expect(neighbours.map((at) => at.replace(/sha256:\w+/, ''))).toEqual([
      '{"lock_hash":"","members":[],"n":1E-7,"note":"\\u001f","version":"lock.v0"}',
      '{"lock_hash":"","members":[],"n":1e-7,"note":"\\u001F","version":"lock.v0"}',
    ]);
    for (const neighbour of neighbours) expect(formatSpine(parseJson(encodeUtf8(neighbour)))).toBe(formatSpine(parseJson(bytes)));
  });
});
