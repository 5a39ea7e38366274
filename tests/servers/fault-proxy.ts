/**
 * A proxy in front of a real server that injects faults: a fault affects the next requests that it is meant for, and then ends.
 *
 *     const proxy = await startFaultProxy(registry.origin);
 *     proxy.inject({ kind: 'drop-response', after: 100, times: 1, when: ({ method }) => method === 'GET' });
 *
 * The Host header is passed on unchanged, so that a server's absolute links lead back to the proxy.
 */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Passing {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export type Fault = Effect & {
  /** How many requests are affected; the default is all. */
  readonly times?: number;
  /** Which requests are affected; the default is every request. */
  readonly when?: (request: Passing) => boolean;
};

export type Effect =
  /** The proxy answers; the server does not receive the request. */
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** The server receives this many bytes of the body, then both connections are dropped. */
  | { readonly kind: 'drop-request'; readonly after: number }
  /** The client receives the head and this many bytes of the body. */
  | { readonly kind: 'drop-response'; readonly after: number }
  /** The server does its work, but the client never receives the response. */
  | { readonly kind: 'lose-response' }
  | { readonly kind: 'flip-request'; readonly at: number }
  | { readonly kind: 'flip-response'; readonly at: number }
  /** content-length is this much too large or, below 0, too small. */
  | { readonly kind: 'lie'; readonly by: number }
  /** The head of the response has these headers instead of its own; null leaves one out. */
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string | null>> }
  | { readonly kind: 'delay'; readonly ms: number };

export interface FaultProxy {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** All requests, in order. */
  readonly requests: readonly Passing[];
  inject(fault: Fault): void;
  /** Removes all faults and forgets the requests. */
  clear(): void;
  stop(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const requests: Passing[] = [];
  let faults: { readonly fault: Fault; left: number }[] = [];
  const sockets = new Set<Socket>();

  function faultFor(passing: Passing): Fault | undefined {
    const hit = faults.find(({ fault, left }) => left > 0 && (fault.when?.(passing) ?? true));
    if (hit !== undefined) hit.left--;
    return hit?.fault;
  }

  const server = createServer((incoming, outgoing) => {
    const passing = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers };
    requests.push(passing);
    const fault = faultFor(passing);
    pass(incoming, outgoing, { hostname, port: targetPort }, fault).catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    requests,
    inject: (fault) => void faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    clear: () => {
      faults = [];
      requests.length = 0;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { hostname, port }: { readonly hostname: string; readonly port: string },
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'status') {
    incoming.resume();
    outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    return;
  }
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  const upstream = httpRequest({ hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers });
  const cut = new AbortController();
  const drop = () => {
    upstream.destroy();
    incoming.socket.destroy();
    cut.abort();
  };
  const answered = once(upstream, 'response', { signal: cut.signal }) as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  const sending =
    fault?.kind === 'drop-request'
      ? pipeline(incoming, dropped(fault.after, drop), upstream)
      : pipeline(incoming, fault?.kind === 'flip-request' ? flipped(fault.at) : unchanged(), upstream);
  sending.catch(drop);
  const [response] = await answered;
  if (fault?.kind === 'lose-response') {
    response.resume();
    await once(response, 'end');
    drop();
    return;
  }
  const { statusCode = 502 } = response;
  if (fault?.kind === 'lie') {
    const length = Number(response.headers['content-length'] ?? '0') + fault.by;
    outgoing.writeHead(statusCode, { ...response.headers, 'content-length': String(length), connection: 'close' });
    for await (const bytes of response) outgoing.write(bytes);
    incoming.socket.end();
    return;
  }
  outgoing.writeHead(statusCode, fault?.kind === 'headers' ? changedHeaders(response.headers, fault.headers) : response.headers);
  if (fault?.kind === 'drop-response') outgoing.flushHeaders();
  const middle =
    fault?.kind === 'drop-response'
      ? dropped(fault.after, () => incoming.socket.destroySoon())
      : fault?.kind === 'flip-response'
        ? flipped(fault.at)
        : unchanged();
  await pipeline(response, middle, outgoing);
}

function changedHeaders(own: IncomingMessage['headers'], others: Readonly<Record<string, string | null>>): IncomingMessage['headers'] {
  const kept = Object.entries({ ...own, ...others }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== undefined,
  );
  return Object.fromEntries(kept);
}

function unchanged(): Transform {
  return new Transform({ transform: (bytes, _encoding, done) => done(null, bytes) });
}

function flipped(at: number): Transform {
  let seen = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const copy = Buffer.from(bytes);
      const place = at - seen;
      if (place >= 0 && place < copy.length) copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
      seen += bytes.length;
      done(null, copy);
    },
  });
}

/** Lets this many bytes through, then calls `drop` and discards the rest. */
function dropped(after: number, drop: () => void): Transform {
  let left = after;
  let isOver = false;
  const check = () => {
    if (left > 0 || isOver) return;
    // The bytes that were let through must be sent before the connection is dropped.
    setTimeout(drop, 10);
    isOver = true;
  };
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const passed = bytes.subarray(0, Math.max(0, Math.min(left, bytes.length)));
      left -= passed.length;
      check();
      done(null, passed);
    },
    flush() {
      left = 0;
      check();
    },
  });
}
