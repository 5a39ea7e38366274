/** A lockfile as it is read: the same however its bytes arrive, and the same as the exact reader and writer would have it. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import type { EntryTable } from '#lock/entry-table';
import { computedHash, readLock } from '#lock/read';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { chunkedSource, randomChunks } from './helpers/chunks.ts';
import { dice } from './helpers/dice.ts';
import { jsonText } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';
import { LOCKFILE } from './helpers/samples.ts';

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

const MEMBERS = [
  ...['"a"', '"b/c"', '"\u{e9}"', '"a\\n"', '"\\u0061"', '"../a"', '""', '7'].map((path) => ['"sha256:00"', 'null', path, '1']),
  ...[
    '0',
    '847201',
    '123456789012345',
    '1234567890123456',
    '18446744073709551615',
    '1.0',
    '1e0',
    '-0',
    'null',
    ' 1',
    '{"b":1,"a":2}',
    '[1, 2]',
  ].map((size) => ['"blake3:ff"', 'null', '"a"', size]),
  ...['{"matched":true}', '{"b":1,"a":2}', ' null', '1.50', 'true', '"x"', '"\\u0078"'].map((fingerprint) => [
    '"sha256:00"',
    fingerprint,
    '"a"',
    '1',
  ]),
  ...['"md5:00"', '"sha256"', 'null', '""', ' "sha256:00"'].map((hash) => [hash, 'null', '"a"', '1']),
];

/** Members of one shape, as a tool writes them, with now and then another value, another spelling or damage. */
function likeMembers(seed: number): Uint8Array {
  const how = dice(seed);
  const member = (): string => {
    const [hash, fingerprint, path, size] = how.roll(3) === 0 ? how.pick(MEMBERS) : ['"sha256:00"', 'null', `"f${how.roll(1000)}"`, '1'];
    if (how.roll(12) === 0)
      return how.pick(['7', '{}', `{"path":${path}}`, `{"size":${size},"path":${path},"fingerprint":${fingerprint},"bytes_hash":${hash}}`]);
    const [before, after] = how.roll(8) === 0 ? [' ', '\n'] : ['', ''];
    return `${before}{"bytes_hash":${hash},"fingerprint":${fingerprint},"path":${path},"size":${size}${before}}${after}`;
  };
  const bytes = encodeUtf8(`{"members":[${Array.from({ length: 1 + how.roll(8) }, member).join(',')}]}`);
  return how.roll(4) === 0 ? mutated(bytes, how) : bytes;
}

/** As a lockfile, damaged, or as other texts under the keys of one. */
const text = fc.oneof(
  fc.nat().map((seed) => mutated(encodeUtf8(LOCKFILE), dice(seed))),
  jsonText.map(encodeUtf8),
  fc.nat().map(likeMembers),
  fc.tuple(jsonText, jsonText, jsonText).map(([a, b, c]) => encodeUtf8(` {"members":[${a},${b}],"skipped":${c} }`)),
);

describe('readLock()', () => {
  test('gives the same for every way the bytes may arrive', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(text, fc.nat(), (bytes, seed) => {
        const wanted = whole(bytes);
        expect(outcomeOf(chunkedSource(bytes, () => 1))).toBe(wanted);
        expect(outcomeOf(randomChunks(bytes, seed))).toBe(wanted);
      }),
      runs(400),
    );
  });

  test('accepts exactly what parseJson() accepts, and hashes its canonical form', LONG_TIMEOUT, () => {
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
        const read = readLock(chunkedSource(bytes, () => 1 << 20));
        if (read.problem !== null || read.members === null) return;
        const paths = Array.from({ length: read.members.count }, (_, i) => read.members?.path(i));
        expect(paths).toEqual((value['members'] as readonly JsonObject[]).map(({ path }) => path));
      }),
      runs(1200),
    );
    expect(accepted).toBeGreaterThan(4);
  });
});

/** The self-hash in the plainest way. */
function plainHash(lock: JsonObject): string {
  const emptied = emptyObject();
  for (const [name, value] of Object.entries(lock)) emptied[name] = name === 'lock_hash' ? '' : value;
  return `sha256:${createHash('sha256').update(formatSpine(emptied)).digest('hex')}`;
}
