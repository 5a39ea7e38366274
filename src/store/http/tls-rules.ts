/**
 * What may be sent without TLS, and whether a request may follow a redirect. A request that leaves HTTPS, or leaves this machine without TLS,
 * can be read by others. A redirect from another machine to this one would make it act for a stranger.
 *
 *     forbiddenRedirect(new URL('https://a/'), new URL('http://b/'))      'from HTTPS to HTTP'
 */

import { storeFailure } from '../refusals.ts';
import { isLoopback } from './loopback.ts';

/** The reason as text; undefined where the redirect is allowed. */
export function forbiddenRedirect(from: URL, to: URL): string | undefined {
  if (from.protocol === 'https:' && to.protocol === 'http:') return 'from HTTPS to HTTP';
  if (isLoopback(to.hostname) && !isLoopback(from.hostname)) return 'to this machine itself';
  return undefined;
}

/** For every request and redirect: without TLS nothing is sent to another machine, unless the user asked for it, and a password never. */
export function requireProtected(action: string, url: URL, plainHttp: boolean): void {
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return;
  const hasSecret = url.username !== '' || url.password !== '';
  if (plainHttp && !hasSecret) return;
  const message = plainHttp
    ? 'a user and a password are not sent without TLS'
    : 'plain HTTP to another machine, which only --plain-http allows';
  throw storeFailure({ action, url, kind: 'network', message });
}
