/**
 * Which way a request may go on. What leaves HTTPS, or this machine without TLS, is on its way to whoever listens; what comes to this machine
 * from elsewhere would have it act for a stranger.
 *
 *     wrongTurn(new URL('https://a/'), new URL('http://b/'))      'from HTTPS to HTTP'
 */

import { storeFailure } from '../refusals.ts';
import { isLoopback } from './loopback.ts';

/** In words; undefined where nothing is wrong with it. */
export function wrongTurn(from: URL, to: URL): string | undefined {
  if (from.protocol === 'https:' && to.protocol === 'http:') return 'from HTTPS to HTTP';
  if (isLoopback(to.hostname) && !isLoopback(from.hostname)) return 'to this machine itself';
  return undefined;
}

/** Whoever asks and wherever a server sends it: without TLS nothing goes to another machine unless that was asked for. */
export function requireProtected(action: string, url: URL, plainHttp: boolean): void {
  if (url.protocol === 'https:' || plainHttp || isLoopback(url.hostname)) return;
  const message = 'plain HTTP to another machine, which only --plain-http allows';
  throw storeFailure({ action, url, kind: 'network', message });
}
