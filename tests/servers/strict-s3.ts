/**
 * A small S3 server, stricter than others: every signature, body hash, checksum and condition is checked as Amazon documents it. It
 * supports only path style. It runs as a program with one argument, its options as JSON, and prints `listening <port>`.
 *
 *     node strict-s3.mjs '{"folder":"/tmp/x","buckets":["evidence"],"keys":{"ID":{"secret":"…"}}}'
 *
 * Objects are under `<folder>/objects`, unfinished uploads under `<folder>/uploads`, and each request is a line of `<folder>/requests.log`.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, createReadStream, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { receive } from './strict-s3-body.ts';
import { escape, S3Error } from './strict-s3-error.ts';
import { openObjects } from './strict-s3-objects.ts';
import { type Key, pathOf, queryOf, signatureFault } from './strict-s3-signature.ts';
import { openUploads } from './strict-s3-uploads.ts';

export interface StrictOptions {
  readonly folder: string;
  readonly buckets: readonly string[];
  readonly keys: Readonly<Record<string, Key>>;
  readonly region?: string;
  /** The number of keys on a page of a list. */
  readonly pageSize?: number;
  readonly clockOffsetMs?: number;
  /** The keys may read and write, but not list: a missing object is then AccessDenied. */
  readonly mayNotList?: boolean;
  /** If-None-Match is answered with 501, and If-Match is ignored. */
  readonly lacksConditions?: boolean;
  /** Every GET is answered with the whole object. */
  readonly lacksRanges?: boolean;
  /** This many conditional writes are answered with 409. */
  readonly conflicts?: number;
  /** This many completed uploads are answered with 200 and this error in the body. */
  readonly errorsIn200?: { readonly count: number; readonly code: string };
  /** As with moto: the answer to a completed upload is named `…Response`, and the checksum of a multipart upload has no number of parts. */
  readonly saysResponse?: boolean;
  /** This many uploads are completed but never answered. */
  readonly lostCompletions?: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as StrictOptions;
const { folder, buckets, keys, region = 'us-east-1', pageSize = 3, clockOffsetMs = 0 } = options;
const left = { conflicts: options.conflicts ?? 0, errorsIn200: options.errorsIn200?.count ?? 0, lost: options.lostCompletions ?? 0 };
const objects = openObjects(folder);
const uploads = openUploads(folder);
for (const bucket of buckets) mkdirSync(join(folder, 'objects', bucket), { recursive: true });
mkdirSync(join(folder, 'incoming'), { recursive: true });

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: string;
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
}

async function handle(call: Call): Promise<void> {
  const { request, query, key } = call;
  const fault = signatureFault(request, { keys, region, now: Date.now() + clockOffsetMs });
  if (fault !== undefined) throw new S3Error(fault === 'AuthorizationHeaderMalformed' || fault === 'InvalidToken' ? 400 : 403, fault);
  if (!buckets.includes(call.bucket)) throw new S3Error(404, 'NoSuchBucket');
  const route = `${request.method} ${key === '' ? 'bucket' : 'object'}`;
  if (route === 'GET bucket' && query.get('list-type') === '2') return list(call);
  if (route === 'HEAD object' || route === 'GET object') return get(call);
  if (route === 'POST object' && query.has('uploads')) return begin(call);
  if (route === 'PUT object' && query.has('uploadId')) return putPart(call);
  if (route === 'POST object' && query.has('uploadId')) return complete(call);
  if (route === 'DELETE object' && query.has('uploadId')) return abort(call);
  if (route === 'PUT object' && request.headers['x-amz-copy-source'] !== undefined) return copy(call);
  if (route === 'PUT object' && query.size === 0) return put(call);
  if (route === 'DELETE object' && query.size === 0) return remove(call);
  throw new S3Error(405, 'MethodNotAllowed');
}

