/**
 * Receives a blob into a file: the file is created only if nothing exists there, hashed as the bytes arrive, and removed unless they are
 * the expected ones. For wrong or missing bytes the whole blob is requested again, and refused in the end.
 *
 *     const size = await receiveBlob({ ask: () => send({ method: 'GET', url, headers }), size: 812 }, { digest, file }, retryPolicy());
 *
 * Attacker-controlled: a body may never end. Its length must be stated before anything is written, and not one byte more is read; a length
 * that the disk has no room for is refused.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Digest } from '#core/digest';
import { errorCode, osText } from '#disk/os-error';
import { writeAll } from '#disk/write/write-all';
import { fileFailure } from '../folder/refusals.ts';
import { storeFailure, wrongBytes } from '../refusals.ts';
import type { ReadBlob, WantedFile } from '../store.ts';
import type { HttpResponse } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { finalResponse, type RetryPolicy, withRetries } from './retry.ts';
import { reportTraffic } from './traffic.ts';

export interface BlobSource {
  /** Sends the request once; it is called again for each attempt. */
  readonly ask: () => Promise<HttpResponse>;
  /** The length of the blob, where it was stated before. */
  readonly size?: number | undefined;
  /** Called where the length is unknown and the answer does not state it. */
  readonly askSize?: () => Promise<number | undefined>;
}

/** Returns the number of bytes. */
export function receiveBlob({ ask, size, askSize }: BlobSource, wanted: WantedFile, how: RetryPolicy): Promise<number> {
  return withRetries(how, async () => {
    const response = found(await finalResponse('GET', await ask(), how));
    const promised = size ?? (lengthOf(response) === undefined ? await askSize?.() : undefined);
    return writeVerified(response, { ...wanted, limit: limitOf(response, wanted, promised) });
  });
}

/** Reads and hashes all bytes of a blob without keeping them. `ask` returns undefined where the blob does not exist. */
export async function readBlob(
  {
    ask,
    askSize,
    size: known,
  }: { ask: () => Promise<HttpResponse | undefined>; askSize: () => Promise<number | undefined>; size?: number | undefined },
  digest: Digest,
  how: RetryPolicy,
): Promise<ReadBlob> {
  return withRetries(how, async (attempt) => {
    const answered = await ask();
    if (answered === undefined) return { kind: 'missing' };
    const response = found(await finalResponse('GET', answered, how));
    const said = lengthOf(response);
    if (known !== undefined && said !== undefined && said !== known) {
      void response.drain();
      return { kind: 'damaged', found: `${said} bytes instead of ${known}` };
    }
    const { size, actual } = await hashBody(response, known ?? said ?? (await askSize()) ?? 0);
    if (actual === digest) return { kind: 'sound', size };
    // It is requested once more: bytes may also be damaged on the way.
    if (attempt === 1) throw new FailedAttempt(() => wrongBytes(response.url, digest, actual), { isTemporary: true });
    return { kind: 'damaged', found: actual };
  });
}

async function hashBody(response: HttpResponse, limit: number): Promise<{ readonly size: number; readonly actual: string }> {
  const hasher = createHash('sha256');
  let size = 0;
  await response.each((bytes) => {
    size += bytes.length;
    if (size <= limit) hasher.update(bytes);
    return size <= limit;
  });
  if (size > limit) return { size, actual: `more than the ${limit} bytes that were announced` };
  return { size, actual: `sha256:${hasher.digest('hex')}` };
}

type LimitedFile = WantedFile & { readonly limit: number };

/** Nothing is written for an answer that is longer than stated, or that states no length. */
function limitOf(response: HttpResponse, { digest, file }: WantedFile, size: number | undefined): number {
  const { url, status } = response;
  const said = lengthOf(response);
  const limit = size ?? said;
  const free = freeBytes(dirname(file));
  if (limit !== undefined && (said ?? limit) <= limit && limit <= free) return limit;
  void response.drain();
  if (limit === undefined)
    throw storeFailure({ action: 'GET', url, status, kind: 'decode', message: 'the answer does not say how long it is' });
  if (said !== undefined && said > limit) throw tooLong(url, digest, limit);
  throw fileFailure('write', { path: file, error: `No space left on device for ${limit} bytes, ${free} are free` });
}

/** The length of the body; undefined where it is not stated. */
export function lengthOf({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const length = headers['content-length'];
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function tooLong(url: URL, digest: WantedFile['digest'], limit: number): FailedAttempt {
  return new FailedAttempt(() => wrongBytes(url, digest, `more than the ${limit} bytes that were announced`), { isTemporary: true });
}

/** Infinity where the file system does not report it. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Any status but 200 is a refusal. */
function found(response: HttpResponse): HttpResponse {
  const { status, url } = response;
  if (status === 200) return response;
  void response.drain();
  const kind = status === 401 || status === 403 ? 'auth' : 'server';
  throw storeFailure({ action: 'GET', url, status, kind, message: '' });
}

async function writeVerified(response: HttpResponse, wanted: LimitedFile): Promise<number> {
  try {
    return await writeHashed(response, wanted);
  } catch (error) {
    throw errorCode(error) === undefined ? error : fileFailure('write', { path: wanted.file, error: osText(error) });
  }
}

async function writeHashed(response: HttpResponse, { digest, file, limit }: LimitedFile): Promise<number> {
  const descriptor = createdFor(response, file);
  let isWanted = false;
  try {
    const hasher = createHash('sha256');
    let size = 0;
    await response.each((bytes) => {
      size += bytes.length;
      if (size > limit) throw tooLong(response.url, digest, limit);
      hasher.update(bytes);
      writeAll(descriptor, bytes);
      reportTraffic(bytes.length);
      return true;
    });
    const actual = `sha256:${hasher.digest('hex')}`;
    if (actual !== digest) throw new FailedAttempt(() => wrongBytes(response.url, digest, actual), { isTemporary: true });
    isWanted = true;
    return size;
  } finally {
    closeSync(descriptor);
    if (!isWanted) rmSync(file, { force: true });
  }
}

function createdFor(response: HttpResponse, file: string): number {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    void response.drain();
    throw error;
  }
}
