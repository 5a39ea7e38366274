/** Where a response redirects its request to, and which headers may be sent there. */

import { storeFailure } from '../refusals.ts';
import type { HttpRequest, HttpResponse } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { wrongTurn } from './onward.ts';

/** The headers that another host may receive; authorization, cookies and signed headers are not among them. */
const KEPT_ELSEWHERE = ['accept', 'range', 'user-agent'];

/** The next request, or undefined where the response is the final answer. */
export function redirection(request: HttpRequest, response: HttpResponse, isEnough: boolean): HttpRequest | undefined {
  const { method } = request;
  const place = response.headers['location'];
  if (![301, 302, 303, 307, 308].includes(response.status) || place === undefined) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (isEnough) throw wrongWay(request, 'redirected too often');
  const url = URL.canParse(place, request.url.href) ? new URL(place, request.url) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw wrongWay(request, 'redirected to no HTTP address');
  const wrong = wrongTurn(request.url, url);
  if (wrong !== undefined) throw wrongWay(request, `redirected ${wrong}`);
  url.username = '';
  url.password = '';
  return { ...request, url, headers: url.origin === request.url.origin ? request.headers : keptElsewhere(request.headers) };
}

function keptElsewhere(headers: HttpRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_ELSEWHERE.includes(name.toLowerCase())));
}

function wrongWay({ method, url }: HttpRequest, message: string): FailedAttempt {
  return new FailedAttempt(() => storeFailure({ action: method, url, kind: 'network', message }), { mayPass: false });
}
