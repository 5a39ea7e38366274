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
import { type Persistence, persist, settled } from '../http/retry.ts';
import { changedFile, storeFailure } from '../refusals.ts';
import type { Blob } from '../store.ts';
import { errorCodes, otherDigest, refusedWith, ungranted } from './error.ts';
import { placeOf, type Upload, withDigest } from './upload-location.ts';

export interface Uploading {
  /** With authorization, and without retries. */
  readonly send: Send;
  readonly how: Persistence;
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
const PATIENCE_MS = 300_000;
const OCTETS = { 'content-type': 'application/octet-stream' };
const MOST_BEGINNINGS = 5;

export async function upload(blob: Sendable, to: Uploading): Promise<void> {
  const { body } = blob;
  if (body instanceof Uint8Array || body.length <= to.chunkBytes) return persist(to.how, (number) => inOne(blob, to, number));
  let beginnings = 0;
  let under: Upload | undefined;
  for (;;) {
    under = await persist(to.how, async (number) => {
      const place = number === 1 && under !== undefined ? under : await resumed(under, to);
      if (place === undefined && ++beginnings > MOST_BEGINNINGS) throw neverWhole(to);
      under = place ?? (await begun(to));
      return under.offset < body.length ? nextChunk(body, under, to) : under;
    });
    if (under.offset < body.length) continue;
    const whole = under;
    const isDone = await persist(to.how, async (number) => (number > 1 && (await to.isThere(blob))) || finish(blob, whole, to));
    if (isDone) return;
    under = undefined;
  }
}

async function inOne(blob: Sendable, to: Uploading, number: number): Promise<void> {
  if (number > 1 && (await to.isThere(blob))) return;
  const { url } = await begun(to);
  const body = blob.body instanceof Uint8Array ? blob.body : { ...blob.body, sha256: hexOf(blob.digest) };
  if (!(await finish(blob, { url, offset: 0 }, to, body))) throw lost(to);
}

async function begun(to: Uploading): Promise<Upload> {
  const request = { method: 'POST', url: to.uploads, headers: {} };
  const response = await answer(request, to);
  if (response.status !== 202) throw await ungranted('POST', response);
  await response.drain();
  return placeOf(request, response, 0);
}

/** How many bytes the registry has, or undefined where it no longer knows the upload. */
async function resumed(under: Upload | undefined, to: Uploading): Promise<Upload | undefined> {
  if (under === undefined) return undefined;
  const request = { method: 'GET', url: under.url, headers: {} };
  const response = await answer(request, to);
  await response.drain();
  const reached = reachedBy(response);
  return response.status === 204 && reached !== undefined ? placeOf(request, response, reached) : undefined;
}

async function nextChunk(part: FilePart, { url, offset, least = 0 }: Upload, to: Uploading): Promise<Upload> {
  const length = Math.min(Math.max(to.chunkBytes, least), part.length - offset);
  const headers = { ...OCTETS, 'content-range': `${offset}-${offset + length - 1}` };
  const request = { method: 'PATCH', url, headers, body: { ...part, start: part.start + offset, length }, idleMs: PATIENCE_MS };
  const response = await answer(request, to);
  if (response.status !== 202 && !isLost(response.status)) throw await ungranted('PATCH', response);
  await response.drain();
  const end = offset + length;
  if (response.status !== 202 || (reachedBy(response) ?? end) !== end) throw lost(to);
  return { ...placeOf(request, response, end), least };
}

/** False where the registry has other bytes than were sent. */
async function finish(blob: Sendable, { url }: Upload, to: Uploading, body?: Sendable['body']): Promise<boolean> {
  const place = withDigest(url, blob.digest);
  const request = { method: 'PUT', url: place, headers: OCTETS, idleMs: PATIENCE_MS, ...(body === undefined ? {} : { body }) };
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
function reachedBy({ headers }: HttpResponse): number | undefined {
  const last = Number(/^(?:bytes=)?0-(\d{1,15})$/.exec(headers['range'] ?? '')?.[1] ?? 0);
  return last === 0 ? undefined : last + 1;
}

async function answer(request: HttpRequest, to: Uploading): Promise<HttpResponse> {
  return settled(request.method, await to.send(request), to.how);
}

/** The upload is unknown, or ends at another position: it must begin again. */
function isLost(status: number): boolean {
  return status === 404 || status === 416;
}

function lost({ uploads }: Uploading, message = 'the upload was lost'): FailedAttempt {
  const refusal = (added: string) =>
    storeFailure({ action: 'PUT', url: uploads, kind: 'server', message: added === '' ? message : `${message}, ${added}` });
  return new FailedAttempt(refusal, { mayPass: true });
}

function neverWhole({ uploads }: Uploading) {
  return storeFailure({ action: 'PUT', url: uploads, kind: 'server', message: `begun ${MOST_BEGINNINGS} times and never stored whole` });
}

async function refuseIfChanged({ body, digest }: Sendable): Promise<void> {
  if (body instanceof Uint8Array) return;
  const found = `sha256:${await hashPart(body)}`;
  if (found !== digest) throw changedFile(body.file, digest, found);
}
