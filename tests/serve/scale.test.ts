/** Many and long things: a thousand packs, a lock of a hundred thousand members, names and notes of millions of characters. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { type Manifest, sealManifest } from '#pack/document';
import { packMembers } from '../../src/evidence/serve/members.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { serving } from './serving.ts';

const scratch = scratchFolder('serve-scale');
const digestOf = (text: string): string => `sha256:${sha256Hex(Buffer.from(text))}`;
const memberOf = (path: string) => ({ path, bytesHash: digestOf(path), type: 'other', artifactVersion: null });

/** Returns its id. */
function writePack(path: (packId: string) => string, manifest: Omit<Manifest, 'toolVersion'>): string {
  const { packId, runs } = sealManifest({ toolVersion: '0.1.0', ...manifest }, newHasher);
  writeFileSync(path(packId), Buffer.concat(runs));
  return packId;
}

it('lists a thousand packs of a store, newest first, and finds each by its member, its note and its id', async () => {
  const store = join(scratch, 'store');
  for (const folder of ['blobs', 'packs']) mkdirSync(join(store, folder), { recursive: true });
  const ids = Array.from({ length: 1000 }, (_, index) =>
    writePack((packId) => join(store, 'packs', `${packId.slice(7)}.json`), {
      created: `20${String(10 + (index % 90)).padStart(2, '0')}-01-15T10:30:00Z`,
      note: `delivery ${index};`,
      members: [memberOf('common.csv'), memberOf(`tape-${index}.csv`)],
    }),
  );
  const server = await serving(`file:${store}`);
  const { entries, not_read_count: notRead } = await server.json('/api/evidence');
  expect([entries.length, notRead]).toEqual([1000, 0]);
  const times: readonly string[] = entries.map(({ created }: { created: string }) => created);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await server.json('/api/search?text=common.csv&count=5')).toMatchObject({ total: 1000, hits: { length: 5 } });
  for (const index of [0, 499, 999]) {
    const path = `file:${store}@${ids[index]}`;
    for (const text of [`tape-${index}.csv`, `delivery ${index};`, ids[index] as string, digestOf(`tape-${index}.csv`).slice(7, 30)])
      expect(await server.json(`/api/search?text=${encodeURIComponent(text)}`)).toMatchObject({ total: 1, hits: [{ path }] });
  }
  expect(server.errors).toEqual([]);
});

it('packMembers() finds the first, the last and one in between of a hundred thousand', () => {
  const paths = Array.from({ length: 100_000 }, (_, index) => `tape/${index % 100}/loan-${index}.csv`);
  const packed = packMembers(
    paths.map((path) => ({ path, digest: digestOf(path), size: path.length })),
    1 << 28,
  );
  for (const index of [0, 50_000, 99_999]) {
    const path = paths[index] as string;
    expect([...(packed?.withPath(path) ?? [])]).toEqual([index]);
    expect([...(packed?.withDigest({ algorithm: 'sha256', digits: digestOf(path).slice(7) }) ?? [])]).toEqual([index]);
    expect(packed?.at(index)).toEqual({ path, digest: digestOf(path), size: path.length });
  }
  expect([...(packed?.withPath('loan-') ?? [])]).toHaveLength(100_000);
});

it('answers in a bounded length for names and notes of millions of characters', async () => {
  const folder = join(scratch, 'long');
  const long = 'x'.repeat(5_000_000);
  mkdirSync(join(folder, 'pack'), { recursive: true });
  const lock = { path: `${long}/d.lock.json`, bytesHash: digestOf(''), type: 'lockfile', artifactVersion: 'lock.v0' };
  writePack(() => join(folder, 'pack/manifest.json'), { created: '2026-01-15T10:30:00Z', note: long, members: [memberOf(long), lock] });
  writeFileSync(join(folder, 'bad.lock.json'), `{"version":"lock.v0","lock_hash":"${long}`);
  const server = await serving(folder);
  for (const path of ['/api/evidence', '/api/search?text=xxx', '/api/files?path=pack']) {
    const { status, text } = await server.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text.split('\n', 1)[0]?.length).toBeLessThan(100_000);
  }
  const { entries, not_read: notRead } = await server.json('/api/evidence');
  expect(entries[0].note).toMatch(/^x{4096}…$/);
  expect(notRead).toHaveLength(2);
  expect(server.errors).toEqual([]);
});
