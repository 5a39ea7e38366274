/**
 * Gets a bearer token from the server that a registry names: with a password by GET, with a refresh token by POST (the token flow of
 * Docker's registries), or anonymously. Credentials are sent only over HTTPS or on this machine.
 */
import { isJsonObject } from '#core/json/value';
import type { HttpRequest, HttpResponse, Send } from '../http/client.ts';
import { jsonAnswer } from '../http/json-answer.ts';
import { isLoopback } from '../http/loopback.ts';
import { finalResponse, type RetryPolicy } from '../http/retry.ts';
import { storeFailure } from '../refusals.ts';
import type { Challenge } from './challenge.ts';
import type { Credential } from './docker-credentials.ts';

export interface TokenRequest {
  readonly challenge: Challenge;
  readonly registry: URL;
  /** The scope where the challenge names none. */
  readonly scope: string;
  readonly credential: Credential | undefined;
}

const MAX_ANSWER_LENGTH = 1 << 20;

export async function requestToken(send: Send, request: TokenRequest, how: RetryPolicy): Promise<string> {
  const asked = tokenRequest(request);
  const { method: action, url } = asked;
  const response = await finalResponse(action, await send(asked), how);
  const { status } = response;
  if (status !== 200) {
    await response.drain();
    const message = request.credential === undefined ? 'no token without credentials' : 'the credentials were not accepted';
    throw storeFailure({ action, url, status, kind: 'auth', message });
  }
  const token = await tokenOf(response);
  if (token === undefined) throw storeFailure({ action, url, status, kind: 'decode', message: 'the answer contains no token' });
  return token;
}

function tokenRequest({ challenge, registry, scope, credential }: TokenRequest): HttpRequest {
  const realm = challenge.parameters.get('realm') ?? '';
  const url = URL.canParse(realm) ? new URL(realm) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw storeFailure({ action: 'GET', url: registry, kind: 'auth', message: 'the registry names no token server' });
  }
  url.username = '';
  url.password = '';
  const service = challenge.parameters.get('service');
  const asked = new URLSearchParams({
    ...(service === undefined ? {} : { service }),
    scope: challenge.parameters.get('scope') ?? scope,
    client_id: 'custody',
  });
  const known = mayLearnSecrets(url) ? credential : undefined;
  if (known?.kind === 'identity') {
    asked.set('grant_type', 'refresh_token');
    asked.set('refresh_token', known.token);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', url, headers, body: Buffer.from(asked.toString()) };
  }
  url.search += `${url.search === '' ? '?' : '&'}${asked.toString()}`;
  return { method: 'GET', url, headers: known === undefined ? {} : { authorization: basic(known) } };
}

export function basic({ username, password }: Extract<Credential, { kind: 'password' }>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function mayLearnSecrets(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url.hostname);
}

async function tokenOf(response: HttpResponse): Promise<string | undefined> {
  const answer = jsonAnswer(await response.bytes(MAX_ANSWER_LENGTH));
  if (!isJsonObject(answer)) return undefined;
  const token = answer['token'] ?? answer['access_token'];
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}
