/** The result of an exchange: the response with its body, or a failed attempt with the system's text. */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { storeFailure } from '../refusals.ts';
import { isUnknownSigner } from './authorities.ts';
import type { HttpRequest, HttpResponse, TimedRequest } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { countReceived } from './young-memory.ts';

/** Connection errors that another attempt may not have; a name without an address or an untrusted certificate stays so. */
const TEMPORARY = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

const NO_TLS = 'EPROTO';
const NO_TLS_TEXT =
  'the server does not use TLS; a person must decide whether to continue without it (--plain-http), because anyone on the network could then read and change everything';
const UNKNOWN_TEXT =
  "no trusted authority signed this certificate; name a company's own authority with --ca-file FILE, SSL_CERT_FILE or NODE_EXTRA_CA_CERTS";

type Each = HttpResponse['each'];

/** The fewest bytes of an answer to GET that must arrive while a server may send nothing: a body that drips would never end. */
const LEAST_PROGRESS = 1024;

/** At most this much of an unwanted body is read. */
const ERROR_TEXT = 1 << 16;

export function responseOf(request: TimedRequest, incoming: IncomingMessage): HttpResponse {
  const each: Each = (take) => eachPiece(request, incoming, take);
  return {
    url: request.url,
    status: incoming.statusCode ?? 0,
    headers: headersOf(incoming),
    each,
    bytes: async (limit) => {
      const { bytes, isWhole } = await firstBytes(each, limit);
      if (isWhole) return bytes;
      throw failedExchange(request, new Error(`the answer is longer than ${limit} bytes`));
    },
    text: async (limit = ERROR_TEXT) => Buffer.from((await firstBytes(each, limit)).bytes).toString(),
    drain: async () => {
      await firstBytes(each, ERROR_TEXT).catch(() => {});
    },
  };
}

/** The same response with its body in memory. */
export function inMemory(response: HttpResponse, bytes: Uint8Array): HttpResponse {
  return {
    ...response,
    each: async (take) => void take(bytes),
    bytes: async () => bytes,
    text: async (limit = ERROR_TEXT) => Buffer.from(bytes.subarray(0, limit)).toString(),
    drain: async () => {},
  };
}

export function failedExchange({ method, url }: HttpRequest, error: unknown): FailedAttempt {
  const { code, text } = codeAndText(error);
  const refusal = (added: string) =>
    storeFailure({ action: method, url, kind: 'network', message: added === '' ? text : `${text}, ${added}` });
  return new FailedAttempt(refusal, { isTemporary: TEMPORARY.has(code) || code.startsWith('HPE_') });
}

/** A body that ends before its content-length was truncated; bytes after it are not part of the answer. */
function eachPiece(request: TimedRequest, incoming: IncomingMessage, take: (bytes: Uint8Array) => boolean): Promise<void> {
  const announced = request.method === 'HEAD' ? undefined : incoming.headers['content-length'];
  let count = 0;
  return new Promise((resolve, reject) => {
    let isOver = false;
    const unwatch = request.method === 'GET' ? requireProgress(incoming, request.idleMs, () => count) : () => {};
    const end = (settle: () => void): void => {
      isOver = true;
      settle();
      incoming.destroy();
    };
    incoming.on('data', (bytes: Uint8Array) => {
      if (isOver) return;
      count += bytes.length;
      try {
        if (!take(bytes)) end(resolve);
      } catch (error) {
        end(() => reject(error));
      }
      countReceived(bytes.length);
    });
    finished(incoming, (error) => {
      unwatch();
      if (error) reject(failedExchange(request, error));
      else if (announced === undefined || Number(announced) === count || incoming.statusCode === 304) resolve();
      else reject(failedExchange(request, Object.assign(new Error(`received ${count} of ${announced} bytes`), { code: 'ECONNRESET' })));
    });
  });
}

/** Other methods may be answered by a space now and then, while the server works. */
function requireProgress(incoming: IncomingMessage, idleMs: number, count: () => number): () => void {
  let before = 0;
  const timer = setInterval(() => {
    const received = count() - before;
    before = count();
    if (received >= LEAST_PROGRESS) return;
    incoming.destroy(Object.assign(new Error(`only ${received} bytes were received in ${idleMs / 1000} s`), { code: 'ETIMEDOUT' }));
  }, idleMs);
  return () => clearInterval(timer);
}

async function firstBytes(each: Each, limit: number): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let count = 0;
  await each((bytes) => {
    pieces.push(bytes);
    count += bytes.length;
    return count <= limit;
  });
  const bytes = Buffer.concat(pieces);
  return { bytes: bytes.subarray(0, limit), isWhole: count <= limit };
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) if (values !== undefined) headers[name] = values.join(', ');
  return headers;
}

/** If an address fails in two address families, the error contains two errors and has no text of its own. */
function codeAndText(error: unknown): { readonly code: string; readonly text: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return codeAndText(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', text: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === NO_TLS) return { code, text: NO_TLS_TEXT };
  if (isUnknownSigner(code)) return { code, text: `${error.message}: ${UNKNOWN_TEXT}` };
  return { code, text: error.message === '' ? code : error.message };
}
