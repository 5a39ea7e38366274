/**
 * One request to the store and its answer. A temporary failure (5xx, 429, SlowDown, a body damaged on the way) is thrown as a failed
 * attempt, for `withRetries`; the caller judges any other status, with the error code already read.
 *
 *     const { status, code, response } = await withRetries(how, () => ask({ method: 'GET', key: 'packs/ab12.json' }))
 */

import { badSettings } from '../bad-settings.ts';
import type { HttpRequest, HttpResponse, Send } from '../http/client.ts';
import { FailedAttempt } from '../http/failed-attempt.ts';
import { type RetryPolicy, requestedPause } from '../http/retry.ts';
import { storeFailure } from '../refusals.ts';
import { errorCodeOf, type S3Failure, s3Failure } from './refusals.ts';
import type { S3Settings } from './settings.ts';
import { EMPTY_SHA256, signedSend } from './sign.ts';
import { hasUnsafeSegment } from './url.ts';
import { readXml } from './xml.ts';

export interface Question {
  readonly method: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: HttpRequest['body'];
  /** The hash of the body, in hex. */
  readonly sha256?: string;
  readonly idleMs?: number;
}

export interface Answer extends S3Failure {
  readonly response: HttpResponse;
}

export type Ask = (question: Question) => Promise<Answer>;

/** Error codes that another attempt may not get, whatever their status. */
const TEMPORARY_CODES = new Set([
  'RequestTimeout',
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'IncompleteBody',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
]);

export function asking(send: Send, settings: S3Settings, { now }: Pick<RetryPolicy, 'now'>): Ask {
  const signed = signedSend(send, settings);
  return async (question) => {
    const { method, key, query = {}, headers = {}, sha256 = EMPTY_SHA256, body, idleMs } = question;
    const url = objectUrl(settings.bucketUrl, key, query);
    const response = await signed({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      ...(body === undefined ? {} : { body }),
      ...(idleMs === undefined ? {} : { idleMs }),
    });
    const { status } = response;
    // A signature is valid for one host: an answer of another host is not the store's.
    if (response.url.href !== url.href)
      throw storeFailure({ action: method, url, status, kind: 'server', message: 'redirected elsewhere' });
    const code = status >= 300 ? errorCodeOf(await readXml(Buffer.from(await response.text()))) : '';
    const answer = { action: method, url, status, code, response, bucketRegion: otherRegion(response, settings.region) };
    const isPassing = (status >= 500 && status !== 501) || status === 429 || status === 408 || isTemporaryCode(code);
    if (isPassing) throw temporaryFailure(answer, requestedPause(response.headers['retry-after'], now()));
    return answer;
  };
}

export function isTemporaryCode(code: string): boolean {
  return TEMPORARY_CODES.has(code);
}

/** For `withRetries`: the request is repeated, and finally refused with the server's last answer. */
export function temporaryFailure(answer: S3Failure, waitMs?: number): FailedAttempt {
  return new FailedAttempt((attempts) => s3Failure(answer, attempts), { isTemporary: true, waitMs });
}

/** All characters of a key except the unreserved ones are escaped, as the signature requires. */
export function objectUrl(bucketUrl: URL, key: string, query: Readonly<Record<string, string>> = {}): URL {
  const search = Object.entries(query).map(([name, value]) => `${escapeUri(name)}=${escapeUri(value)}`);
  // The URL of the bucket itself has no final slash: some servers sign it without.
  const base = key === '' ? bucketUrl.href.slice(0, -1) : bucketUrl.href;
  return new URL(`${base}${objectPath(key)}${search.length === 0 ? '' : `?${search.join('&')}`}`);
}

/** The form of a value in a URL. */
export function objectPath(key: string): string {
  if (key !== '' && hasUnsafeSegment(key)) throw badSettings('a key has an empty, "." or ".." segment, which a URL cannot name');
  return key.split('/').map(escapeUri).join('/');
}

function otherRegion({ headers, status }: HttpResponse, own: string): string | undefined {
  const region = headers['x-amz-bucket-region'];
  return status >= 300 && region !== undefined && region !== own && /^[a-z0-9-]{1,63}$/.test(region) ? region : undefined;
}

function escapeUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
