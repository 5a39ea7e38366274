/**
 * Requests over HTTP and HTTPS, with connections kept for reuse. Nothing is retried here and no status is an error. Errors are: no
 * connection, 30 seconds without a byte, an answer that drips, a body shorter than its content-length.
 *
 *     const { send, close } = openHttp();
 *     const response = await send({ method: 'GET', url, headers: {} });
 *
 * A body is read once, by one of its four readers. Redirects of GET and HEAD are followed, at most five, never from HTTPS to HTTP; a
 * request to another origin is sent without credentials. Without TLS nothing is sent to another machine, unless the user asked for it.
 */
import type * as http from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isUnknownSigner, type Trust } from './authorities.ts';
import { type Connections, openConnections } from './connections.ts';
import { type FilePart, readPart } from './file-part.ts';
import { redirection } from './redirect.ts';
import { failedExchange, responseOf } from './response.ts';
import { requireProtected } from './tls-rules.ts';
import { reportTraffic } from './traffic.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | FilePart;
  /** How long the server may send nothing: a server that checks a gigabyte is silent for a while. */
  readonly idleMs?: number;
}

export interface HttpResponse {
  /** The URL of the last request, after redirects. */
  readonly url: URL;
  readonly status: number;
  /** Lower-case names; the values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Calls `take` with each piece of the body as it arrives, until it returns false: the rest is then not received. In this way a long body
   * costs half as much as by an iterator.
   */
  each(take: (bytes: Uint8Array) => boolean): Promise<void>;
  /** The complete body; a longer one is a failed attempt. */
  bytes(limit: number): Promise<Uint8Array>;
  /** At most the first `limit` bytes (64 KiB), for the text of an error. */
  text(limit?: number): Promise<string>;
  /** Discards the body and never fails; a short body is read, so that the connection can be reused. */
  drain(): Promise<void>;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpClient {
  readonly send: Send;
  close(): void;
}

const IDLE_MS = 30_000;
const MAX_REDIRECTS = 5;

export interface HttpOptions extends Partial<Trust> {
  readonly idleMs?: number;
  /** Whether plain HTTP to other machines is allowed. */
  readonly plainHttp?: boolean;
}

export function openHttp({ idleMs = IDLE_MS, plainHttp = false, env = {}, caFile }: HttpOptions): HttpClient {
  const connections = openConnections({ env, caFile });
  async function send(request: HttpRequest): Promise<HttpResponse> {
    let current = { idleMs, ...request };
    for (let followed = 0; ; followed++) {
      requireProtected(current.method, current.url, plainHttp);
      const response = await exchange(current, connections);
      const next = redirection(current, response, followed >= MAX_REDIRECTS);
      if (next === undefined) return response;
      await response.drain();
      current = { idleMs, ...next };
    }
  }
  return { send, close: connections.close };
}

export type TimedRequest = HttpRequest & { readonly idleMs: number };

/** Tries again where other authorities may know the server: nothing is sent before its certificate is trusted. */
async function exchange(request: TimedRequest, connections: Connections): Promise<HttpResponse> {
  for (;;) {
    try {
      return await exchangeOnce(request, connections);
    } catch (error) {
      if (!(error instanceof UnknownSigner)) throw error;
      if (!connections.tryOtherAuthorities(request.url)) throw failedExchange(request, error.cause);
    }
  }
}

class UnknownSigner extends Error {}

function exchangeOnce(request: TimedRequest, connections: Connections): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const { method, url, idleMs: timeout } = request;
    const way = connections.to(url);
    const outgoing = way.request(way.url, { ...way.options, method, headers: { ...headersOf(request), ...way.headers }, timeout });
    let incoming: http.IncomingMessage | null = null;
    const giveUp = (reason: string): void => {
      const silence = Object.assign(new Error(reason), { code: 'ETIMEDOUT' });
      incoming?.destroy(silence);
      outgoing.destroy(silence);
    };
    // A head that drips would never end. What is sent before it may take any time.
    const headLimit = hasBody(request) ? undefined : setTimeout(() => giveUp(`no answer within ${(2 * timeout) / 1000} s`), 2 * timeout);
    outgoing.on('close', () => clearTimeout(headLimit));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(isUnknownSigner(error.code ?? '') ? new UnknownSigner('', { cause: error }) : failedExchange(request, error));
    });
    outgoing.on('timeout', () => giveUp(`nothing was received for ${timeout / 1000} s`));
    outgoing.on('response', (message) => {
      incoming = message;
      clearTimeout(headLimit);
      // The answer came before the whole request was sent: the rest is not sent, and the connection cannot be reused.
      if (!outgoing.writableEnded) outgoing.shouldKeepAlive = false;
      resolve(responseOf(request, message));
    });
    sendBody(outgoing, request.body, () => incoming !== null).catch((error: unknown) => {
      if (error instanceof LocalFailure) reject(error.cause);
      outgoing.destroy();
    });
  });
}

/** A failure of this machine, not of the connection. */
class LocalFailure extends Error {}

async function sendBody(outgoing: http.ClientRequest, body: HttpRequest['body'], isAnswered: () => boolean): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  async function* bytes(part: FilePart): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const piece of readPart(part, isAnswered)) {
        yield piece;
        reportTraffic(piece.length);
      }
    } catch (error) {
      throw new LocalFailure('the file to be sent cannot be read', { cause: error });
    }
  }
  await pipeline(bytes(body), outgoing);
}

function headersOf({ method, headers, body }: HttpRequest): Record<string, string | number> {
  const length = body?.length ?? 0;
  const stated = hasBody({ method, body }) ? { 'content-length': length } : {};
  return { 'user-agent': 'custody', 'accept-encoding': 'identity', ...headers, ...stated };
}

function hasBody({ method, body }: { readonly method: string; readonly body?: HttpRequest['body'] | undefined }): boolean {
  return body !== undefined || !['GET', 'HEAD', 'DELETE'].includes(method);
}
