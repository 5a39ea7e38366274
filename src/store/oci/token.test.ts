import { expect, it } from 'vitest';
import type { HttpRequest, HttpResponse } from '../http/client.ts';
import { inMemory } from '../http/response.ts';
import { retryPolicy } from '../http/retry.ts';
import { parseChallenges } from './challenge.ts';
import type { Credential } from './docker-credentials.ts';
import { requestToken } from './token.ts';

const password: Credential = { kind: 'password', username: 'auditor', password: 'hunter2' };
const identity: Credential = { kind: 'identity', token: 'hunter2' };

/** The request for a challenge, and the result of an answer. */
async function ask(header: string, options: { registry?: string; credential?: Credential; status?: number; answer?: string } = {}) {
  const { registry = 'https://registry.example.org/', credential, status = 200, answer = '{"token":"t"}' } = options;
  const sent: HttpRequest[] = [];
  const [challenge] = parseChallenges(header);
  if (challenge === undefined) throw new Error('no challenge');
  const token = requestToken(
    async (request) => {
      sent.push(request);
      return inMemory({ url: request.url, status, headers: {} } as HttpResponse, Buffer.from(answer));
    },
    { challenge, registry: new URL(registry), scope: 'repository:x:pull', credential },
    retryPolicy(),
  );
  return { token: await token.catch((error: unknown) => error), sent: sent[0] };
}

const secretsOf = (request: HttpRequest | undefined): string =>
  JSON.stringify([request?.url.href, request?.headers, Buffer.from((request?.body as Uint8Array | undefined) ?? []).toString()]);

it('requestToken() asks for the scope of the challenge, at its realm, for its service', async () => {
  const { token, sent } = await ask('Bearer realm="https://a.example.org/t?x=%2B",service="s, t",scope="repository:x:pull,push"');
  expect(token).toBe('t');
  expect(sent?.url.href).toBe('https://a.example.org/t?x=%2B&service=s%2C+t&scope=repository%3Ax%3Apull%2Cpush&client_id=custody');
});

it('requestToken() asks for its own scope where the challenge has none', async () => {
  expect((await ask('Bearer realm="https://a.example.org/t"')).sent?.url.searchParams.get('scope')).toBe('repository:x:pull');
});

it.each<[string, string | undefined, boolean]>([
  ['https://tokens.example.org/t', undefined, true],
  ['http://127.0.0.1:5001/t', undefined, true],
  ['http://localhost/t', undefined, true],
  ['http://registry.lan:5000/t', 'http://registry.lan:5000/', false],
  ['http://tokens.lan/t', 'http://registry.lan:5000/', false],
  ['http://registry.lan/t', 'http://registry.lan:5000/', false],
  ['http://registry.example.org/t', undefined, false],
  ['http://127.0.0.1.example.org/t', undefined, false],
  ['http://user:pass@tokens.lan/t', undefined, false],
])('requestToken() %s of a registry at %s: credentials are told: %s', async (realm, registry, isTold) => {
  for (const credential of [password, identity]) {
    const { sent } = await ask(`Bearer realm="${realm}"`, { credential, ...(registry === undefined ? {} : { registry }) });
    expect(/hunter2|authorization/.test(secretsOf(sent))).toBe(isTold);
    expect(sent?.url.username).toBe('');
  }
});

it.each<[string, string]>([
  ['no JSON', 'hunter2'],
  ['no token', '{}'],
  ['a token that is no text', '{"token":7}'],
  ['a token that would break a header', '{"token":"a\\r\\nx: y"}'],
  ['an empty token', '{"token":""}'],
])('requestToken() refuses an answer with %s', async (_, answer) => {
  const { token } = await ask('Bearer realm="https://a.example.org/t"', { answer });
  expect(token).toMatchObject({ code: 'E_IO', detail: { kind: 'decode' }, message: expect.not.stringContaining('hunter2') });
});

it('requestToken() accepts access_token as well', async () => {
  expect((await ask('Bearer realm="https://a.example.org/t"', { answer: '{"access_token":"u","expires_in":60}' })).token).toBe('u');
});

it.each(['', 'tokens', '/token', 'ftp://a/t', 'file:///etc/passwd'])('requestToken() refuses the realm %j', async (realm) => {
  const { token, sent } = await ask(`Bearer realm="${realm}"`, { credential: password });
  expect([token, sent]).toMatchObject([{ code: 'E_IO', detail: { kind: 'auth' } }, undefined]);
});

it('requestToken() refuses where the credentials are not accepted', async () => {
  const { token } = await ask('Bearer realm="https://a.example.org/t"', { status: 401, answer: 'hunter2', credential: password });
  expect(token).toMatchObject({ code: 'E_IO', detail: { kind: 'auth', status: 401 }, message: expect.not.stringContaining('hunter2') });
});
