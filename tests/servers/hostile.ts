/**
 * A hostile server, as a list of answers: the first one whose path matches is used.
 *
 *     const server = await startHostile([[/blobs/, endless], [/tags\/list/, json({ tags: [] })]]);
 *     server.host     127.0.0.1:41237
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answerer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

export interface Hostile {
  readonly host: string;
  readonly origin: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  /** The number of bytes written to the system for endless bodies. */
  readonly written: () => number;
  stop(): Promise<void>;
}

let written = 0;

/** A body that never ends, sent as fast as the client reads it. */
export const endless: Answerer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  const piece = Buffer.alloc(1 << 16);
  const more = (): void => {
    do written += piece.length;
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
};

export function body(bytes: Uint8Array | string, headers: Readonly<Record<string, string>> = {}): Answerer {
  return (request, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(bytes), ...headers });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
}

export async function startHostile(answers: readonly (readonly [RegExp, Answerer])[]): Promise<Hostile> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.on('error', () => {});
    const answer = answers.find(([path]) => path.test(request.url ?? ''))?.[1];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const before = written;
  return {
    host,
    origin: `http://${host}`,
    requests,
    written: () => written - before,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
