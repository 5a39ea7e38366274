/**
 * The upload part of a registry that keeps the received bytes of a dropped chunk and accepts the rest, strictly: a chunk must begin where
 * the last one ended, and the whole blob must match its digest.
 *
 *     const registry = await startResumingRegistry();
 *     registry.dropAfter = 1000;          the next chunk loses its connection after so many bytes
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ResumingRegistry {
  readonly origin: string;
  readonly host: string;
  /** Method and Content-Range of every request. */
  readonly asked: readonly string[];
  readonly blobs: ReadonlyMap<string, Buffer>;
  dropAfter: number | undefined;
  /** At most this many bytes of the next chunk are kept, and the answer says so. */
  keepOnly: number | undefined;
  stop(): Promise<void>;
}

export async function startResumingRegistry({ leastChunk }: { readonly leastChunk?: number } = {}): Promise<ResumingRegistry> {
  const asked: string[] = [];
  const blobs = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const place = (id: string) => `../../../../v2/evidence/blobs/uploads/${id}?state=a%2Fb+c`;
  const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', 'http://here');
    const { method = '' } = incoming;
    asked.push([method, incoming.headers['content-range'] ?? ''].join(' ').trim());
    const id = url.pathname.split('/').at(-1) ?? '';
    const least = leastChunk === undefined ? {} : { 'oci-chunk-min-length': String(leastChunk) };
    if (method === 'HEAD') return void outgoing.writeHead(blobs.has(id) ? 200 : 404).end();
    if (method === 'POST') {
      const begun = randomUUID();
      uploads.set(begun, []);
      return void outgoing.writeHead(202, { location: `/v2/evidence/blobs/uploads/${begun}?state=a%2Fb+c`, ...least }).end();
    }
    const pieces = uploads.get(id);
    if (pieces === undefined || !url.search.startsWith('?state=a%2Fb+c')) return void outgoing.writeHead(404).end();
    const range = () => ({ location: place(id), range: `0-${Math.max(0, lengthOf(pieces) - 1)}` });
    if (method === 'GET') return void outgoing.writeHead(204, range()).end();
    if (method === 'PUT') {
      const whole = Buffer.concat(pieces);
      const digest = `sha256:${createHash('sha256').update(whole).digest('hex')}`;
      if (url.searchParams.get('digest') !== digest) return void outgoing.writeHead(400).end('{"errors":[{"code":"DIGEST_INVALID"}]}');
      blobs.set(digest, whole);
      return void outgoing.writeHead(201, { 'docker-content-digest': digest }).end();
    }
    const start = Number(/^(\d+)-\d+$/.exec(incoming.headers['content-range'] ?? '')?.[1] ?? -1);
    if (start !== lengthOf(pieces)) return void outgoing.writeHead(416).end();
    for await (const bytes of incoming as AsyncIterable<Buffer>) {
      const drop = registry.dropAfter;
      if (drop !== undefined && lengthOf(pieces) - start + bytes.length >= drop) {
        pieces.push(bytes.subarray(0, drop - (lengthOf(pieces) - start)));
        registry.dropAfter = undefined;
        return void incoming.socket.destroy();
      }
      pieces.push(bytes);
    }
    if (registry.keepOnly !== undefined) {
      const kept = Buffer.concat(pieces).subarray(0, start + registry.keepOnly);
      pieces.splice(0, pieces.length, kept);
      registry.keepOnly = undefined;
    }
    outgoing.writeHead(202, range()).end();
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => incoming.socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}`;
  const registry: ResumingRegistry = {
    origin: `http://${host}`,
    host,
    asked,
    blobs,
    dropAfter: undefined,
    keepOnly: undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return registry;
}
