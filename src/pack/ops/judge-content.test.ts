import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { memorySource, observedSource } from '#core/bytes/source';
import { formatSpine } from '#core/json/write';
import type { ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { sealLock } from '../../../tests/lock/seal-lock.ts';
import { computedPackId, readManifest } from '../read.ts';
import { type Content, judgeContent, judgeOwnManifest } from './judge-content.ts';

const MIB = 1 << 20;

function judge(version: string, source: string | ByteSource, deep = true): Content {
  const bytes = typeof source === 'string' ? memorySource(Buffer.from(source)) : source;
  return judgeContent({ path: 'm.json', version, deep, beside: () => [] }, bytes);
}

const tooMuch = (error: string) => ['E_IO', { path: 'm.json', error }, `Cannot judge member: m.json: ${error}`] as const;

/** `head`, then `piece` again and again, then `tail`: too long for a test to keep in memory. */
function repeated(head: string, { piece, times }: { piece: string; times: number }, tail: string): ByteSource {
  const parts = [head, ...Array<string>(times).fill(piece), tail].map((part) => Buffer.from(part));
  let [part, at] = [0, 0];
  return {
    read(into) {
      while (part < parts.length && at === (parts[part] as Buffer).length) [part, at] = [part + 1, 0];
      const bytes = parts[part]?.subarray(at, at + into.length) ?? Buffer.alloc(0);
      into.set(bytes);
      at += bytes.length;
      return bytes.length;
    },
  };
}

function member(index: number, extra: object = {}): object {
  return { bytes_hash: 'sha256:00', fingerprint: null, path: String(index).padStart(8, '0'), size: 1, ...extra };
}

function lockOf(members: readonly object[], fields: object = {}): string {
  return sealLock(unsealedLock(members, fields));
}

function unsealedLock(members: readonly object[], fields: object = {}): string {
  const empty = { as_of: null, created: '2026-01-15T10:30:00Z', dataset_id: null, note: null, profiles: [], skipped: [], skipped_count: 0 };
  const whole = { ...empty, tool_versions: { lock: '0.1.0' }, member_count: members.length, members, version: 'lock.v0', ...fields };
  return JSON.stringify(whole);
}

describe('judgeContent()', () => {
  test('hashes and measures the whole member, also after a fault', () => {
    const text = `{"version":"rvl.v0"} x${' '.repeat(300_000)}`;
    for (const deep of [false, true]) {
      const { bytesHash, size, schemaFault } = judge('rvl.v0', text, deep);
      expect([bytesHash, size]).toEqual([`sha256:${createHash('sha256').update(text).digest('hex')}`, text.length]);
      expect(schemaFault).toBe('trailing characters at line 1 column 22');
    }
  });

  test('cannot judge a member beyond the limits of an outline, and reports no fault', () => {
    const fields = repeated('{"version":"rvl.v0"', { piece: '', times: 0 }, many(5000, (k) => `,"${'x'.repeat(7000)}${k}":0`) + '}');
    expect(() => judge('rvl.v0', fields, false)).toRefuse(...tooMuch('more fields than 64 MiB hold'));
    const token = repeated('{"version":"rvl.v0","a":["', { piece: 'x'.repeat(MIB), times: 65 }, '"]}');
    expect(() => judge('rvl.v0', token, false)).toRefuse(...tooMuch('a token longer than 64 MiB'));
  });

  test('cannot judge with --deep a document that is too large for memory, by length or by number of values', () => {
    const long = repeated('{"version":"rvl.v0","outcome":"', { piece: 'x'.repeat(MIB), times: 64 }, '"}');
    expect(() => judge('rvl.v0', long)).toRefuse(...tooMuch('more than 67108864 bytes'));
    const dense = observedSource(repeated('{"version":"rvl.v0","a":[0', { piece: ',[]'.repeat(1000), times: 1000 }, ']}'), () => {});
    expect(() => judge('rvl.v0', dense)).toRefuse(...tooMuch('more than 1048576 values'));
    expect(judge('rvl.v0', `{"version":"rvl.v0","outcome":"${',['.repeat(MIB)}"}`).schemaFault).not.toBeNull();
  });

  test('reports a fault for a nested manifest that the schema accepts and the reader refuses', () => {
    const manifest = {
      version: 'pack.v0',
      pack_id: `sha256:${'0'.repeat(64)}`,
      created: '2026-01-15T10:30:00Z',
      tool_version: '1',
      members: [],
    };
    const text = JSON.stringify({ ...manifest, member_count: 0 }).replace('"member_count":0', '"member_count":0.0');
    expect(judge('pack.v0', text)).toMatchObject({ schemaFault: 'Invalid manifest.json: member_count is not a count', inside: [] });
  });
});

describe('judgeContent() of a lockfile, deeply', () => {
  test('finds the same fault in the last of many members as in the first', () => {
    const members = Array.from({ length: 1200 }, (_, i) => member(i));
    expect(judge('lock.v0', lockOf(members))).toMatchObject({ schemaFault: null, inside: [] });
    for (const index of [0, 1023, 1024, 1199]) {
      const changed = members.map((each, i) => (i === index ? member(i, { extra: 1 }) : each));
      expect(judge('lock.v0', lockOf(changed)).schemaFault).toBe(`/members/${index} must not have extra`);
    }
    const skipped = Array.from({ length: 70 }, (_, i) => ({ path: `${i}`, warnings: i === 69 ? [{ code: 'X' }] : [] }));
    const { schemaFault } = judge('lock.v0', lockOf(members, { skipped, skipped_count: 70 }));
    expect(schemaFault).toMatch(/^\/skipped\/69\/warnings\/0 must have /);
    expect(judge('lock.v0', lockOf(members, { note: 7 })).schemaFault).toBe('/note must be string or null');
  });

  test('applies the full schema to one of more than 64 MiB too', () => {
    const warnings = [{ code: 'X', detail: { text: 'x'.repeat(MIB) }, message: 'm', tool: 'hash' }];
    const skipped = Array.from({ length: 66 }, (_, i) => ({ path: `${i + 10}`, warnings }));
    const fields = { skipped: [...skipped, { path: '99', warnings, extra: 1 }], skipped_count: 67, lock_hash: `sha256:${'0'.repeat(64)}` };
    const lock = unsealedLock([member(1)], fields);
    expect(lock.length).toBeGreaterThan(64 * MIB);
    // The hash is wrong: to seal it would take longer than to judge it.
    expect(judge('lock.v0', lock)).toMatchObject({ schemaFault: '/skipped/66 must not have extra', inside: [{ path: 'm.json' }] });
  });

  test('says where a document is not JSON, and throws errors of the source', () => {
    expect(judge('lock.v0', '{"version":"lock.v0",}').schemaFault).toBe('expected a key at line 1 column 22');
    const failing: ByteSource = {
      read: () => {
        throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
      },
    };
    expect(() => judge('lock.v0', failing)).toThrow('EIO');
  });

  test('cannot judge a lockfile with a value that is too large for memory', () => {
    const value = repeated('{"version":"lock.v0","lock_hash":"","members":[],"x":[0', { piece: `,"${'x'.repeat(MIB)}"`, times: 8 }, ']}');
    expect(() => judge('lock.v0', value)).toRefuse(...tooMuch('a value longer than 8388608 bytes'));
    const fields = many(7, (k) => `,"x${k}":[0${',0'.repeat(150_000)}]`);
    expect(() => judge('lock.v0', sealLock(`{"version":"lock.v0","members":[]${fields}}`))).toRefuse(
      ...tooMuch('more than 1048576 values'),
    );
  });
});

describe('judgeOwnManifest()', () => {
  const sound = { version: 'pack.v0', created: '2026-01-15T10:30:00Z', tool_version: '0.1.0', member_count: 1 };
  const one = { path: 'a', bytes_hash: `sha256:${'0'.repeat(64)}`, type: 'other' };

  function faultOf(change: object, memberChange: object = {}): readonly object[] {
    const document = { ...sound, pack_id: '', members: [{ ...one, ...memberChange }], ...change };
    const draft = readManifest(Buffer.from(formatSpine(document)), 'p');
    const sealed = { ...document, pack_id: computedPackId(draft, newHasher) };
    return judgeOwnManifest(readManifest(Buffer.from(formatSpine(sealed)), 'p'));
  }

  test('finds nothing in a manifest as seal writes it', () => expect(faultOf({ note: 'n' }, { artifact_version: 'rvl.v0' })).toEqual([]));

  test.each([
    [{ created: 'yesterday' }, {}, /^\/created must match /],
    [{ tool_version: '' }, {}, /^\/tool_version must /],
    [{}, { type: 'banana' }, /^\/members\/0\/type must be one of artifact, /],
    [{}, { bytes_hash: 'sha256:0' }, /^\/members\/0\/bytes_hash must match /],
  ])('finds %j %j', (change, memberChange, actual) => {
    expect(faultOf(change, memberChange)).toEqual([
      { code: 'SCHEMA_VIOLATION', path: 'manifest.json', expected: 'valid pack.v0 schema', actual: expect.stringMatching(actual) },
    ]);
  });
});

function many(count: number, text: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => text(k)).join('');
}
