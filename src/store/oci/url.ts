/**
 * A repository of an OCI registry: `oci://HOST[:PORT]/REPOSITORY`. HTTPS is used, or plain HTTP where the user asked for it, or on this
 * machine where the server does not use TLS.
 *
 *     parseOciUrl('oci://localhost:5000/evidence', { plainHttp: false })   http://localhost:5000, evidence
 *     parseOciUrl('oci://docker.io/acme/evidence', { plainHttp: false })   https://registry-1.docker.io, acme/evidence
 *
 * A URL that cannot be used is not repeated in the refusal: it may contain a password.
 */

import { badStoreUrl } from '../bad-settings.ts';
import { isLoopback } from '../http/loopback.ts';

export interface OciPlace {
  /** The `oci://` URL in the form that may be shown. */
  readonly shown: string;
  /** The URL of the registry: `https://registry.example.org/`. */
  readonly base: URL;
  /** Host and port as given: the name under which credentials are stored. */
  readonly registry: string;
  readonly repository: string;
}

const WANTED = 'oci://HOST[:PORT]/REPOSITORY is wanted';
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const REPOSITORY = new RegExp(`^${PART}(?:/${PART})*$`);
const MAX_NAME_LENGTH = 255;
const DOCKER_HUB = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);

export function isDockerHub(registry: string): boolean {
  return DOCKER_HUB.has(registry);
}

export interface OciTransport {
  readonly plainHttp: boolean;
  /** Whether the server uses TLS; only for a server on this machine. */
  readonly tls?: boolean | undefined;
}

export function parseOciUrl(url: string, transport: OciTransport): OciPlace {
  const match = /^oci:\/\/([^/?#]*)\/?([^?#]*)([?#].*)?$/is.exec(url);
  const [, host = '', path = '', rest] = match ?? [];
  if (match === null) throw badStoreUrl(WANTED);
  if (host.includes('@')) throw badStoreUrl(`${WANTED}, found a user before the host; credentials belong in Docker's config.json`);
  if (rest !== undefined) throw badStoreUrl(`${WANTED}, found a query or a fragment`);
  const registry = host.toLowerCase();
  const repository = path.replace(/\/$/, '');
  const base = baseOf(registry, transport);
  if (base === undefined) throw badStoreUrl(`${WANTED}, found no host name, or an invalid one`);
  if (repository === '') throw badStoreUrl(`${WANTED}, found no repository`);
  if (/[@:]/.test(repository)) throw badStoreUrl(`${WANTED}, found a tag or a digest after it; packs have tags of their own`);
  if (!REPOSITORY.test(repository)) {
    throw badStoreUrl(`${WANTED}, found a repository that is not lower-case letters, digits and single . _ - within segments`);
  }
  if (registry.length + 1 + repository.length > MAX_NAME_LENGTH)
    throw badStoreUrl(`${WANTED}, found a name longer than ${MAX_NAME_LENGTH}`);
  return { shown: `oci://${registry}/${repository}`, base, registry, repository };
}

function baseOf(registry: string, { plainHttp, tls = false }: OciTransport): URL | undefined {
  if (!HOST.test(registry)) return undefined;
  const host = isDockerHub(registry) ? 'registry-1.docker.io' : registry;
  if (!URL.canParse(`https://${host}/`)) return undefined;
  const isPlain = plainHttp || (!tls && isLoopback(new URL(`https://${host}/`).hostname));
  return new URL(`${isPlain ? 'http' : 'https'}://${host}/`);
}
