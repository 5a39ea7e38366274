/**
 * Uploads a blob to a registry. Up to 64 MiB: one POST for a location, one PUT of the bytes. Longer blobs are sent in chunks, and after a
 * dropped connection the registry is asked how many bytes it has.
 *
 *     POST /v2/evidence/blobs/uploads/        202, Location
 *     PATCH <Location>  Content-Range: 0-…    202, Location, Range
 *     PUT <Location>?digest=sha256:…          201
 *
 * The registry hashes what it received. If that is not the digest, the file is read again: a changed file is refused, bytes that were
 * damaged on the way are sent again.
 */
import { hexOf } from '#core/digest';
import type { HttpRequest, HttpResponse, Send } from '../http/client.ts';
import { FailedAttempt } from '../http/failed-attempt.ts';
import { type FilePart, hashPart } from '../http/file-part.ts';
import { finalResponse, type RetryPolicy, withRetries } from '../http/retry.ts';
import { changedFile, storeFailure } from '../refusals.ts';
import type { Blob } from '../store.ts';
import { deniedBy, errorCodes, otherDigest, refusedWith } from './error.ts';
import { type Upload, uploadLocation, withDigest } from './upload-location.ts';

export interface Uploading {
  /** With authorization, and without retries. */
  readonly send: Send;
  readonly how: RetryPolicy;
  /** `…/v2/<repository>/blobs/uploads/` */
  readonly uploads: URL;
  readonly isThere: (blob: Blob) => Promise<boolean>;
  /** The most bytes for one request. */
  readonly chunkBytes: number;
}

/** Bytes in memory, or a whole file. */
export interface Sendable extends Blob {
  readonly body: Uint8Array | FilePart;
}

/** Larger chunks gain nothing; smaller ones cost requests. */
export const CHUNK_BYTES = 1 << 26;
/** A registry hashes, and may move, the whole blob before it confirms it. */
const CONFIRM_TIMEOUT_MS = 300_000;
const OCTETS = { 'content-type': 'application/octet-stream' };
const MAX_RESTARTS = 5;

export async function upload(blob: Sendable, to: Uploading): Promise<void> {
  const { body } = blob;
  if (body instanceof Uint8Array || body.length <= to.chunkBytes) return withRetries(to.how, (number) => uploadAtOnce(blob, to, number));
  let restarts = 0;
  let current: Upload | undefined;
  for (;;) {
    current = await withRetries(to.how, async (number) => {
      const place = number === 1 && current !== undefined ? current : await resumeUpload(current, to);
      if (place === undefined && ++restarts > MAX_RESTARTS) throw neverComplete(to);
      current = place ?? (await beginUpload(to));
      return current.offset < body.length ? nextChunk(body, current, to) : current;
    });
    if (current.offset < body.length) continue;
    const whole = current;
    const isDone = await withRetries(to.how, async (number) => (number > 1 && (await to.isThere(blob))) || finish(blob, whole, to));
    if (isDone) return;
    current = undefined;
  }
}

async function uploadAtOnce(blob: Sendable, to: Uploading, number: number): Promise<void> {
  if (number > 1 && (await to.isThere(blob))) return;
  const { url } = await beginUpload(to);
  const body = blob.body instanceof Uint8Array ? blob.body : { ...blob.body, sha256: hexOf(blob.digest) };
  if (!(await finish(blob, { url, offset: 0 }, to, body))) throw lost(to);
}

async function beginUpload(to: Uploading): Promise<Upload> {
  const request = { method: 'POST', url: to.uploads, headers: {} };
  const response = await answer(request, to);
  if (response.status !== 202) throw await deniedBy('POST', response);
  await response.drain();
  return uploadLocation(request, response, 0);
}

/** How many bytes the registry has, or undefined where it no longer knows the upload. */
async function resumeUpload(under: Upload | undefined, to: Uploading): Promise<Upload | undefined> {
  if (under === undefined) return undefined;
  const request = { method: 'GET', url: under.url, headers: {} };
  const response = await answer(request, to);
  await response.drain();
  const reached = bytesReceived(response);
  return response.status === 204 && reached !== undefined ? uploadLocation(request, response, reached) : undefined;
}

async function nextChunk(part: FilePart, { url, offset, least = 0 }: Upload, to: Uploading): Promise<Upload> {
  const length = Math.min(Math.max(to.chunkBytes, least), part.length - offset);
  const headers = { ...OCTETS, 'content-range': `${offset}-${offset + length - 1}` };
  const request = { method: 'PATCH', url, headers, body: { ...part, start: part.start + offset, length }, idleMs: CONFIRM_TIMEOUT_MS };
  const response = await answer(request, to);
  if (response.status !== 202 && !isLost(response.status)) throw await deniedBy('PATCH', response);
  await response.drain();
  const end = offset + length;
  if (response.status !== 202 || (bytesReceived(response) ?? end) !== end) throw lost(to);
  return { ...uploadLocation(request, response, end), least };
}

/** False where the registry has other bytes than were sent. */
async function finish(blob: Sendable, { url }: Upload, to: Uploading, body?: Sendable['body']): Promise<boolean> {
  const place = withDigest(url, blob.digest);
  const request = { method: 'PUT', url: place, headers: OCTETS, idleMs: CONFIRM_TIMEOUT_MS, ...(body === undefined ? {} : { body }) };
  const response = await answer(request, to);
  const { status } = response;
  if (status === 201 || status === 204) {
    await response.drain();
    const other = otherDigest(response, blob.digest);
    if (other !== undefined) throw lost(to, `stored as ${other}, wanted ${blob.digest}`);
    return true;
  }
  if (isLost(status)) {
    await response.drain();
    return false;
  }
  const codes = await errorCodes(response);
  if (!/DIGEST_INVALID|SIZE_INVALID/.test(codes)) throw refusedWith(codes, 'PUT', response);
  await refuseIfChanged(blob);
  return false;
}

/** How many bytes the registry has. Undefined for `0-0`, which may mean an empty upload or a single byte. */
function bytesReceived({ headers }: HttpResponse): number | undefined {
  const last = Number(/^(?:bytes=)?0-(\d{1,15})$/.exec(headers['range'] ?? '')?.[1] ?? 0);
  return last === 0 ? undefined : last + 1;
}

async function answer(request: HttpRequest, to: Uploading): Promise<HttpResponse> {
  return finalResponse(request.method, await to.send(request), to.how);
}

/** The upload is unknown, or ends at another position: it must begin again. */
function isLost(status: number): boolean {
  return status === 404 || status === 416;
}

function lost({ uploads }: Uploading, message = 'the upload was lost'): FailedAttempt {
  const refusal = (added: string) =>
    storeFailure({ action: 'PUT', url: uploads, kind: 'server', message: added === '' ? message : `${message}, ${added}` });
  return new FailedAttempt(refusal, { isTemporary: true });
}

function neverComplete({ uploads }: Uploading) {
  return storeFailure({ action: 'PUT', url: uploads, kind: 'server', message: `begun ${MAX_RESTARTS} times and never stored completely` });
}

async function refuseIfChanged({ body, digest }: Sendable): Promise<void> {
  if (body instanceof Uint8Array) return;
  const found = `sha256:${await hashPart(body)}`;
  if (found !== digest) throw changedFile(body.file, digest, found);
}
