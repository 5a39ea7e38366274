/**
 * The parts of a long file: each is hashed, then sent with its own SHA-256, and alone sent again if it fails. All of them together must
 * match the blob's digest.
 *
 *     partLength(100 MiB, 16 MiB)   16 MiB: seven parts, the last of 4 MiB
 *     partLength(5 TiB, 16 MiB)     525 MiB: 9987 parts
 */
import { createHash, type Hash } from 'node:crypto';
import { type FilePart, readPart } from '../http/file-part.ts';
import { withRetries } from '../http/retry.ts';
import { changedFile, storeFailure } from '../refusals.ts';
import type { BlobFile } from '../store.ts';
import { BODY_IDLE_MS, checksumHeader, type S3 } from './object.ts';
import { s3Failure } from './refusals.ts';

export interface Upload {
  readonly key: string;
  readonly uploadId: string;
}

export interface SentPart {
  readonly number: number;
  readonly etag: string;
  /** Hex. */
  readonly sha256: string;
}

const MIB = 1 << 20;
const MAX_PARTS = 10_000;

export function partLength(size: number, least: number): number {
  return Math.max(least, Math.ceil(size / MAX_PARTS / MIB) * MIB);
}

export async function sendParts(s3: S3, upload: Upload, { file, size, digest }: BlobFile): Promise<readonly SentPart[]> {
  const whole = createHash('sha256');
  const sent: SentPart[] = [];
  const step = partLength(size, s3.leastPart);
  for (let start = 0; start < size; start += step) {
    const part = { file, start, length: Math.min(step, size - start), fileSize: size };
    const sha256 = await hashInto(whole, part);
    sent.push(await sendPart(s3, upload, { number: sent.length + 1, sha256, part: { ...part, sha256 } }));
  }
  const found = `sha256:${whole.digest('hex')}`;
  if (found !== digest) throw changedFile(file, digest, found);
  return sent;
}

async function hashInto(whole: Hash, part: FilePart): Promise<string> {
  const own = createHash('sha256');
  for await (const bytes of readPart(part)) {
    own.update(bytes);
    whole.update(bytes);
  }
  return own.digest('hex');
}

interface NextPart {
  readonly number: number;
  readonly part: FilePart;
  readonly sha256: string;
}

function sendPart({ ask, how, sendsChecksums }: S3, { key, uploadId }: Upload, { number, part, sha256 }: NextPart): Promise<SentPart> {
  return withRetries(how, async () => {
    const query = { partNumber: String(number), uploadId };
    const headers = sendsChecksums ? checksumHeader(sha256) : {};
    const answer = await ask({ method: 'PUT', key, query, headers, body: part, sha256, idleMs: BODY_IDLE_MS });
    await answer.response.drain();
    const { url, status, response } = answer;
    if (status !== 200) throw s3Failure(answer);
    const etag = response.headers['etag'];
    if (etag === undefined)
      throw storeFailure({ action: 'PUT', url, status, kind: 'decode', message: 'the server returned no ETag for the part' });
    return { number, sha256, etag };
  });
}
