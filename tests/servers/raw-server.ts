/**
 * A server that writes directly to the socket, so that it can break every rule of HTTP.
 *
 *     const server = await rawServer((socket, request) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'));
 *
 * `answer` is called once for each request head; `requests` keeps all heads in order.
 */
import { createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';

export interface RawServer {
  readonly origin: string;
  readonly requests: readonly string[];
}

export type RawAnswer = (socket: Socket, head: string, count: number) => void;

export async function rawServer(answer: RawAnswer): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let seen = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1');
      for (let end = seen.indexOf('\r\n\r\n'); end >= 0; end = seen.indexOf('\r\n\r\n')) {
        const head = seen.slice(0, end);
        seen = /^(GET|HEAD|POST|PUT|PATCH) /.test(seen.slice(end + 4)) ? seen.slice(end + 4) : '';
        requests.push(head);
        answer(socket, head, requests.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { origin: `http://127.0.0.1:${address.port}`, requests };
}

/** A well-formed response. */
export function reply(status: number, body = '', headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n${body}`;
}
