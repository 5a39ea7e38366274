/**
 * A pack made of given members, as a store is handed it: files on disk, their digests, and a true manifest.
 *
 *     const pack = samplePack(folder, { 'a.csv': 'a', 'reports/b.json': '{}' });
 *     await store.send(pack.files, …); await store.publish(pack);
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import { newHasher } from '#hashing/hashers';
import { emitManifest, type Manifest, packIdOf } from '#pack/document';
import type { BlobFile, StoredPack } from '#store/store';

export type Members = Readonly<Record<string, string | Uint8Array>>;

export interface SamplePack extends StoredPack {
  /** Where it lies, manifest.json included: a pack that verifies. */
  readonly folder: string;
  readonly files: readonly (BlobFile & { readonly path: string })[];
}

export function samplePack(folder: string, members: Members, note: string | null = null): SamplePack {
  const paths = Object.keys(members).sort(compareUtf8);
  const files = paths.map((path) => {
    const bytes = Buffer.from(members[path] as Uint8Array);
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return { path, digest: digestOfBytes(bytes), size: bytes.length, file };
  });
  const manifest: Manifest = {
    created: '2026-01-15T10:30:00Z',
    note,
    toolVersion: '0.1.0',
    members: files.map(({ path, digest }) => ({ path, bytesHash: digest, type: 'other', artifactVersion: null })),
  };
  const packId = packIdOf(manifest, newHasher);
  const pieces: Uint8Array[] = [];
  emitManifest(manifest, packId, (bytes) => pieces.push(bytes));
  const bytes = Buffer.concat(pieces);
  writeFileSync(join(folder, 'manifest.json'), bytes);
  return { folder, packId, manifest: bytes, files, blobs: files.map(({ path, digest, size }) => ({ path, digest, size })) };
}

/** What a store says of a blob that it has, as it should be. */
export const THERE: readonly (string | undefined)[] = ['size', 'checksum'];

export function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
