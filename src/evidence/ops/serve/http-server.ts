/**
 * The HTTP server: read-only, with limits on the number of connections and answers, the length of a request and the time for each. It knows
 * nothing of evidence; `answer` gives what a path has.
 *
 *     const server = await listen({ host: '127.0.0.1', port: 0 }, answer);
 *     server.url      http://127.0.0.1:41235/
 *     await server.close();
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { Refusal, refusalEnvelope } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { cannotListen } from '../../refusals.ts';
import { HEADERS, inUrl, refusedRequest } from './guard.ts';

/** What is sent: bytes that are in memory, or pieces that are read while they are sent. */
export interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array | { readonly length: number; readonly pieces: () => AsyncIterable<Uint8Array>; readonly close: () => void };
}

export type AnswerTo = (path: string, query: URLSearchParams) => Promise<Answer>;

export interface Listening {
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

export interface Address {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

export interface Serving {
  readonly answer: AnswerTo;
  /** Receives what is neither an answer nor a refusal: a bug. */
  readonly onError: (error: unknown) => void;
  /** The limits on time; tests set shorter ones. */
  readonly limits?: Limits;
}

export interface Limits {
  /** The time for the head of a request, for a connection without a request, and for a client that takes nothing. */
  readonly idleMs: number;
  /** The time for a whole answer. */
  readonly answerMs: number;
  readonly connections: number;
  readonly answers: number;
}

const LIMITS: Limits = { idleMs: 20_000, answerMs: 600_000, connections: 128, answers: 32 };
/** The longest head of a request; the paths of two entries fit into it. */
const MAX_HEAD = 1 << 16;
const MAX_REQUESTS = 10_000;

/** Throws `E_IO` if the address cannot be used. */
export async function listen({ host, port }: Address, { answer, onError, limits = LIMITS }: Serving): Promise<Listening> {
  const { idleMs, connections } = limits;
  const options = {
    maxHeaderSize: MAX_HEAD,
    headersTimeout: idleMs,
    requestTimeout: idleMs,
    keepAliveTimeout: Math.min(idleMs, 5000),
    connectionsCheckingInterval: Math.min(idleMs, 1000),
    insecureHTTPParser: false,
  };
  const server = createServer(options, answering(host, { answer, onError, limits }));
  server.maxConnections = connections;
  server.maxRequestsPerSocket = MAX_REQUESTS;
  server.setTimeout(idleMs, (socket: Socket) => socket.destroy());
  server.on('clientError', refuseClient);
  // Nothing is upgraded, and no body is waited for.
  for (const event of ['connect', 'upgrade'] as const) server.on(event, (_, socket: Socket) => socket.destroy());
  server.on('checkContinue', (_, response: ServerResponse) => void send(response, textAnswer(417, 'a request has no body here'), LAST));
  await started(server, { host, port });
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://${inUrl(host)}:${used}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function started(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(errorCode(error) === undefined ? error : cannotListen(host, port, listenText(error))));
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

function listenText(error: unknown): string {
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: 'Address already in use; without a port, a free one is used',
    EADDRNOTAVAIL: 'Not an address of this machine',
    ENOTFOUND: 'No such host',
  };
  return texts[errorCode(error) ?? ''] ?? osText(error);
}

function answering(
  host: string,
  { answer, onError, limits }: Required<Serving>,
): (request: IncomingMessage, response: ServerResponse) => void {
  let open = 0;
  return (request, response) => {
    const { socket } = request;
    const ended = new AbortController();
    const deadline = setTimeout(() => socket.destroy(), limits.answerMs).unref();
    whenEnded(socket, response, () => {
      open--;
      clearTimeout(deadline);
      ended.abort();
    });
    if (++open > limits.answers) return void send(response, textAnswer(503, 'too many requests at the same time'), LAST);
    const refused = refusedRequest(request, host);
    if (refused !== null) return void send(response, textAnswer(refused.status, refused.text), LAST);
    const { pathname, searchParams } = new URL(`http://server${request.url}`);
    // A path is compared as it was sent with those that are known. It is never resolved.
    const isPlain = request.url?.split('?', 1)[0] === pathname;
    // A client may wait for long to be answered, but not take the answer for long.
    socket.setTimeout(0);
    void (isPlain ? answer(pathname, searchParams) : Promise.resolve(NOT_FOUND))
      .catch((error: unknown) => failed(error, onError))
      .then((found) => {
        socket.setTimeout(limits.idleMs);
        return send(response, found, { isHead: request.method === 'HEAD', isLast: false, ended: ended.signal });
      })
      .catch(onError);
  };
}

const endings = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `act` once, when the answer is complete or the connection is gone. The socket is asked too: a response that waits behind an earlier
 * one gets no event when the connection is gone.
 */
function whenEnded(socket: Socket, response: ServerResponse, act: () => void): void {
  let waiting = endings.get(socket);
  if (waiting === undefined) {
    const all = new Set<() => void>();
    endings.set(socket, (waiting = all));
    socket.once('close', () => {
      for (const end of all) end();
    });
  }
  const end = (): void => {
    if (waiting.delete(end)) act();
  };
  waiting.add(end);
  response.once('close', end);
}

/** The answer for a bug. What went wrong is not sent over the network. */
function failed(error: unknown, onError: (error: unknown) => void): Answer {
  if (error instanceof Refusal) return jsonAnswer(refusalEnvelope('serve.v0', error), 422);
  onError(error);
  return textAnswer(500, 'this could not be answered');
}

export const NOT_FOUND: Answer = textAnswer(404, 'there is no such page');

export function textAnswer(status: number, text: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: encodeUtf8(`${text}\n`) };
}

export function jsonAnswer(document: JsonObject, status = 200): Answer {
  return { status, type: 'application/json; charset=utf-8', body: encodeUtf8(`${textOf(document)}\n`) };
}

/** A longer answer is refused: the engine limits the length of a text. */
function textOf(document: JsonObject): string {
  try {
    return formatSpine(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal('E_IO', 'the answer is too long: use the command line, which writes it in pieces', {});
  }
}

interface Sending {
  readonly isHead: boolean;
  /** The connection is closed. */
  readonly isLast: boolean;
  /** The client is gone. */
  readonly ended?: AbortSignal;
}

const LAST: Sending = { isHead: false, isLast: true };

async function send(
  response: ServerResponse,
  { status = 200, type, headers = {}, body }: Answer,
  { isHead, isLast, ended }: Sending,
): Promise<void> {
  const close = 'pieces' in body ? body.close : () => {};
  try {
    if (response.destroyed || ended?.aborted) return;
    response.writeHead(status, {
      ...HEADERS,
      'content-type': type,
      'content-length': body.length,
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
      ...(status === 503 ? { 'retry-after': '1' } : {}),
      ...(isLast ? { connection: 'close' } : {}),
      ...headers,
    });
    if (isHead || !('pieces' in body)) return void response.end(isHead ? undefined : (body as Uint8Array));
    await pipeline(body.pieces(), response, ended === undefined ? {} : { signal: ended });
  } catch (error) {
    // The client is gone, or a file has changed: what was sent is cut short, and the client sees that.
    response.destroy();
    if (errorCode(error) === undefined && !/premature|aborted/i.test(String(error))) throw error;
  } finally {
    close();
  }
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

function refuseClient(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request';
  const headers = Object.entries({ ...HEADERS, 'content-length': '0', connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}\r\n`, () => socket.destroy());
}
