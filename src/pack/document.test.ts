import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { emitManifest, type Manifest, packIdOf, sealManifest } from './document.ts';

const EMPTY = `sha256:${createHash('sha256').digest('hex')}`;

const manifest: Manifest = {
  created: '2026-01-15T10:30:00Z',
  note: null,
  toolVersion: '0.1.0',
  members: [{ path: 'a.txt', bytesHash: EMPTY, type: 'other', artifactVersion: null }],
};

function bytesOf(value: Manifest, packId: string): string {
  let text = '';
  emitManifest(value, packId, (bytes) => {
    text += Buffer.from(bytes).toString();
  });
  return text;
}

it('emitManifest omits an absent note and artifact_version', () => {
  expect(bytesOf(manifest, 'x')).toBe(
    `{"created":"2026-01-15T10:30:00Z","member_count":1,"members":[{"bytes_hash":"${EMPTY}","path":"a.txt","type":"other"}],` +
      '"pack_id":"x","tool_version":"0.1.0","version":"pack.v0"}',
  );
});

it('emitManifest sorts every key, and keeps text as it is', () => {
  const members = [{ path: 'ä "b"\n', bytesHash: 'sha256:0', type: 'report', artifactVersion: 'rvl.v0' }];
  expect(bytesOf({ ...manifest, note: 'Nov → Dec', members }, '')).toBe(
    '{"created":"2026-01-15T10:30:00Z","member_count":1,' +
      '"members":[{"artifact_version":"rvl.v0","bytes_hash":"sha256:0","path":"ä \\"b\\"\\n","type":"report"}],' +
      '"note":"Nov → Dec","pack_id":"","tool_version":"0.1.0","version":"pack.v0"}',
  );
});

it.each([0, 1, 1023, 1024, 1025, 3000])('emitManifest separates %i members by commas', (count) => {
  const members = Array.from({ length: count }, (_, index) => ({
    path: `m${String(index).padStart(5, '0')}`,
    bytesHash: 'sha256:0',
    type: 'other',
    artifactVersion: null,
  }));
  const read = JSON.parse(bytesOf({ ...manifest, members }, '')) as { members: { path: string }[]; member_count: number };
  expect(read.members.map(({ path }) => path)).toEqual(members.map(({ path }) => path));
  expect(read.member_count).toBe(count);
});

it('packIdOf is SHA-256 over the bytes with an empty pack_id', () => {
  const expected = createHash('sha256').update(bytesOf(manifest, '')).digest('hex');
  expect(packIdOf(manifest, newHasher)).toBe(`sha256:${expected}`);
});

const [member] = manifest.members as [Manifest['members'][number]];
it.each<[string, Partial<Manifest>]>([
  ['created', { created: '2026-01-15T10:30:01Z' }],
  ['note', { note: '' }],
  ['tool_version', { toolVersion: '0.1.1' }],
  ['members', { members: [] }],
  ['a path', { members: [{ ...member, path: 'b.txt' }] }],
  ['a hash', { members: [{ ...member, bytesHash: 'sha256:0' }] }],
  ['a type', { members: [{ ...member, type: 'report' }] }],
  ['an artifact_version', { members: [{ ...member, artifactVersion: 'rvl.v0' }] }],
])('packIdOf changes with %s', (_, change) =>
  expect(packIdOf({ ...manifest, ...change }, newHasher)).not.toBe(packIdOf(manifest, newHasher)),
);

it.each([null, 'a note'])('sealManifest gives the bytes that emitManifest() writes, and their own hash; note: %s', (note) => {
  const { packId, runs } = sealManifest({ ...manifest, note }, newHasher);
  expect(packId).toBe(packIdOf({ ...manifest, note }, newHasher));
  expect(Buffer.concat(runs).toString()).toBe(bytesOf({ ...manifest, note }, packId));
});
