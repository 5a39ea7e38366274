import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OciOptions } from '#store/oci/connection';
import { openOciStore } from '#store/oci/store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { refusalOf, refusalTexts } from '../helpers/to-refuse.ts';
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts';
import { REFRESH_TOKEN, startTokenServer, type TokenServer } from '../servers/token-server.ts';
import { noRegistry, PASSWORD, type Registry, startRegistry, startRegistryWithPassword, USER } from '../set-up/registry.ts';
import { samplePack } from './sample-pack.ts';

const scratch = scratchFolder('oci-auth');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A folder for DOCKER_CONFIG. */
function configFolder(config: unknown): string {
  const folder = mkdtempSync(join(scratch, 'docker-'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  return folder;
}

/** A folder for PATH, with one credential helper in it. */
function helperFolder(name: string, script: string): string {
  const folder = mkdtempSync(join(scratch, 'bin-'));
  const file = join(folder, `docker-credential-${name}`);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return folder;
}

function optionsFor(config: unknown, path = ''): OciOptions {
  const env = { DOCKER_CONFIG: configFolder(config), PATH: `${path}:${process.env['PATH']}` };
  return { env, home: '/nobody', plainHttp: false, retryPolicy: { pause: async () => {} } };
}

async function roundTrip(url: string, options: OciOptions): Promise<void> {
  const pack = samplePack(mkdtempSync(join(scratch, 'pack-')), { a: 'a', b: String(Math.random()) }, mkdtempSync(join(scratch, 'n-')));
  const store = openOciStore(url, options);
  try {
    await Promise.all(pack.files.map((file) => store.put(file)));
    expect(await store.publish(pack)).toBe('published');
    expect(Buffer.from(await store.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
    expect(await store.list()).toContain(pack.packId);
  } finally {
    store.close();
  }
}

async function list(url: string, options: OciOptions): Promise<void> {
  const store = openOciStore(url, options);
  await store.list().finally(() => store.close());
}

describe.skipIf(noRegistry !== undefined)('a registry that wants a password', () => {
  let registry: Registry;
  beforeAll(async () => {
    registry = await startRegistryWithPassword();
  });
  afterAll(() => registry?.stop());

  it('takes it from auth in the Docker config file', async () => {
    await roundTrip(registry.url, optionsFor({ auths: { [registry.host]: { auth: base64(`${USER}:${PASSWORD}`) } } }));
  });

  it('takes it from username and password, under a URL', async () => {
    await roundTrip(registry.url, optionsFor({ auths: { [`http://${registry.host}/v2/`]: { username: USER, password: PASSWORD } } }));
  });

  it('takes it from the file in the home folder', async () => {
    const home = mkdtempSync(join(scratch, 'home-'));
    mkdirSync(join(home, '.docker'));
    writeFileSync(
      join(home, '.docker', 'config.json'),
      JSON.stringify({ auths: { [registry.host]: { auth: base64(`${USER}:${PASSWORD}`) } } }),
    );
    await roundTrip(registry.url, { env: {}, home, plainHttp: false });
  });

  it('takes it from a credential helper, which comes before the others', async () => {
    const heard = join(scratch, 'heard');
    const bin = helperFolder('tested', `[ "$1" = get ] && cat > ${heard} && echo '{"Username":"${USER}","Secret":"${PASSWORD}"}'`);
    const config = {
      credHelpers: { [registry.host]: 'tested' },
      credsStore: 'not-there',
      auths: { [registry.host]: { auth: base64('wrong:wrong') } },
    };
    await roundTrip(registry.url, optionsFor(config, bin));
    expect(readFileSync(heard, 'utf8')).toBe(registry.host);
  });

  it('takes it from the file where the helper for all knows nothing', async () => {
    const bin = helperFolder('empty', 'echo "credentials not found in native keychain"; exit 1');
    await roundTrip(
      registry.url,
      optionsFor({ credsStore: 'empty', auths: { [registry.host]: { auth: base64(`${USER}:${PASSWORD}`) } } }, bin),
    );
  });

  it('refuses a wrong password without telling it', async () => {
    const refusal = await refusalOf(
      list(registry.url, optionsFor({ auths: { [registry.host]: { auth: base64(`${USER}:not the secret`) } } })),
    );
    expect(refusal).toMatchObject({ code: 'E_IO', detail: { status: 401, kind: 'auth', action: 'GET' } });
    expect(refusal.message).toContain('not accepted');
    expect(refusalTexts(refusal)).not.toMatch(/not the secret|bm90IHRoZSBzZWNyZXQ/);
    expect(refusalTexts(refusal)).not.toContain(base64(`${USER}:not the secret`));
  });

  it('refuses without credentials, and says where they are looked for', async () => {
    await expect(list(registry.url, optionsFor({}))).toRefuse(
      'E_IO',
      { status: 401, kind: 'auth' },
      `no credentials for ${registry.host} in Docker's config.json`,
    );
  });

  it.each<[string, string, RegExp]>([
    ['that is not installed', '', /docker-credential-tested.*is not installed/],
    ['that fails', 'echo top-secret; echo top-secret >&2; exit 3', /failed with exit 3/],
    ['that prints no JSON', 'echo top-secret', /gave no user and secret/],
    ['that prints no secret', `echo '{"Username":"top-secret"}'`, /gave no user and secret/],
    ['that prints without end', 'while :; do echo top-secret-top-secret-top-secret; done', /printed too much/],
  ])('refuses with a helper %s', async (_, script, message) => {
    const bin = script === '' ? '' : helperFolder('tested', script);
    const refusal = await refusalOf(list(registry.url, optionsFor({ credHelpers: { [registry.host]: 'tested' } }, bin)));
    expect(refusal.message).toMatch(message);
    expect(refusalTexts(refusal)).not.toContain('top-secret');
  });

  it.each(['{"auths":', '[]', '{"auths":{"HOST":{"auth":"top-secret"}}}', '{"credHelpers":{"HOST":"../../tmp/evil"}}'])(
    'refuses with the config file %s',
    async (text) => {
      const folder = mkdtempSync(join(scratch, 'docker-'));
      writeFileSync(join(folder, 'config.json'), text.replace('HOST', registry.host));
      const refusal = await refusalOf(list(registry.url, { env: { DOCKER_CONFIG: folder }, home: '/nobody', plainHttp: false }));
      expect(refusal.code).toBe('E_IO');
      expect(refusalTexts(refusal)).not.toContain('top-secret');
    },
  );
});

describe.skipIf(noRegistry !== undefined)('a registry that wants a bearer token', () => {
  let tokens: TokenServer;
  let registry: Registry;
  let proxy: FaultProxy;
  beforeAll(async () => {
    tokens = await startTokenServer();
    registry = await startRegistry(tokens.auth);
    proxy = await startFaultProxy(registry.origin);
  });
  afterAll(async () => {
    await proxy?.stop();
    await registry?.stop();
    await tokens?.stop();
  });

  /** The registry names the two kinds of access in any order. */
  const asked = () => tokens.asked.map(({ method, scope }) => `${method} ${scope.replace('push,pull', 'pull,push')}`);

  it('gets one for each kind of access, by password', async () => {
    const before = tokens.asked.length;
    await roundTrip(registry.url, optionsFor({ auths: { [registry.host]: { auth: base64(`${USER}:${PASSWORD}`) } } }));
    expect(asked().slice(before).sort()).toEqual(['GET repository:evidence:pull', 'GET repository:evidence:pull,push']);
  });

  it.each([
    ['the config file', { identitytoken: REFRESH_TOKEN, auth: base64('00000000-0000-0000-0000-000000000000:') }],
    ['a helper', undefined],
  ])('gets one by a refresh token of %s', async (_, entry) => {
    const before = tokens.asked.length;
    const bin = helperFolder('tested', `echo '{"Username":"<token>","Secret":"${REFRESH_TOKEN}"}'`);
    const config = entry === undefined ? { credsStore: 'tested' } : { auths: { [registry.host]: entry } };
    await roundTrip(registry.url, optionsFor(config, bin));
    expect(asked().slice(before).sort()).toEqual(['POST repository:evidence:pull', 'POST repository:evidence:pull,push']);
  });

  it('gets a new one when the old one is no longer taken', async () => {
    const store = openOciStore(
      `oci://${proxy.host}/evidence`,
      optionsFor({ auths: { [proxy.host]: { auth: base64(`${USER}:${PASSWORD}`) } } }),
    );
    await store.list();
    const challenge = `Bearer realm="${tokens.realm}",service="${tokens.service}",scope="repository:evidence:pull",error="invalid_token"`;
    proxy.inject({ kind: 'status', status: 401, headers: { 'www-authenticate': challenge }, times: 1 });
    const before = tokens.asked.length;
    await store.list();
    expect(asked().slice(before)).toEqual(['GET repository:evidence:pull']);
    proxy.inject({ kind: 'status', status: 401, headers: { 'www-authenticate': challenge }, times: 2 });
    await expect(store.list()).toRefuse('E_IO', { status: 401, kind: 'auth' });
    store.close();
    proxy.clear();
  });

  it('refuses a wrong password without telling it', async () => {
    const refusal = await refusalOf(
      list(registry.url, optionsFor({ auths: { [registry.host]: { auth: base64(`${USER}:not the secret`) } } })),
    );
    expect(refusal).toMatchObject({ code: 'E_IO', detail: { status: 401, kind: 'auth', url: tokens.realm } });
    expect(refusalTexts(refusal)).not.toContain('not the secret');
    expect(refusalTexts(refusal)).not.toContain(base64(`${USER}:not the secret`));
  });

  it('tells credentials to no place that is neither this machine, nor the registry, nor spoken to over HTTPS', async () => {
    const config = { auths: { [proxy.host]: { auth: base64(`${USER}:${PASSWORD}`) } } };
    proxy.inject({ kind: 'status', status: 401, headers: { 'www-authenticate': 'Bearer realm="http://tokens.invalid/t",service="x"' } });
    const refusal = await refusalOf(list(`oci://${proxy.host}/evidence`, optionsFor(config)));
    expect(refusal.message).toContain('http://tokens.invalid/t');
    expect(refusalTexts(refusal)).not.toContain(PASSWORD);
    proxy.clear();
  });
});
