/** Where an upload continues: the `Location` of the last answer, relative or absolute, and how many bytes the registry has. */
import type { HttpRequest, HttpResponse } from '../http/client.ts';
import { forbiddenRedirect } from '../http/tls-rules.ts';
import { storeFailure } from '../refusals.ts';

export interface Upload {
  readonly url: URL;
  readonly offset: number;
  /** The shortest chunk that the registry accepts, except for the last. */
  readonly least?: number;
}

const MAX_STATED_MINIMUM = 1 << 30;

export function uploadLocation(request: HttpRequest, { headers, url }: HttpResponse, offset: number): Upload {
  const place = headers['location'] ?? (request.method === 'POST' ? undefined : request.url.href);
  const next = place !== undefined && URL.canParse(place, url.href) ? new URL(place, url) : undefined;
  const { method: action } = request;
  if (next === undefined || !/^https?:$/.test(next.protocol)) {
    throw storeFailure({ action, url, kind: 'decode', message: 'the answer has no location for the upload' });
  }
  const wrong = forbiddenRedirect(url, next);
  if (wrong !== undefined) throw storeFailure({ action, url, kind: 'network', message: `the upload was directed ${wrong}` });
  next.username = '';
  next.password = '';
  const least = Number(headers['oci-chunk-min-length'] ?? '0');
  return { url: next, offset, ...(least > 0 && least <= MAX_STATED_MINIMUM ? { least } : {}) };
}

/** The query of the location is kept unchanged: a registry may have signed it. */
export function withDigest(url: URL, digest: string): URL {
  const whole = new URL(url);
  whole.search += `${whole.search === '' ? '?' : '&'}digest=${encodeURIComponent(digest)}`;
  return whole;
}
