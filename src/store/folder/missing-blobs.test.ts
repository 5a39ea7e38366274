import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import type { Blob } from '../store.ts';
import { blobPath } from './layout.ts';
import { missingBlobs } from './missing-blobs.ts';

const root = scratchFolder('missing');
const blobOf = (start: string): Blob => ({ digest: `sha256:${start.padEnd(64, '0')}` as Digest, size: 1 });
const put = ({ digest }: Blob): void => {
  mkdirSync(join(blobPath(root, digest), '..'), { recursive: true });
  writeFileSync(blobPath(root, digest), 'x');
};

it('missingBlobs() reports missing blobs, and missing shards', () => {
  const kept = ['7c1', '7c2', '9a1'].map(blobOf);
  kept.forEach(put);
  const gone = ['7c3', '9a2', 'ff1', 'ff2'].map(blobOf);
  expect(missingBlobs(root, kept)).toEqual([]);
  expect(missingBlobs(root, [...gone, ...kept])).toEqual(gone);
  expect(missingBlobs(root, [])).toEqual([]);
});

it('missingBlobs() finds a blob among many others that were not asked about', () => {
  const crowd = Array.from({ length: 300 }, (_, i) => blobOf(`aa${(i + 4096).toString(16)}`));
  crowd.forEach(put);
  for (const blob of crowd) expect(missingBlobs(root, [blob])).toEqual([]);
  const last = crowd[299] as Blob;
  rmSync(blobPath(root, last.digest));
  expect(missingBlobs(root, [last])).toEqual([last]);
});

it('missingBlobs() accepts neither a link nor a folder as a blob, and follows no link to a shard', () => {
  const [real, link, folder, behind] = ['bb1', 'bb2', 'bb3', 'cc1'].map(blobOf) as [Blob, Blob, Blob, Blob];
  put(real);
  symlinkSync(blobPath(root, real.digest), blobPath(root, link.digest));
  mkdirSync(blobPath(root, folder.digest));
  mkdirSync(join(root, 'elsewhere'));
  writeFileSync(join(root, 'elsewhere', behind.digest.slice(7)), 'x');
  symlinkSync(join(root, 'elsewhere'), join(root, 'blobs/sha256/cc'));
  expect(missingBlobs(root, [real, link, folder, behind])).toEqual([link, folder, behind]);
});
