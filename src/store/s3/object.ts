/**
 * One object: check whether it exists, put it if it does not, read it. Every put is conditional (`If-None-Match: *`), so that nothing is
 * overwritten, and states the SHA-256 of its bytes twice, so that the server itself refuses other bytes.
 *
 *     await headObject(s3, key, digest)                    { size: 41 }, or undefined
 *     await putObject(s3, key, { body, sha256 })           'stored', or 'occupied' if an object exists
 */
import type { HttpRequest } from '../http/client.ts';
import { type RetryPolicy, withRetries } from '../http/retry.ts';
import { s3Failure } from './refusals.ts';
import { type Answer, type Ask, temporaryFailure } from './request.ts';

/** An open store. */
export interface S3 {
  readonly ask: Ask;
  readonly how: RetryPolicy;
  readonly sendsChecksums: boolean;
  /** The fewest bytes in a part of a long file, unless it is the last. */
  readonly leastPart: number;
}

export const ONLY_IF_ABSENT = { 'if-none-match': '*' } as const;
/** A server that checks a long body is silent for a while. */
export const BODY_IDLE_MS = 120_000;

export interface Found {
  readonly size: number;
  /** Base64, for the whole object, where the server stores it. */
  readonly sha256: string | undefined;
  /** Without quotes. */
  readonly etag: string | undefined;
}

/** Facts about the object with this key. */
export async function headObject({ ask, how }: S3, key: string): Promise<Found | undefined> {
  const answer = await withRetries(how, () => ask({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' } }));
  const { status, response } = answer;
  await response.drain();
  if (status === 404) return undefined;
  // An answer to HEAD has no body with the reason.
  if (status !== 200)
    return unlessDenied(await withRetries(how, () => ask({ method: 'GET', key, headers: { range: 'bytes=0-0' } })), answer);
  const size = Number(response.headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(size)) throw s3Failure(answer);
  const checksum = response.headers['x-amz-checksum-sha256'];
  const etag = etagOf(response.headers['etag']);
  return { size, sha256: checksum === undefined || isOfParts(response.headers) ? undefined : checksum, etag };
}

/** A strong ETag without its quotes. A weak one says nothing about the bytes, and one of other characters cannot be sent as a condition. */
export function etagOf(text: string | undefined): string | undefined {
  return text === undefined || !/^[\x20-\x7e]+$/.test(text) || text.startsWith('W/') ? undefined : text.replace(/^"(.*)"$/s, '$1');
}

/** For a multipart object it is the hash of the parts' hashes, `…-7`; some servers omit the number, and only the ETag has it. */
function isOfParts(headers: Readonly<Record<string, string>>): boolean {
  const type = headers['x-amz-checksum-type']?.toUpperCase();
  if (type !== undefined) return type !== 'FULL_OBJECT';
  return headers['x-amz-checksum-sha256']?.includes('-') === true || /-\d{1,5}"?$/.test(headers['etag'] ?? '');
}

/** With keys that may not list, a missing object is answered with AccessDenied. */
async function unlessDenied(reason: Answer, head: Answer): Promise<undefined> {
  await reason.response.drain();
  if (reason.code === 'NoSuchKey' || reason.code === 'AccessDenied') return undefined;
  throw s3Failure(reason.status >= 300 ? reason : head);
}

export async function putObject(
  { ask, how, sendsChecksums }: S3,
  key: string,
  { body, sha256, replaces = false }: { body: HttpRequest['body']; sha256: string; replaces?: boolean | undefined },
): Promise<'stored' | 'occupied'> {
  return withRetries(how, async () => {
    const condition = replaces ? {} : ONLY_IF_ABSENT;
    const headers = { ...condition, 'content-type': 'application/octet-stream', ...(sendsChecksums ? checksumHeader(sha256) : {}) };
    const answer = await ask({ method: 'PUT', key, headers, sha256, idleMs: BODY_IDLE_MS, ...(body === undefined ? {} : { body }) });
    await answer.response.drain();
    if (answer.status === 200) return 'stored';
    if (answer.status === 412) return 'occupied';
    // Another client writes the same key at this moment.
    throw answer.status === 409 ? temporaryFailure(answer) : s3Failure(answer);
  });
}

/** The bytes, or the answer with the reason; `longer` where there are more than `limit`. */
export function getObject({ ask, how }: S3, key: string, limit: number): Promise<Uint8Array | 'longer' | Answer> {
  return withRetries(how, async () => {
    const answer = await ask({ method: 'GET', key });
    const { status, response } = answer;
    if (status !== 200) return answer;
    if (!(Number(response.headers['content-length']) > limit)) return response.bytes(limit);
    await response.drain();
    return 'longer';
  });
}

export function checksumHeader(sha256: string): Record<string, string> {
  return { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
}
