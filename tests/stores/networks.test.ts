/** Company networks: registries behind TLS with an authority of their own, on this machine and elsewhere, and behind a proxy. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type ForwardProxy, startForwardProxy } from '../servers/forward-proxy.ts';
import { body, startHostile } from '../servers/hostile.ts';
import { type Certificates, makeCertificates } from '../set-up/certificates.ts';
import { noRegistry, PASSWORD, type Registry, startRegistry, startRegistryWithPassword, USER } from '../set-up/registry.ts';
import { samplePack } from './sample-pack.ts';

const HOST = 'registry.example.test';

describe.skipIf(noRegistry !== undefined)('a registry in a company network', () => {
  const cwd = scratchFolder('networks');
  const dockerConfig = join(cwd, 'docker');
  let certificates: Certificates;
  let secure: Registry;
  let id = '';
  const proxies: ForwardProxy[] = [];

  beforeAll(async () => {
    mkdirSync(join(cwd, 'home'));
    mkdirSync(dockerConfig);
    certificates = makeCertificates(cwd, ['127.0.0.1', HOST]);
    secure = await startRegistry({}, certificates);
    id = samplePack(join(cwd, 'pack'), { 'a.csv': 'loan,balance\n1,100\n' }).packId;
  });
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.stop();
  });
  afterAll(() => secure?.stop());

  const port = (): number => Number(secure.host.split(':')[1]);
  const proxied = async (options: Partial<Parameters<typeof startForwardProxy>[0]> = {}): Promise<ForwardProxy> => {
    const proxy = await startForwardProxy({ target: port(), ...options });
    proxies.push(proxy);
    return proxy;
  };

  async function pack(line: string, env: Record<string, string> = {}) {
    const context = fakeContext(`pack ${line}`, { cwd, env: { SSL_CERT_FILE: '/nonexistent', ...env, HOME: join(cwd, 'home') } });
    const exit = await run(context);
    return { exit, out: context.out(), refusal: exit === 2 ? JSON.parse(context.out()).refusal : null };
  }

  it('with TLS on this machine is spoken to in TLS, and believed for --ca-file', async () => {
    const store = `--store oci://${secure.host}/tls --ca-file ca.pem`;
    expect((await pack(`push pack ${store}`)).out).toBe(`PUBLISHED ${id}\noci://${secure.host}/tls\n`);
    expect((await pack(`list ${store}`)).out).toContain(id);
    expect((await pack(`pull ${id} ${store} --out back`)).exit).toBe(0);
    expect(readFileSync(join(cwd, 'back/a.csv'))).toEqual(readFileSync(join(cwd, 'pack/a.csv')));
  });

  it('is judged and shown by custody with --ca-file, and refused without', async () => {
    const custody = async (line: string) => {
      const context = fakeContext(`custody ${line} --json`, { cwd, env: { SSL_CERT_FILE: '/nonexistent', HOME: join(cwd, 'home') } });
      return { exit: await run(context), document: JSON.parse(context.out()) };
    };
    const url = `oci://${secure.host}/tls`;
    expect((await custody(`verify ${url} --ca-file ca.pem`)).document).toMatchObject({ outcome: 'OK', coverage: { verified: 2 } });
    expect((await custody(`show ${url}@${id} --ca-file ca.pem`)).document).toMatchObject({ id, members: { count: 1 } });
    const { exit, document } = await custody(`verify ${url}`);
    expect([exit, document.findings[0].message]).toEqual([2, expect.stringContaining('--ca-file')]);
  });

  it("is believed for the system's own authorities", async () => {
    const { exit } = await pack(`list --store oci://${secure.host}/tls`, { SSL_CERT_FILE: certificates.ca });
    expect(exit).toBe(0);
  });

  it('is not believed without its authority, and nothing is suggested that would', async () => {
    const { exit, refusal } = await pack(`push pack --store oci://${secure.host}/tls`);
    expect([exit, refusal.code, refusal.next_command]).toEqual([2, 'E_IO', null]);
    expect(refusal.message).toContain('--ca-file');
  });

  it('is not believed under a name that its certificate does not have', async () => {
    const { refusal } = await pack(`list --store oci://localhost:${port()}/tls --ca-file ca.pem`);
    expect(refusal.message).toMatch(/altnames/);
  });

  it.each([
    ['none', 'cannot be read'],
    ['pack/a.csv', 'holds no certificate'],
  ])('refuses --ca-file %s', async (file, reason) => {
    const { refusal } = await pack(`list --store oci://${secure.host}/tls --ca-file ${file}`);
    expect([refusal.code, refusal.message]).toEqual(['E_IO', expect.stringContaining(reason)]);
  });

  it('without TLS on this machine is spoken to in plain HTTP', async () => {
    const plain = await startRegistry();
    expect((await pack(`push pack --store ${plain.url}`)).exit).toBe(0);
    await plain.stop();
  });

  it('that answers without TLS elsewhere is refused, and no command is named that would go on so', async () => {
    const plain = await startHostile([[/./, body('{}')]]);
    const proxy = await proxied({ target: Number(plain.host.split(':')[1]) });
    const { exit, refusal } = await pack(`push pack --store oci://${HOST}/x`, { HTTPS_PROXY: proxy.url });
    await plain.stop();
    expect([exit, refusal.code, refusal.next_command, plain.requests]).toEqual([2, 'E_IO', null, []]);
    expect(refusal.message).toContain('the server does not use TLS');
  });

  it('is reached through the proxy of the environment', async () => {
    const proxy = await proxied({ credentials: 'us er:p@ss' });
    const env = { HTTPS_PROXY: `http://us%20er:p%40ss@127.0.0.1:${proxy.port}` };
    const store = `--store oci://${HOST}/proxied --ca-file ca.pem`;
    expect((await pack(`push pack ${store}`, env)).exit).toBe(0);
    expect((await pack(`pull ${id} ${store} --out through`, env)).exit).toBe(0);
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${HOST}:443`]));
  });

  it('is not asked through the proxy where NO_PROXY names it, nor on this machine', async () => {
    const proxy = await proxied();
    const env = { HTTPS_PROXY: proxy.url, NO_PROXY: '.example.test' };
    expect((await pack(`list --store oci://${HOST}/x --ca-file ca.pem`, env)).refusal.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
    expect((await pack(`list --store oci://${secure.host}/x --ca-file ca.pem`, { HTTPS_PROXY: proxy.url })).exit).toBe(0);
    expect(proxy.seen).toEqual([]);
  });

  it('that a proxy keeps from us is refused, in words of the proxy, without its password', async () => {
    const proxy = await proxied({ credentials: 'user:right' });
    const named = `http://user:hunter2@127.0.0.1:${proxy.port}`;
    const { out, refusal } = await pack(`list --store oci://${HOST}/x --ca-file ca.pem`, { HTTPS_PROXY: named });
    expect(refusal.message).toContain(`the proxy http://127.0.0.1:${proxy.port}: answered HTTP 407 (Proxy Authentication Required)`);
    expect(out).not.toContain('hunter2');
  });

  it('is not impersonated by its proxy: what that answers itself is never the registry', async () => {
    const tokens = await startHostile([[/./, body('{"token":"t"}')]]);
    const challenge = `Bearer realm="${tokens.origin}/token",service="x"`;
    const refusal = `HTTP/1.1 401 Unauthorized\r\nwww-authenticate: ${challenge}\r\ncontent-length: 0\r\n\r\n`;
    const proxy = await proxied({ refusal });
    writeFileSync(join(dockerConfig, 'config.json'), JSON.stringify({ auths: { [HOST]: { username: 'u', password: 'hunter2' } } }));
    const refused = await pack(`list --store oci://${HOST}/x`, { HTTPS_PROXY: proxy.url, DOCKER_CONFIG: dockerConfig });
    await tokens.stop();
    expect([refused.exit, tokens.requests]).toEqual([2, []]);
    expect(refused.refusal.message).toContain('answered HTTP 401');
  });

  it('gets no credentials in clear, also with --plain-http', async () => {
    const users = await startRegistryWithPassword();
    const proxy = await proxied({ target: Number(users.host.split(':')[1]) });
    writeFileSync(join(dockerConfig, 'config.json'), JSON.stringify({ auths: { [HOST]: { username: USER, password: PASSWORD } } }));
    const env = { HTTP_PROXY: proxy.url, DOCKER_CONFIG: dockerConfig };
    const { exit, refusal } = await pack(`push pack --store oci://${HOST}/x --plain-http`, env);
    await users.stop();
    expect([exit, refusal.message]).toEqual([2, expect.stringContaining('credentials are asked for, and are not sent without TLS')]);
    expect(proxy.seen[0]).toMatch(`http://${HOST}/v2/x/`);
    expect(proxy.headers.join('\n')).not.toMatch(/"authorization"/i);
  });

  it('with TLS through --plain-http and a proxy is asked plainly, as was wanted', async () => {
    const plain = await startRegistry();
    const proxy = await proxied({ target: Number(plain.host.split(':')[1]) });
    expect((await pack(`push pack --store oci://${HOST}/x --plain-http`, { HTTP_PROXY: proxy.url })).exit).toBe(0);
    await plain.stop();
    expect(proxy.seen.length).toBeGreaterThan(2);
  });

  it('whose upload leaves this machine without TLS is refused, and no member goes there', async () => {
    const location = 'http://192.0.2.2:5832/upload';
    const registry = await startHostile([
      [/uploads/, (_request, response) => void response.writeHead(202, { location }).end()],
      [/./, (_request, response) => void response.writeHead(404).end()],
    ]);
    const { exit, refusal } = await pack(`push pack --store oci://${registry.host}/x`);
    await registry.stop();
    expect([exit, refusal.code]).toEqual([2, 'E_IO']);
    expect(refusal.message).toBe(`PUT ${location}: plain HTTP to another machine, which only --plain-http allows`);
  });

  it('is a bucket as well: S3 over TLS with --ca-file', async () => {
    const options = { cert: readFileSync(certificates.cert), key: readFileSync(certificates.key) };
    const server = createServer(options, (_request, response) => {
      response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_ENDPOINT_URL_S3: endpoint };
    expect((await pack('list --store s3://evidence', env)).refusal.message).toContain('--ca-file');
    expect((await pack('list --store s3://evidence --ca-file ca.pem', env)).exit).toBe(0);
    server.closeAllConnections();
    server.close();
  });
});
