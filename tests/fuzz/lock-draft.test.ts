/** Records into a lock: the fast way against the plain one, and what must hold of every lock. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine } from '#core/json/write';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { LockDraft, type LockFacts } from '#lock/create';
import { emitLock, lockHashOf } from '#lock/document';
import { computedHash, fieldOf, readLock } from '#lock/read';
import { judgeLockfile } from '#lock/verify';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { chunkedSource } from './helpers/chunks.ts';
import { type Dice, dice } from './helpers/dice.ts';
import { spelledString } from './helpers/json-text.ts';
import { mutated } from './helpers/mutation.ts';
import { referenceLock } from './helpers/reference-lock.ts';
import { LINES } from './helpers/samples.ts';

const FACTS: LockFacts = {
  datasetId: 'd',
  asOf: null,
  note: '\u{1f}',
  created: '2026-01-15T10:30:00Z',
  profiles: [],
  toolVersion: '0.1.0',
};

function fastLock(lines: readonly Uint8Array[]): string {
  const draft = new LockDraft({ words: 'lock --dataset-id d', input: null });
  try {
    for (const line of lines) draft.addLine(Uint8Array.from([0x7d, ...line, 0x0a]), 1, line.length + 1);
    const lock = draft.finish(FACTS);
    const parts: Uint8Array[] = [];
    emitLock(lock, lockHashOf(lock, newHasher), (bytes) => parts.push(bytes.slice()));
    return decodeUtf8(Buffer.concat(parts));
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${formatSpine(error.detail)}`;
    throw error;
  }
}

const PATHS = ['a', 'b', 'a/b', 'a"b', 'a#', 'a\\b', '\u{e9}', '\u{ffff}', '\u{10000}', 'line\nfeed', 'z'];
const ODD_PATHS = ['/a', 'a/..', 'a/../b', '..\\a', '', './a', 'C:x', 'a\\..\\b'];

/** A record as a tool might write it, most of the time. */
function record(how: Dice, path: string): string {
  const isTidy = how.roll(2) === 0;
  const text = (value: string): string => spelledString(value, how, isTidy);
  const oddly = (usual: string, ...odd: string[]): string => (how.roll(60) === 0 ? how.pick(odd) : usual);
  const isSkipped = how.roll(6) === 0;
  const fields: [string, string][] = [
    ['version', oddly(text(how.pick(['hash.v0', 'fingerprint.v0', 'vacuum.v0'])), '"hash.v9"', '7', 'null')],
    ['relative_path', oddly(text(how.roll(40) === 0 ? how.pick(ODD_PATHS) : path), 'null', '7')],
    ['path', text(`/d/${path}`)],
    [
      'size',
      oddly(
        how.pick(['0', '1', '847201', '123456789012345', '9007199254740993', '18446744073709551615']),
        '-1',
        '1.0',
        '-0',
        '"1"',
        '18446744073709551616',
      ),
    ],
    ['bytes_hash', oddly(text(how.pick(['sha256:00', 'blake3:ff', 'sha256:\u{e9}'])), 'null', '""', '" "', '7', '"md5:00"', '"sha256"')],
    [
      'tool_versions',
      oddly(how.pick(['{"vacuum":"1"}', '{"hash":"2","vacuum":"1"}', '{"vacuum":"2","hash":"3"}']), '7', '{"lock":"x"}', '{"n":1}'),
    ],
  ];
  if (isSkipped) fields.push(['_skipped', oddly('true', '"true"', '1')]);
  if (how.roll(4) === 0)
    fields.push([
      '_warnings',
      oddly(how.pick(['[]', '[{"code":"E","detail":{"b":1.0,"a":"\\u0041"},"message":"m","tool":"t"}]', '[{}]']), '{}', '[7]', 'null'),
    ]);
  if (how.roll(4) === 0)
    fields.push([
      'fingerprint',
      oddly(
        how.pick([
          'null',
          '{"fingerprint_id":"f","fingerprint_version":"1","matched":true}',
          '{"content_hash":"c","fingerprint_id":"f","fingerprint_version":"1","matched":false,"x":[]}',
        ]),
        '[]',
        '{"matched":true}',
      ),
    ]);
  if (how.roll(2) === 0) fields.push(['root', how.pick(['"/d"', '"\\/d"', '"C:\\\\d"', 'null'])]);
  if (how.roll(3) === 0) fields.push(['zz', '{"path":"no","size":9}']);
  const kept = fields.filter(() => how.roll(80) > 0);
  const ordered = how.roll(4) === 0 ? how.shuffled(kept) : kept.sort(([a], [b]) => (a < b ? -1 : 1));
  const space = (): string => (how.roll(25) === 0 ? ' ' : '');
  return `{${ordered.map(([name, value]) => `${space()}${spelledString(name, how, how.roll(20) > 0)}${space()}:${space()}${value}${space()}`).join(',')}}`;
}

function stream(seed: number): Uint8Array[] {
  const how = dice(seed);
  const paths = how.roll(5) === 0 ? PATHS.map(() => how.pick(PATHS)) : how.shuffled(PATHS);
  return paths.slice(0, how.roll(PATHS.length + 1)).map((path) => {
    const line = encodeUtf8(how.roll(12) === 0 ? how.pick(LINES) : record(how, path));
    return how.roll(40) === 0 ? mutated(line, how) : line;
  });
}

describe('LockDraft', () => {
  test('locks or refuses any stream as the plain way does', LONG_TIMEOUT, () => {
    const seen = { locked: 0, refused: 0 };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const lines = stream(seed);
        const wanted = referenceLock(lines, FACTS);
        seen[wanted.startsWith('{') ? 'locked' : 'refused']++;
        expect(fastLock(lines)).toBe(wanted);
      }),
      runs(1500),
    );
    expect(seen.locked).toBeGreaterThan(19);
    expect(seen.refused).toBeGreaterThan(19);
  });

  test('gives the same bytes for the same lines in any order', LONG_TIMEOUT, () => {
    const LINE = (path: string): string =>
      `{"bytes_hash":"sha256:00","relative_path":${JSON.stringify(path)},"size":1,"version":"hash.v0"}`;
    const paths = fc.uniqueArray(fc.constantFrom(...PATHS.filter((path) => !path.includes('\\')), 'c', 'd', 'e/f', 'e-f'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(paths, fc.nat(), (names, seed) => {
        const lines = names.map((name) => encodeUtf8(LINE(name)));
        expect(fastLock(dice(seed).shuffled(lines))).toBe(fastLock(lines));
      }),
      runs(200),
    );
  });

  test('emits what readLock() reads back to the same hash and verify finds consistent', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = fastLock(stream(seed));
        if (!text.startsWith('{')) return;
        const read = readLock(chunkedSource(encodeUtf8(text), () => 1 << 20));
        expect(fieldOf(read, 'lock_hash')).toBe(computedHash(read, newHasher));
        expect(judgeLockfile(read, { path: 'x' }, newHasher).lockHash.valid).toBe(true);
      }),
      runs(400),
    );
  });
});
