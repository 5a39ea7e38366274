/**
 * The connection to a repository of a registry: requests with its credentials, the pace of retries, and the addresses of its parts.
 *
 *     const { at, once } = connectOci('oci://registry.example.org/evidence', { env, home, plainHttp: false });
 *     await once({ method: 'HEAD', url: at(`blobs/${digest}`), headers: {} });
 */
import { type HttpClient, openHttp, type Send } from '../http/client.ts';
import { isLoopback } from '../http/loopback.ts';
import { type RetryPolicy, retryPolicy } from '../http/retry.ts';
import { withAuthorization } from './authorise.ts';
import { dockerCredential } from './docker-credentials.ts';
import { type OciPlace, parseOciUrl } from './url.ts';

export interface OciOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly plainHttp: boolean;
  /** Whether a server on this machine uses TLS. */
  readonly tls?: boolean;
  /** Additional certificate authorities to trust; an absolute path. */
  readonly caFile?: string | undefined;
  /** Settings for retries that differ from the default. */
  readonly retryPolicy?: Partial<RetryPolicy>;
  readonly idleMs?: number;
  /** Longer blobs are sent in chunks of this many bytes. */
  readonly chunkBytes?: number;
}

export interface OciConnection {
  readonly place: OciPlace;
  readonly how: RetryPolicy;
  /** Sends a request once, with the credentials that the registry asks for. */
  readonly once: Send;
  /** The address of a part of the repository: `blobs/sha256:…`. */
  readonly at: (path: string) => URL;
  readonly close: HttpClient['close'];
}

export function connectOci(url: string, options: OciOptions): OciConnection {
  const place = parseOciUrl(url, options);
  const how = retryPolicy(options.retryPolicy);
  const client = openHttp(options);
  const once = withAuthorization(client.send, { place, how, credential: () => dockerCredential(place.registry, options) });
  return { place, how, once, at: (path) => new URL(`/v2/${place.repository}/${path}`, place.base), close: client.close };
}

/** A server on this machine is first checked for TLS. */
export async function withProbedTls(url: string, options: OciOptions): Promise<OciOptions> {
  const { base } = parseOciUrl(url, { ...options, tls: true });
  const isAsked = base.protocol === 'https:' && isLoopback(base.hostname);
  return { ...options, tls: isAsked && (await (await import('../http/tls-probe.ts')).usesTls(base)) };
}