function get({ request, response, bucket, key }: Call): void {
  const stored = objects.find(bucket, key);
  if (stored === undefined) throw options.mayNotList ? new S3Error(403, 'AccessDenied') : new S3Error(404, 'NoSuchKey');
  const isAsked = request.headers['x-amz-checksum-mode'] === 'ENABLED' && stored.sha256 !== undefined;
  const condition = request.headers['if-match'];
  if (condition !== undefined && condition !== stored.etag && !options.lacksConditions) throw new S3Error(412, 'PreconditionFailed');
  const range = options.lacksRanges ? undefined : rangeOf(request, stored.size);
  head(response, range === undefined ? 200 : 206, {
    'content-length': range === undefined ? stored.size : range.end - range.start + 1,
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${stored.size}` }),
    etag: stored.etag,
    ...(isAsked ? { 'x-amz-checksum-sha256': options.saysResponse ? stored.sha256?.replace(/-\d+$/, '') : stored.sha256 } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(objects.path(bucket, key), range).pipe(response);
}

function rangeOf({ headers }: IncomingMessage, size: number): { readonly start: number; readonly end: number } | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (Number(first) >= size) throw new S3Error(416, 'InvalidRange');
  return { start: Number(first), end: Math.min(Number(last), size - 1) };
}

async function put({ request, response, bucket, key }: Call): Promise<void> {
  const onlyIfAbsent = isConditional(request);
  if (onlyIfAbsent && objects.find(bucket, key) !== undefined) throw new S3Error(412, 'PreconditionFailed');
  const received = await receive(request, join(folder, 'incoming', randomUUID()));
  if (received === undefined) return;
  const etag = `"${received.md5}"`;
  objects.place(bucket, key, received.file, { size: received.size, etag, sha256: received.sha256 }, onlyIfAbsent);
  head(response, 200, { etag, 'content-length': 0 }).end();
}

/** The source is `/bucket/key`, escaped as in a URL. */
function copy({ request, response, bucket, key }: Call): void {
  const [, from = '', ...rest] = String(request.headers['x-amz-copy-source']).split('/');
  const source = rest.map(decodeURIComponent).join('/');
  const stored = objects.find(from, source);
  if (stored === undefined) throw new S3Error(404, 'NoSuchKey');
  const file = join(folder, 'incoming', randomUUID());
  copyFileSync(objects.path(from, source), file);
  objects.place(bucket, key, file, stored, false);
  answer(response, `<CopyObjectResult><ETag>${escape(stored.etag)}</ETag></CopyObjectResult>`);
}

function remove({ response, bucket, key }: Call): void {
  rmSync(objects.path(bucket, key), { force: true });
  head(response, 204).end();
}

function begin({ request, response, bucket, key }: Call): void {
  const uploadId = uploads.begin(bucket, key, request.headers['x-amz-checksum-algorithm'] === 'SHA256');
  const inner = `<Bucket>${bucket}</Bucket><Key>${escape(key)}</Key><UploadId>${escape(uploadId)}</UploadId>`;
  answer(
    response,
    `<InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</InitiateMultipartUploadResult>`,
  );
}

async function putPart({ request, response, bucket, key, query }: Call): Promise<void> {
  const uploadId = query.get('uploadId') ?? '';
  const part = await receive(request, uploads.newFile(uploadId, bucket, key));
  if (part === undefined) return;
  uploads.addPart(uploadId, Number(query.get('partNumber')), part);
  head(response, 200, { etag: `"${part.md5}"`, 'content-length': 0 }).end();
}

async function complete({ request, response, bucket, key, query }: Call): Promise<void> {
  const received = await receive(request, join(folder, 'incoming', randomUUID()));
  if (received === undefined) return;
  const uploadId = query.get('uploadId') ?? '';
  const { file, stored } = uploads.join(uploadId, bucket, key, readFileSync(received.file, 'utf8'));
  rmSync(received.file);
  const onlyIfAbsent = isConditional(request);
  if (left.errorsIn200-- > 0) {
    answer(response, `\n\n  ${new S3Error(200, options.errorsIn200?.code ?? '').document('').replace(/^<\?xml.*?\?>\n/, '')}`);
    return;
  }
  objects.place(bucket, key, file, stored, onlyIfAbsent);
  uploads.end(uploadId);
  if (left.lost-- > 0) {
    request.socket.destroy();
    return;
  }
  const inner = `<Key>${escape(key)}</Key><ETag>${escape(stored.etag)}</ETag>`;
  const name = `CompleteMultipartUpload${options.saysResponse ? 'Response' : 'Result'}`;
  answer(response, `<?xml version="1.0" encoding="UTF-8"?>\n  \n<${name}>${inner}</${name}>`);
}

function abort({ response, query }: Call): void {
  uploads.end(query.get('uploadId') ?? '');
  head(response, 204).end();
}

function list({ response, bucket, query }: Call): void {
  if (options.mayNotList) throw new S3Error(403, 'AccessDenied');
  const given = query.get('continuation-token');
  const after = given === undefined ? (query.get('start-after') ?? '') : Buffer.from(given, 'base64url').toString();
  const found = objects.keys(bucket, query.get('prefix') ?? '', after);
  const page = found.slice(0, pageSize);
  const isUrl = query.get('encoding-type') === 'url';
  const shown = (key: string): string => (isUrl ? encodeURIComponent(key).replaceAll('%20', '+') : escape(key));
  const isTruncated = found.length > page.length;
  const token = isTruncated ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>` : '';
  const contents = page.map((key) => {
    const { size, mtime } = statSync(objects.path(bucket, key));
    const etag = escape(objects.find(bucket, key)?.etag ?? '');
    const facts = `<LastModified>${mtime.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${size}</Size>`;
    return `<Contents><Key>${shown(key)}</Key>${facts}</Contents>`;
  });
  const summary = `<Name>${bucket}</Name><KeyCount>${page.length}</KeyCount>${isUrl ? '<EncodingType>url</EncodingType>' : ''}`;
  answer(response, `<ListBucketResult>${summary}<IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`);
}

function isConditional({ headers }: IncomingMessage): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined) return false;
  if (options.lacksConditions || condition !== '*') throw new S3Error(501, 'NotImplemented');
  if (left.conflicts-- > 0) throw new S3Error(409, 'ConditionalRequestConflict');
  return true;
}

/** A request is logged before its answer is sent. */
function head(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): ServerResponse {
  const { method, url } = response.req;
  appendFileSync(join(folder, 'requests.log'), `${method} ${url} ${status}\n`);
  return response.writeHead(status, headers);
}

function answer(response: ServerResponse, document: string): void {
  head(response, 200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(document) }).end(document);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const refusal = error instanceof S3Error ? error : new S3Error(500, 'InternalError');
  if (!(error instanceof S3Error)) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  const secrets = `${request.headers.authorization} ${Object.values(keys)
    .map(({ secret, token }) => `${secret} ${token}`)
    .join(' ')}`;
  const document = refusal.document(secrets);
  // The connection is closed, because the unread rest of the body would be read as the next request.
  head(response, refusal.status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(document),
    connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : document);
}

const server = createServer((request, response) => {
  const [, bucket = '', ...rest] = pathOf(request.url ?? '/').split('/');
  const call = { request, response, bucket, key: rest.join('/'), query: queryOf(request.url ?? '/') };
  handle(call).catch((error: unknown) => refuse(request, response, error));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`));
