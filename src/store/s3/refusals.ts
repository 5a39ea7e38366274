/**
 * An error answer of S3 as a refusal: URL, status and the error code. The server's own message is left out, because it may quote the string
 * that was signed.
 *
 *     PUT https://evidence.s3.amazonaws.com/packs/ab12.json: HTTP 403 (Forbidden), RequestTimeTooSkewed: this machine's clock is …
 */
import { Refusal } from '#core/refusal';
import { storeFailure } from '../refusals.ts';
import { childText, type XmlElement } from './xml.ts';

export interface S3Failure {
  readonly action: string;
  readonly url: URL;
  readonly status: number;
  /** Empty where there is none, as in every answer to HEAD. */
  readonly code: string;
  /** `x-amz-bucket-region`, where the server sent it. */
  readonly bucketRegion?: string | undefined;
}

const MEANINGS: Readonly<Record<string, string>> = {
  AccessDenied: 'these keys do not have the permission',
  AuthorizationHeaderMalformed: 'the request was signed for another region',
  ExpiredToken: 'the session token has expired',
  InvalidAccessKeyId: 'the server does not know this access key',
  InvalidToken: 'the session token is not valid',
  NoSuchBucket: 'there is no such bucket',
  NotImplemented: 'the server lacks conditional writes (If-None-Match) or checksums, without which something might be overwritten',
  PermanentRedirect: 'the bucket is in another region',
  RequestTimeTooSkewed: "this machine's clock and the server's are too far apart",
  SignatureDoesNotMatch: 'the secret key does not belong to this access key',
};

const AUTH_CODES = new Set(['ExpiredToken', 'InvalidToken', 'AuthorizationHeaderMalformed']);

export function s3Failure({ action, url, status, code, bucketRegion }: S3Failure, added = ''): Refusal {
  const meaning = MEANINGS[code];
  const region = bucketRegion === undefined ? '' : `the bucket is in ${bucketRegion}, set AWS_REGION`;
  const message = [meaning === undefined ? code : `${code}: ${meaning}`, region, added].filter((text) => text !== '').join(', ');
  const kind = status === 401 || status === 403 || AUTH_CODES.has(code) ? 'auth' : 'server';
  const refusal = storeFailure({ action, url, status, kind, message });
  return new Refusal(refusal.code, refusal.message, { ...refusal.detail, ...(code === '' ? {} : { s3_code: code }) });
}

/** The `Code` of an `Error` document, in letters and digits; anything else is not repeated. */
export function errorCodeOf(root: XmlElement | undefined): string {
  const code = root?.name === 'Error' ? (childText(root, 'Code') ?? '') : '';
  return /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : '';
}

/** The key of a blob has other content, and nothing is overwritten. */
export function otherBlob(url: string, expected: string, actual: string): Refusal {
  return new Refusal('E_BAD_PACK', `${url} exists and is not ${expected}: ${actual}`, { url, expected, actual });
}
