/** Where a response redirects its request to, and which headers may be sent there. */

import { storeFailure } from '../refusals.ts';
import type { HttpRequest, HttpResponse } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { forbiddenRedirect } from './tls-rules.ts';

/** The headers that another host may receive; authorization, cookies and signed headers are not among them. */
const CROSS_ORIGIN_HEADERS = ['accept', 'range', 'user-agent'];

/** The next request, or undefined where the response is the final answer. */
export function redirection(request: HttpRequest, response: HttpResponse, isLast: boolean): HttpRequest | undefined {
  const { method } = request;
  const place = response.headers['location'];
  if (![301, 302, 303, 307, 308].includes(response.status) || place === undefined) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (isLast) throw badRedirect(request, 'redirected too often');
  const url = URL.canParse(place, request.url.href) ? new URL(place, request.url) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw badRedirect(request, 'redirected to an address that is not HTTP');
  const wrong = forbiddenRedirect(request.url, url);
  if (wrong !== undefined) throw badRedirect(request, `redirected ${wrong}`);
  url.username = '';
  url.password = '';
  return { ...request, url, headers: url.origin === request.url.origin ? request.headers : crossOriginHeaders(request.headers) };
}

function crossOriginHeaders(headers: HttpRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CROSS_ORIGIN_HEADERS.includes(name.toLowerCase())));
}

function badRedirect({ method, url }: HttpRequest, message: string): FailedAttempt {
  return new FailedAttempt(() => storeFailure({ action: method, url, kind: 'network', message }), { isTemporary: false });
}
