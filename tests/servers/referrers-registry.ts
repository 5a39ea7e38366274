/**
 * A registry of OCI 1.1: the real registry, which lacks it, with the list of referrers in front. It reads every manifest that is put, keeps
 * those with a `subject`, answers such a PUT with `OCI-Subject`, and lists them in pages.
 *
 *     const registry = await startReferrersRegistry(real.origin, { pageSize: 2 });
 *     registry.requests      ['PUT /v2/evidence/manifests/sha256:…', …]
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ReferrersRegistry {
  readonly host: string;
  /** Method and path of every request. */
  readonly requests: string[];
  /** Another answer to the request for referrers, while it is set. */
  answer: ((outgoing: ServerResponse) => void) | undefined;
  stop(): Promise<void>;
}

interface Listed {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

const INDEX = 'application/vnd.oci.image.index.v1+json';

export async function startReferrersRegistry(target: string, { pageSize = 1000 } = {}): Promise<ReferrersRegistry> {
  const { hostname, port: targetPort } = new URL(target);
  const requests: string[] = [];
  const bySubject = new Map<string, Map<string, Listed>>();

  function list(url: URL, outgoing: ServerResponse): void {
    const subject = url.pathname.split('/').at(-1) ?? '';
    const type = url.searchParams.get('artifactType');
    const all = [...(bySubject.get(subject)?.values() ?? [])].filter(({ artifactType }) => type === null || artifactType === type);
    const from = Number(url.searchParams.get('from') ?? '0');
    const page = all.slice(from, from + pageSize);
    const query = new URLSearchParams({ ...(type === null ? {} : { artifactType: type }), from: String(from + pageSize) });
    const more = from + pageSize < all.length ? { link: `<${url.pathname}?${query}>; rel="next"` } : {};
    const applied = type === null ? {} : { 'oci-filters-applied': 'artifactType' };
    outgoing.writeHead(200, { 'content-type': INDEX, ...more, ...applied });
    outgoing.end(JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests: page }));
  }

  /** The subject of a manifest, if it has one. */
  function keep(bytes: Buffer): string | undefined {
    try {
      const { subject, artifactType, annotations, mediaType } = JSON.parse(bytes.toString());
      if (subject === undefined) return undefined;
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
      const known = bySubject.get(subject.digest) ?? new Map<string, Listed>();
      bySubject.set(subject.digest, known.set(digest, { mediaType, digest, size: bytes.length, artifactType, annotations }));
      return subject.digest;
    } catch {
      return undefined;
    }
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    requests.push(`${method} ${url}`);
    const asked = new URL(url, 'http://here');
    if (method === 'GET' && asked.pathname.includes('/referrers/')) {
      if (registry.answer !== undefined) return registry.answer(outgoing);
      return list(asked, outgoing);
    }
    const pieces: Buffer[] = [];
    for await (const bytes of incoming as AsyncIterable<Buffer>) pieces.push(bytes);
    const body = Buffer.concat(pieces);
    const upstream = httpRequest({ hostname, port: targetPort, method, path: url, headers });
    upstream.end(body);
    const [response] = (await once(upstream, 'response')) as [IncomingMessage];
    const subject = method === 'PUT' && url.includes('/manifests/') && response.statusCode === 201 ? keep(body) : undefined;
    outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...(subject === undefined ? {} : { 'oci-subject': subject }) });
    response.pipe(outgoing);
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => incoming.socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const registry: ReferrersRegistry = {
    host: `127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}`,
    requests,
    answer: undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return registry;
}
