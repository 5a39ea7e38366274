/**
 * Requests to a registry that may require authentication. A challenge is answered once: by a bearer token, which is kept for each kind of
 * access until it is refused, or by user and password. Credentials are looked up when a registry first asks, and sent to no other origin.
 */

import type { HttpRequest, HttpResponse, Send } from '../http/client.ts';
import { isLoopback } from '../http/loopback.ts';
import type { RetryPolicy } from '../http/retry.ts';
import { storeFailure } from '../refusals.ts';
import { type Challenge, parseChallenges } from './challenge.ts';
import type { Credential } from './docker-credentials.ts';
import { basic, requestToken } from './token.ts';
import type { OciPlace } from './url.ts';

export interface Access {
  readonly place: OciPlace;
  readonly credential: () => Promise<Credential | undefined>;
  readonly how: RetryPolicy;
}

const NO_SECRETS = 'credentials are asked for, and are not sent without TLS';

export function withAuthorization(send: Send, { place, credential, how }: Access): Send {
  const kept = new Map<string, Promise<string | undefined>>();
  let known: Promise<Credential | undefined> | undefined;
  // Unencrypted credentials could be read on the way, so they are not sent even where plain HTTP was requested.
  const mayTell = place.base.protocol === 'https:' || isLoopback(place.base.hostname);

  async function authorization(challenges: readonly Challenge[], access: string): Promise<string | undefined> {
    known ??= mayTell ? credential() : Promise.resolve(undefined);
    const found = await known;
    const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
    if (bearer !== undefined) {
      const scope = `repository:${place.repository}:${access}`;
      return `Bearer ${await requestToken(send, { challenge: bearer, registry: place.base, scope, credential: found }, how)}`;
    }
    const takesPasswords = challenges.some(({ scheme }) => scheme === 'basic');
    return takesPasswords && found?.kind === 'password' ? basic(found) : undefined;
  }

  /** If several requests were refused with the same token, the first one gets the new token for all. */
  function renewed(access: string, refused: Promise<string | undefined> | undefined, response: HttpResponse): Promise<string | undefined> {
    const current = kept.get(access);
    if (current !== undefined && current !== refused) return current;
    const next = authorization(parseChallenges(response.headers['www-authenticate'] ?? ''), access);
    kept.set(access, next);
    next.catch(() => kept.delete(access));
    return next;
  }

  return async (request) => {
    if (request.url.origin !== place.base.origin) return send(request);
    const access = request.method === 'GET' || request.method === 'HEAD' ? 'pull' : 'pull,push';
    const taken = kept.get(access);
    const first = await send(authorizedRequest(request, await taken));
    if (first.status !== 401) return allowed(request, first, place);
    await first.drain();
    const next = await renewed(access, taken, first);
    if (next === undefined)
      throw denied(request, first, mayTell ? `no credentials for ${place.registry} in Docker's config.json` : NO_SECRETS);
    return allowed(request, await send(authorizedRequest(request, next)), place);
  };
}

function authorizedRequest(request: HttpRequest, authorization: string | undefined): HttpRequest {
  return authorization === undefined ? request : { ...request, headers: { ...request.headers, authorization } };
}

async function allowed(request: HttpRequest, response: HttpResponse, place: OciPlace): Promise<HttpResponse> {
  if (response.status !== 401 && response.status !== 403) return response;
  await response.drain();
  throw denied(request, response, response.status === 401 ? `the credentials for ${place.registry} were not accepted` : '');
}

function denied({ method: action }: HttpRequest, { url, status }: HttpResponse, message: string) {
  return storeFailure({ action, url, status, kind: 'auth', message });
}
