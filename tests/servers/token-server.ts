/**
 * A token server that issues bearer tokens in the form that Docker's registries expect: signed, with the certificate in the header, for the
 * requested access. Passwords arrive by GET, refresh tokens by POST; without either there is no token.
 *
 *     const tokens = await startTokenServer();
 *     const registry = await startRegistry(tokens.auth);
 */
import { execFileSync } from 'node:child_process';
import { createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianProgram } from '../set-up/debian-programs.ts';
import { PASSWORD, type RegistryAuth, USER } from '../set-up/registry.ts';

export interface TokenServer {
  /** For the registry's configuration. */
  readonly auth: RegistryAuth;
  /** The method and scopes of every request, and whether it had credentials. */
  readonly asked: readonly { readonly method: string; readonly scope: string; readonly isKnown: boolean }[];
  readonly realm: string;
  readonly service: string;
  stop(): Promise<void>;
}

export const REFRESH_TOKEN = 'refresh-token-of-the-auditor';
const SERVICE = 'evidence registry, tested';
const ISSUER = 'custody tests';

export async function startTokenServer(): Promise<TokenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'custody-tokens-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=custody tests', '-days', '2', '-keyout', keyFile, '-out', certificateFile];
  const openssl = await debianProgram('openssl');
  if (typeof openssl === 'string') throw new Error(openssl);
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject];
  execFileSync(openssl.path, request, { stdio: 'ignore', timeout: 60_000, env: { ...process.env, ...openssl.env } });
  const key = createPrivateKey(readFileSync(keyFile));
  const x5c = [new X509Certificate(readFileSync(certificateFile)).raw.toString('base64')];
  const asked: { method: string; scope: string; isKnown: boolean }[] = [];

  function tokenFor(scope: string): string {
    const now = Math.floor(Date.now() / 1000);
    const [type = '', name = '', actions = ''] = scope.split(':');
    const claims = {
      iss: ISSUER,
      sub: USER,
      aud: SERVICE,
      exp: now + 300,
      nbf: now - 10,
      iat: now,
      jti: randomUUID(),
      access: [{ type, name, actions: actions.split(',') }],
    };
    const text = `${encoded({ typ: 'JWT', alg: 'RS256', x5c })}.${encoded(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const isPost = incoming.method === 'POST';
    const parameters = isPost ? await read(incoming) : new URL(incoming.url ?? '', 'http://here').searchParams;
    const scope = parameters.get('scope') ?? '';
    const password = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    const isKnown = isPost ? parameters.get('refresh_token') === REFRESH_TOKEN : incoming.headers.authorization === password;
    asked.push({ method: incoming.method ?? '', scope, isKnown });
    if (!isKnown || parameters.get('service') !== SERVICE) outgoing.writeHead(401).end(`not you: ${incoming.headers.authorization}`);
    else outgoing.end(JSON.stringify({ [isPost ? 'access_token' : 'token']: tokenFor(scope), expires_in: 300 }));
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const realm = `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}/token`;
  return {
    auth: { token: { realm, service: SERVICE, issuer: ISSUER, rootcertbundle: certificateFile } },
    asked,
    realm,
    service: SERVICE,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function read(incoming: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const bytes of incoming) text += String(bytes);
  return new URLSearchParams(text);
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
