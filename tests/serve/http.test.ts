/** The server of `custody serve` against clients that break the rules: it answers or ends the connection, and never reads elsewhere. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isLinux } from '../faults/program.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { runs } from '../helpers/trials.ts';
import { serving } from './serving.ts';

const scratch = scratchFolder('serve-http');
const evidence = join(scratch, 'evidence');

beforeAll(async () => {
  mkdirSync(join(evidence, 'data'), { recursive: true });
  writeFileSync(join(scratch, 'secret.lock.json'), 'SECRET');
  writeFileSync(join(evidence, 'data/a.csv'), 'id\n1\n');
  await runInProcess(evidence, 'lock --scan data --created 2026-01-15T10:30:00Z -o jan.lock.json --no-witness');
});

const HOST = 'host: 127.0.0.1\r\nconnection: close\r\n';

describe('every answer', () => {
  it.each(['/', '/serve.js', '/api/evidence', '/api/search?text=a', '/api/files?path=jan.lock.json', '/none', '/api/search'])(
    'of %s has the headers of a careful site, and no CORS',
    async (path) => {
      const { headers } = await (await serving(evidence)).get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-inline');
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  it('of the page has a policy for this server alone; the page has none of its own', async () => {
    const { text, headers } = await (await serving(evidence)).get('/');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(text).not.toContain('http-equiv="Content-Security-Policy"');
    expect(text).not.toMatch(/<script>/);
  });
});

describe('a request', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('with %s is not answered', async (method) => {
    const said = await (await serving(evidence)).raw(`${method} /api/evidence HTTP/1.1\r\n${HOST}\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n/);
    expect(said).not.toContain('jan.lock.json');
  });

  it.each(['CONNECT 127.0.0.1:22 HTTP/1.1', 'GET / HTTP/1.1\r\nupgrade: websocket', 'CONNECT / HTTP/1.1'])(
    'that wants another protocol is ended: %j',
    async (line) => {
      const said = await (await serving(evidence)).raw(`${line}\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n\r\n`);
      expect(said).not.toMatch(/ 101 |jan\.lock\.json/);
    },
  );

  it('with HEAD has the headers and no body', async () => {
    const said = await (await serving(evidence)).raw(`HEAD /api/evidence HTTP/1.1\r\n${HOST}\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(said).toMatch(/\r\n\r\n$/);
    const files = await (await serving(evidence)).raw(`HEAD /api/files?path=jan.lock.json HTTP/1.1\r\n${HOST}\r\n`);
    expect(files).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example#127.0.0.1',
    'user@127.0.0.1',
    '10.0.0.1',
    '0.0.0.0',
    '[::2]',
    '',
    '127.0.0.1\r\nhost: evil.example',
  ])('to the host %j is refused: the name of another site may lead here', async (host) => {
    const said = await (await serving(evidence)).raw(`GET /api/evidence HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(said).not.toContain('jan.lock.json');
  });

  it.each(['127.0.0.1', '127.0.0.1:9', 'localhost', 'LOCALHOST:80', '[::1]:80'])('to the host %s is answered', async (host) => {
    const said = await (await serving(evidence)).raw(`GET /api/evidence HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['cross-site', 'same-site', 'x'])('from a page of another site (%s) is refused, but for a link to the page', async (site) => {
    const server = await serving(evidence);
    const ask = (path: string, mode: string) =>
      server.raw(`GET ${path} HTTP/1.1\r\n${HOST}sec-fetch-site: ${site}\r\nsec-fetch-mode: ${mode}\r\n\r\n`);
    expect(await ask('/api/evidence', 'no-cors')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask('/api/evidence', 'navigate')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask('/serve.js', 'no-cors')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask('/', 'navigate')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['http://evil.example', 403],
    ['http://127.0.0.1:9', 403],
    ['null', 403],
    ['http://127.0.0.1', 200],
    ['https://127.0.0.1', 200],
  ])('from a script with the origin %s: %i', async (origin, status) => {
    const said = await (await serving(evidence)).raw(`GET /api/evidence HTTP/1.1\r\n${HOST}origin: ${origin}\r\n\r\n`);
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each([
    '/../secret.lock.json',
    '/..%2fsecret.lock.json',
    '/%2e%2e/secret.lock.json',
    '/%252e%252e/secret.lock.json',
    '/..\\secret.lock.json',
    '/api/../../secret.lock.json',
    '/./api/evidence',
    '/api//evidence',
    '/api/evidence/',
    '/API/evidence',
    '/api/evidence%00',
    '/serve.js/../api/evidence',
    '/jan.lock.json',
    '/api/files?path=../secret.lock.json',
    '/api/files?path=..%2Fsecret.lock.json',
    '/api/files?path=%2Fetc%2Fpasswd',
    '/api/files?path=jan.lock.json%00',
    '/api/files?path=./jan.lock.json',
    '/api/files?path=data/../jan.lock.json',
    '/api/files?path=data',
    '/api/files?path=%ff%fe',
    '/api/files',
    '/api/diff?old=../secret.lock.json&new=jan.lock.json',
    '/api/diff?old=jan.lock.json',
    '/api/constructor',
    '/constructor',
    '/__proto__',
  ])('for %s finds nothing', async (path) => {
    const said = await (await serving(evidence)).raw(`GET ${path} HTTP/1.1\r\n${HOST}\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(said).not.toMatch(/SECRET|root:/);
  });

  it.each(['http://evil.example/api/evidence', 'http://127.0.0.1/api/evidence', '//evil.example/api/evidence', '*', 'api/evidence'])(
    'for %s, which is no path, is refused',
    async (target) => {
      expect(await (await serving(evidence)).raw(`GET ${target} HTTP/1.1\r\n${HOST}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it.each([
    '/?x=1',
    '/api/evidence?refresh=1&refresh=1',
    '/api/search?text=a&text=b',
    '/api/search?text=',
    '/api/search?text=%00',
    `/api/search?text=${'a'.repeat(1001)}`,
    '/api/search?text=a&from=-1',
    '/api/search?text=a&count=1001',
    '/api/search?text=a&count=1e3',
    '/api/files?path=jan.lock.json&file=x',
    '/api/files',
    '/api/diff?old=jan.lock.json',
    '/api/diff?new=jan.lock.json',
  ])('for %s, with parameters that are not taken or without one that is needed, is refused', async (path) => {
    expect((await (await serving(evidence)).get(path)).status).toBe(400);
  });

  it.each([
    'content-length: 5\r\n\r\nhello',
    'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'expect: 100-continue\r\ncontent-length: 5\r\n\r\n',
  ])('with a body is refused, and the rest is not taken for a request: %j', async (rest) => {
    const said = await (await serving(evidence)).raw(
      `GET /api/evidence HTTP/1.1\r\nhost: 127.0.0.1\r\n${rest}GET /api/evidence HTTP/1.1\r\n${HOST}\r\n`,
    );
    expect(said).toMatch(/^HTTP\/1\.1 41[37] /);
    expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each([
    ['a head of 1 MB', `GET / HTTP/1.1\r\n${HOST}x: ${'a'.repeat(1 << 20)}\r\n\r\n`, / 431 /],
    ['a path of 1 MB', `GET /${'a'.repeat(1 << 20)} HTTP/1.1\r\n${HOST}\r\n`, / 431 /],
    ['100,000 fields', `GET / HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(100_000)}\r\n`, / 431 /],
    ['two lengths', `GET / HTTP/1.1\r\n${HOST}content-length: 0\r\ncontent-length: 5\r\n\r\n`, / 400 /],
    ['a length and chunks', `GET / HTTP/1.1\r\n${HOST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`, / 400 /],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', / 400 /],
    ['no HTTP', `\x16\x03\x01\x02\x00\x01\x00\r\n\r\n`, / 400 /],
    ['a NUL', `GET /\0 HTTP/1.1\r\n${HOST}\r\n`, / 400 /],
    ['a bare line end in a field', `GET / HTTP/1.1\r\n${HOST}x: a\nb\r\n\r\n`, / 400 /],
  ])('with %s is refused, with the headers of every answer', async (_, text, status) => {
    const said = await (await serving(evidence)).raw(text);
    expect(said.split('\r\n', 1)[0]).toMatch(status);
    expect(said).toContain('x-content-type-options: nosniff');
  });

  const ONE = 'GET /api/search?text=a HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

  it('may follow another on the same connection without waiting: each has its answer, in order', async () => {
    const said = await (await serving(evidence)).raw(`${ONE.repeat(20)}GET /api/evidence HTTP/1.1\r\n${HOST}\r\n`);
    expect(said.match(/HTTP\/1\.1 200 /g)).toHaveLength(21);
    expect(said.lastIndexOf('serve-evidence.v0')).toBeGreaterThan(said.lastIndexOf('serve-search.v0'));
  });

  it('may not follow a thousand others: the connection is ended at the limit', async () => {
    const server = await serving(evidence);
    const said = await server.raw(ONE.repeat(1000));
    expect((said.match(/HTTP\/1\.1 200 /g) ?? []).length).toBeLessThan(1000);
    expect(said.match(/HTTP\/1\.1 503 /g)).toHaveLength(1);
    expect((await server.get('/api/evidence')).status).toBe(200);
  });
});

describe('a client', () => {
  it('that sends its request slowly is ended', async () => {
    const server = await serving(evidence, { limits: { idleMs: 300 } });
    const client = server.socket();
    const ended = new Promise((resolve) => client.on('close', resolve));
    client.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n');
    const drip = setInterval(() => client.write('x: y\r\n'), 50);
    await ended;
    clearInterval(drip);
  });

  it('that sends nothing is ended', async () => {
    const server = await serving(evidence, { limits: { idleMs: 300 } });
    await new Promise((resolve) => server.socket().on('close', resolve));
  });

  it('that takes no answer is ended, and the others are answered', async () => {
    const folder = join(scratch, 'long');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/long.bin'), Buffer.alloc(1 << 25, 'x'));
    await runInProcess(folder, 'pack seal data --created 2026-01-15T10:30:00Z --output jan --no-witness');
    const server = await serving(folder, { limits: { idleMs: 500, answers: 3 } });
    const slow = Array.from({ length: 2 }, () => {
      const client = server.socket().pause();
      client.write('GET /api/files?path=jan HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
      return client;
    });
    expect(await server.eventually('/api/evidence')).toBe(200);
    // What the server has ended is seen when the rest is taken.
    await Promise.all(slow.map((client) => new Promise((resolve) => setTimeout(() => client.on('close', resolve).resume(), 1500))));
    expect(await server.eventually('/api/evidence')).toBe(200);
    expect(server.errors).toEqual([]);
  });

  it('is told that there are too many requests at the same time', async () => {
    const server = await serving(evidence, { limits: { answers: 0 } });
    const { status, headers } = await server.get('/api/evidence');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is not accepted beyond the number of connections, and is accepted again when others have left', async () => {
    const server = await serving(evidence, { limits: { connections: 8 } });
    const held = Array.from({ length: 64 }, () => server.socket());
    const ended = await Promise.race(held.map((client) => new Promise((resolve) => client.on('close', () => resolve('ended')))));
    expect(ended).toBe('ended');
    for (const client of held) client.destroy();
    expect(await server.eventually('/api/evidence')).toBe(200);
  });

  it('one of 64 at the same time gets the same answer as the others', async () => {
    const server = await serving(evidence, { limits: { answers: 64 } });
    const paths = [
      '/api/evidence?refresh=1',
      '/api/search?text=a',
      '/api/files?path=jan.lock.json',
      '/api/diff?old=jan.lock.json&new=jan.lock.json',
    ];
    const replies = await Promise.all(Array.from({ length: 64 }, (_, index) => server.get(paths[index % 4] as string)));
    for (const [index] of paths.entries())
      expect(new Set(replies.filter((_, at) => at % 4 === index).map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(server.errors).toEqual([]);
  });
});

it('close() ends connections that are open', async () => {
  const server = await serving(evidence);
  const client = server.socket();
  const ended = new Promise((resolve) => client.on('close', resolve));
  await new Promise((resolve) => client.on('connect', resolve));
  await server.close();
  await ended;
});

it('answers after requests of any bytes, and after clients that leave in the middle of an answer; nothing stays open', async () => {
  const server = await serving(evidence, { limits: { idleMs: 500 } });
  const seeds = [
    `GET /api/files?path=jan.lock.json HTTP/1.1\r\n${HOST}\r\n`,
    `HEAD /api/search?text=a%20b&count=5 HTTP/1.1\r\n${HOST}\r\n`,
    `GET /api/diff?old=jan.lock.json&new=jan.lock.json HTTP/1.0\r\n${HOST}\r\n`,
  ];
  const damage = fc.tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }));
  const open = (): number => readdirSync('/proc/self/fd').length;
  const before = isLinux ? open() : 0;
  await fc.assert(
    fc.asyncProperty(damage, fc.boolean(), async ([seed, changes], isLeaving) => {
      const bytes = Buffer.from(seed);
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      const client = server.socket();
      client.end(bytes);
      await new Promise((resolve) =>
        isLeaving ? client.once('connect', () => resolve(client.destroy())) : client.on('close', resolve).resume(),
      );
    }),
    runs(300),
  );
  expect(await server.eventually('/api/evidence')).toBe(200);
  expect(server.errors).toEqual([]);
  if (isLinux) await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(before + 2), { timeout: 20_000 });
});
