/**
 * The maintenance of a store in S3. A blob is set aside by a copy and then a removal, so that it is always in one of the two places; the
 * server itself makes the copies.
 *
 *     <prefix>/removed/<hex>      set aside, until it is put back or purged
 *     <prefix>/damaged/<hex>      damaged content that was replaced by the correct bytes
 */
import { type Digest, hexOf } from '#core/digest';
import { withRetries } from '../http/retry.ts';
import { eachOf } from '../parallel-store.ts';
import type { Maintenance, StoredBlob } from '../store.ts';
import { readDocument } from './document.ts';
import { listObjects } from './list.ts';
import type { S3 } from './object.ts';
import { s3Failure } from './refusals.ts';
import { objectPath } from './request.ts';

export interface S3Place {
  readonly bucket: string;
  /** The prefix with its slash, or empty. */
  readonly root: string;
}

const AT_ONCE = 8;
const ANSWER_LIMIT = 1 << 20;
/** The time for a copy on the server grows with the length of the object. */
const COPY_IDLE_MS = 600_000;

export function s3Maintenance(s3: S3, { bucket, root }: S3Place): Omit<Maintenance, 'seals'> {
  const blobs = `${root}blobs/sha256/`;
  const removed = `${root}removed/`;
  const move = async (from: string, to: string): Promise<void> => {
    if (await copyObject(s3, { bucket, from, to })) await removeObject(s3, from);
  };
  const each = (digests: readonly Digest[], act: (hex: string) => Promise<void>): Promise<void> =>
    eachOf(digests, AT_ONCE, (digest) => act(hexOf(digest)));
  return {
    blobs: () => blobsUnder(s3, blobs),
    removed: () => blobsUnder(s3, removed),
    setAside: (digests) => each(digests, (hex) => move(`${blobs}${hex}`, `${removed}${hex}`)),
    putBack: (digests) => each(digests, (hex) => move(`${removed}${hex}`, `${blobs}${hex}`)),
    purge: (digests) => each(digests, (hex) => removeObject(s3, `${removed}${hex}`)),
  };
}

async function blobsUnder(s3: S3, folder: string): Promise<readonly StoredBlob[]> {
  const found: StoredBlob[] = [];
  await listObjects(s3, folder, ({ name, size, since }) => {
    if (/^[0-9a-f]{64}$/.test(name)) found.push({ digest: `sha256:${name}`, size, since });
    return found.length;
  });
  return found;
}

/** False where there is nothing to copy. */
export function copyObject({ ask, how }: S3, { bucket, from, to }: { bucket: string; from: string; to: string }): Promise<boolean> {
  const headers = { 'x-amz-copy-source': `/${bucket}/${objectPath(from)}` };
  return withRetries(how, async () => {
    const answer = await ask({ method: 'PUT', key: to, headers, idleMs: COPY_IDLE_MS });
    if (answer.status === 404 && answer.code === 'NoSuchKey') return false;
    if (answer.status !== 200) throw s3Failure(answer);
    await readDocument(answer, ['CopyObjectResult'], ANSWER_LIMIT);
    return true;
  });
}

export function removeObject({ ask, how }: S3, key: string): Promise<void> {
  return withRetries(how, async () => {
    const answer = await ask({ method: 'DELETE', key });
    await answer.response.drain();
    if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) throw s3Failure(answer);
  });
}
