/**
 * AWS Signature Version 4 on the server's side, written from the documentation of the signing process and of the S3 REST API, without code
 * of the client. It returns an S3 error code, or undefined where the request is correctly signed.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Key {
  readonly secret: string;
  readonly token?: string;
}

export interface Signer {
  readonly keys: Readonly<Record<string, Key>>;
  readonly region: string;
  /** Milliseconds since 1970, by the server's own clock. */
  readonly now: number;
}

export type Signed = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

const FIFTEEN_MINUTES = 15 * 60_000;

export function signatureFault(request: Signed, { keys, region, now }: Signer): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return 'AccessDenied';
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (parsed === null) return 'AuthorizationHeaderMalformed';
  const [, id = '', day = '', signedRegion = '', signedHeaders = '', signature = ''] = parsed;
  const time = headerOf(request, 'x-amz-date');
  const instant = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(instant) || !time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (Math.abs(now - instant) > FIFTEEN_MINUTES) return 'RequestTimeTooSkewed';
  const key = keys[id];
  if (key === undefined) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  if (headerOf(request, 'x-amz-security-token') !== (key.token ?? '')) return 'InvalidToken';
  const names = signedHeaders.split(';');
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (names.join(';') !== names.toSorted().join(';') || mustBeSigned.some((name) => !names.includes(name))) return 'AccessDenied';
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, names))].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce((secret: string | Buffer, text) => hmac(secret, text), `AWS4${key.secret}`);
  const expected = hmac(signingKey, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

/** The names and values of the query, decoded. */
export function queryOf(target: string): ReadonlyMap<string, string> {
  const question = target.indexOf('?');
  const pairs = question < 0 ? [] : target.slice(question + 1).split('&');
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      return [decodeURIComponent(name), equals < 0 ? '' : decodeURIComponent(pair.slice(equals + 1))];
    }),
  );
}

/** The path as sent, decoded. */
export function pathOf(target: string): string {
  return decodeURIComponent(target.split('?', 1)[0] as string);
}

function canonicalRequest(request: Signed, names: readonly string[]): string {
  const target = request.url ?? '/';
  const query = [...queryOf(target)].map(([name, value]) => [uriEncode(name), uriEncode(value)] as const);
  const sorted = query.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => `${name}=${value}`);
  return [
    request.method ?? '',
    pathOf(target).split('/').map(uriEncode).join('/'),
    sorted.join('&'),
    ...names.map((name) => `${name}:${headerOf(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headerOf(request, 'x-amz-content-sha256'),
  ].join('\n');
}

/** Every byte except letters, digits and `-._~` becomes `%XY`. */
function uriEncode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function headerOf(request: Signed, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
