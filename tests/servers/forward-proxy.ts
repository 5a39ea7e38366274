/**
 * A forward proxy: it opens tunnels (CONNECT) and passes plain requests on, for any host name, to one server of this machine. So a host
 * that does not exist can be reached, but only through it.
 *
 *     const proxy = await startForwardProxy({ target: 41237, credentials: 'user:secret' });
 *     proxy.url       http://127.0.0.1:40001
 *     proxy.seen      ['CONNECT registry.example.test:443']
 */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ForwardProxy {
  readonly port: number;
  readonly url: string;
  /** The requests, in order, with their Proxy-Authorization. */
  readonly seen: readonly string[];
  /** All headers that arrived unencrypted. */
  readonly headers: readonly string[];
  stop(): Promise<void>;
}

export interface ForwardOptions {
  /** The port that all connections go to. */
  readonly target: number;
  readonly credentials?: string;
  /** The answer to CONNECT, instead of opening a tunnel. */
  readonly refusal?: string;
}

export async function startForwardProxy({ target, credentials, refusal }: ForwardOptions): Promise<ForwardProxy> {
  const seen: string[] = [];
  const headers: string[] = [];
  const sockets = new Set<Socket>();
  const wanted = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    headers.push(JSON.stringify(incoming.headers));
    if (incoming.headers['proxy-authorization'] !== wanted) return void outgoing.writeHead(407).end();
    const { pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...passed } = incoming.headers;
    const upstream = httpRequest({ port: target, method: incoming.method, path: `${pathname}${search}`, headers: passed }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  server.on('connect', (incoming, socket) => {
    seen.push(`CONNECT ${incoming.url}`);
    if (refusal !== undefined) return void socket.end(refusal);
    if (incoming.headers['proxy-authorization'] !== wanted)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(upstream.on('error', () => socket.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    headers,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
