import { expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { emitManifest, packIdOf } from './document.ts';
import { computedPackId, readManifest } from './read.ts';

const good = {
  created: '2026-01-15T10:30:00Z',
  member_count: 1,
  members: [{ bytes_hash: 'sha256:00', path: 'a', type: 'other' }],
  pack_id: 'sha256:11',
  tool_version: '0.1.0',
  version: 'pack.v0',
};

const read = (value: unknown) => readManifest(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), 'evidence');

it('readManifest reads every field, and null if an optional one is absent or null', () => {
  expect(read(good)).toMatchObject({
    packId: 'sha256:11',
    created: '2026-01-15T10:30:00Z',
    note: null,
    toolVersion: '0.1.0',
    memberCount: 1,
    members: [{ path: 'a', bytesHash: 'sha256:00', type: 'other', artifactVersion: null }],
  });
  expect(read({ ...good, note: null }).note).toBeNull();
  expect(read({ ...good, note: 'n' }).note).toBe('n');
});

it.each<[string, unknown, string]>([
  ['text that is not JSON', '{"a"', 'Invalid manifest.json: '],
  ['a repeated key', JSON.stringify(good).replace('{', '{"version":"pack.v0",'), 'Invalid manifest.json: duplicate key "version"'],
  ['an array', '[]', 'Invalid manifest.json: expected an object'],
  ['no version', { ...good, version: undefined }, 'Unsupported manifest version: <missing>'],
  ['another version', { ...good, version: 'pack.v1' }, 'Unsupported manifest version: pack.v1'],
  ['a version that is no text', { ...good, version: 1 }, 'Unsupported manifest version: 1'],
  ['no pack_id', { ...good, pack_id: undefined }, 'Invalid manifest.json: missing pack_id'],
  ['a pack_id that is no text', { ...good, pack_id: 1 }, 'Invalid manifest.json: pack_id is not a string'],
  ['no created', { ...good, created: undefined }, 'Invalid manifest.json: missing created'],
  ['no tool_version', { ...good, tool_version: undefined }, 'Invalid manifest.json: missing tool_version'],
  ['a note that is no text', { ...good, note: 1 }, 'Invalid manifest.json: note is not a string'],
  ['no member_count', { ...good, member_count: undefined }, 'Invalid manifest.json: missing member_count'],
  [
    'a member_count that is a fraction',
    '{"version":"pack.v0","pack_id":"","created":"","tool_version":"","member_count":1.0,"members":[]}',
    'Invalid manifest.json: member_count is not a count',
  ],
  ['a member_count below zero', { ...good, member_count: -1 }, 'Invalid manifest.json: member_count is not a count'],
  ['no members', { ...good, members: undefined }, 'Invalid manifest.json: missing members'],
  ['members that are no list', { ...good, members: {} }, 'Invalid manifest.json: members is not an array'],
  ['a member that is no object', { ...good, members: ['a'] }, 'Invalid manifest.json: members[0] is not an object'],
  ['a member without a path', { ...good, members: [{ bytes_hash: '', type: '' }] }, 'Invalid manifest.json: missing members[0].path'],
  [
    'a member whose type is null',
    { ...good, members: [{ bytes_hash: '', type: null, path: '' }] },
    'Invalid manifest.json: members[0].type is not a string',
  ],
])('readManifest refuses %s', (_, value, message) => {
  const refused = (() => {
    try {
      return read(value);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    code: 'E_BAD_PACK',
    message: expect.stringContaining(message) as string,
    detail: { pack: 'evidence' },
  });
});

it('computedPackId agrees with packIdOf on a written manifest', () => {
  const members = Array.from({ length: 2500 }, (_, index) => ({
    path: `p${String(index).padStart(4, '0')}`,
    bytesHash: 'sha256:22',
    type: 'other',
    artifactVersion: index % 2 === 0 ? null : 'rvl.v0',
  }));
  const manifest = { created: 'c', note: 'n', toolVersion: 't', members };
  const pieces: Uint8Array[] = [];
  emitManifest(manifest, 'sha256:any', (bytes) => pieces.push(bytes.slice()));
  expect(computedPackId(readManifest(Buffer.concat(pieces), 'p'), newHasher)).toBe(packIdOf(manifest, newHasher));
});

it('computedPackId covers unknown fields, and a note that is null', () => {
  const plain = computedPackId(read(good), newHasher);
  const others = [
    { ...good, note: null },
    { ...good, extra: [] },
    { ...good, members: [{ ...good.members[0], size: 1 }] },
  ];
  const all = [plain, ...others.map((value) => computedPackId(read(value), newHasher))];
  expect(new Set(all).size).toBe(4);
});

it('computedPackId does not depend on spaces, key order or the pack_id that is written', () => {
  const { version, ...rest } = good;
  const spread = JSON.stringify({ version, ...rest, pack_id: 'other' }, null, 3);
  expect(computedPackId(read(spread), newHasher)).toBe(computedPackId(read(good), newHasher));
});
