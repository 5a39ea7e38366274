/**
 * What a request must be before it is answered, and the headers of every answer. A page of another site must not be able to use the server
 * through the browser of somebody who may: a name that is bound again to this address (DNS rebinding) has a `Host` that is refused, and there is no
 * CORS.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '#store/http/loopback';

/** For all answers; the page has a policy of its own. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), fullscreen=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
};

export interface Refused {
  readonly status: number;
  readonly text: string;
}

/** Null if it may be answered. `host` is the name or address that the server listens on. */
export function refusedRequest({ method, url = '', headers, rawHeaders }: IncomingMessage, host: string): Refused | null {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'only GET and HEAD are answered' };
  if (!url.startsWith('/') || url.startsWith('//')) return { status: 400, text: 'expected the path of a page of this server' };
  if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0')
    return { status: 413, text: 'a request has no body here' };
  // Node uses the first of several.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1 || !isOwnHost(headers.host, host)) return { status: 421, text: 'this server is not reached by that name' };
  const site = headers['sec-fetch-site'];
  const isNavigation = url === '/' && headers['sec-fetch-mode'] === 'navigate';
  const isElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation;
  if (isElsewhere || isForeign(headers.origin, headers.host)) return { status: 403, text: 'a page of another site may not ask' };
  return null;
}

/** Browsers that do not send `Sec-Fetch-Site` name the site of a script that asks for another one. */
function isForeign(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && origin.replace(/^https?:\/\//, '').toLowerCase() !== host?.toLowerCase();
}

/**
 * On this machine alone: one of its own addresses, or `localhost`. Elsewhere any address, which no name server can change, and the name that
 * the server was given.
 */
function isOwnHost(found: string | undefined, given: string): boolean {
  const [, name = ''] = /^(\[[0-9A-Fa-f:.]+\]|[^:@/\\]+)(?::\d{1,5})?$/.exec(found ?? '') ?? [];
  const plain = name.toLowerCase();
  if (isLoopback(inUrl(given))) return isLoopback(plain);
  return isLoopback(plain) || isIP(plain.replace(/^\[|\]$/g, '')) !== 0 || plain === given.toLowerCase();
}

/** The host as a URL has it. */
export function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
