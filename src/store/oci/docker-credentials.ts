/**
 * The credentials for a registry in Docker's own configuration: `$DOCKER_CONFIG/config.json`, else `~/.docker/config.json`. A helper for
 * this registry comes first, then the helper for all, then the entries of the file itself.
 *
 *     {"credHelpers": {"registry.example.org": "pass"}, "credsStore": "secretservice", "auths": {"localhost:5000": {"auth": "…"}}}
 */
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { listParentCommand } from '#core/shell-words';
import { isMissing, osText } from '#disk/os-error';
import { badSettings } from '../bad-settings.ts';
import { jsonAnswer } from '../http/json-answer.ts';
import { askCredentialProgram } from './docker-credential-program.ts';
import { isDockerHub } from './url.ts';

export type Credential =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** A refresh token, to be exchanged at the token server. */
  | { readonly kind: 'identity'; readonly token: string };

export interface DockerSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The key under which Docker stores the credentials of its own registry. */
const HUB_KEY = 'https://index.docker.io/v1/';

/** Undefined where there are none for this registry. */
export async function dockerCredential(registry: string, settings: DockerSettings): Promise<Credential | undefined> {
  const config = readConfig(settings);
  const helper = textAt(entryFor(registry, config['credHelpers'])) ?? textAt(config['credsStore']);
  if (helper !== undefined) {
    const found = await askCredentialProgram(helper, isDockerHub(registry) ? HUB_KEY : registry, settings);
    if (found !== undefined) return found.username === '<token>' ? identity(found.secret) : password(found.username, found.secret);
  }
  const entry = entryFor(registry, config['auths']);
  return isJsonObject(entry) ? fromEntry(entry, registry) : undefined;
}

function readConfig({ env, home }: DockerSettings): JsonObject {
  const folder = env['DOCKER_CONFIG'];
  const path = `${folder === undefined || folder === '' ? `${home}/.docker` : folder}/config.json`;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return {};
    throw badSettings(`${path} cannot be read (${osText(error)})`, listParentCommand(path));
  }
  const config = jsonAnswer(bytes);
  if (!isJsonObject(config)) throw badSettings(`${path} is no JSON object`, listParentCommand(path));
  return config;
}

/** Keys are hosts, or URLs of which only the host counts. */
function entryFor(registry: string, table: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(table)) return undefined;
  if (Object.hasOwn(table, registry)) return table[registry];
  const wanted = isDockerHub(registry) ? isDockerHub : (host: string) => host === registry;
  const key = Object.keys(table).find((name) => wanted(hostOf(name)));
  return key === undefined ? undefined : table[key];
}

function hostOf(key: string): string {
  return key
    .replace(/^https?:\/\//, '')
    .replace(/\/(v[12]\/?)?$/, '')
    .toLowerCase();
}

function fromEntry(entry: JsonObject, registry: string): Credential | undefined {
  const token = textAt(entry['identitytoken']);
  if (token !== undefined) return identity(token);
  const auth = textAt(entry['auth']);
  if (auth === undefined) {
    const username = textAt(entry['username']);
    return username === undefined ? undefined : password(username, textAt(entry['password']) ?? '');
  }
  const text = Buffer.from(auth, 'base64').toString().replace(/\0+$/, '');
  const colon = text.indexOf(':');
  if (colon < 1)
    throw badSettings(`auths of Docker's config.json has an entry for ${registry} that is not a user and a password in base64`);
  return password(text.slice(0, colon), text.slice(colon + 1));
}

function password(username: string, secret: string): Credential {
  return { kind: 'password', username, password: secret };
}

function identity(token: string): Credential {
  return { kind: 'identity', token };
}

function textAt(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
