import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { rawServer, reply } from '../../../tests/servers/raw-server.ts';
import { type HttpRequest, openHttp } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { onTraffic } from './traffic.ts';

const folder = scratchFolder('http');
const client = openHttp({});
/** Only for servers that fall silent: on a busy machine, others may take as long. */
const impatient = openHttp({ idleMs: 300 });
afterAll(() => {
  client.close();
  impatient.close();
});

const get = (url: string, headers = {}): HttpRequest => ({ method: 'GET', url: new URL(url), headers });

async function failure(work: Promise<unknown>): Promise<FailedAttempt> {
  const error = await work.then(
    () => undefined,
    (found: unknown) => found,
  );
  expect(error).toBeInstanceOf(FailedAttempt);
  return error as FailedAttempt;
}

async function read(url: string, by = client): Promise<string> {
  const response = await by.send(get(url));
  return Buffer.from(await response.bytes(1000)).toString();
}

it('send() gives status, headers with lower-case names, and the body', async () => {
  const { origin } = await rawServer((socket) => socket.write(reply(418, 'tea', { 'X-Kind': 'green' })));
  const response = await client.send(get(`${origin}/pot`));
  expect(response.status).toBe(418);
  expect(response.headers['x-kind']).toBe('green');
  expect(await response.text()).toBe('tea');
});

it('each() gives the pieces until they are not wanted, and passes on an error of the taker', async () => {
  const { origin } = await rawServer((socket) => socket.write(reply(200, 'x'.repeat(100_000))));
  let count = 0;
  const take = (bytes: Uint8Array): boolean => {
    count += bytes.length;
    return true;
  };
  await (await client.send(get(origin))).each(take);
  expect(count).toBe(100_000);
  let calls = 0;
  await (await client.send(get(origin))).each(() => ++calls > 1);
  expect(calls).toBe(1);
  const thrown = (await client.send(get(origin))).each(() => {
    throw new Error('no space');
  });
  await expect(thrown).rejects.toThrow('no space');
});

it('each() fails if the body is cut, also if it is read late', async () => {
  const { origin } = await rawServer((socket) => {
    socket.write(reply(200, 'x'.repeat(1000)).replace('1000', '2000'));
    socket.end();
  });
  const response = await client.send(get(origin));
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect((await failure(response.each(() => true))).isTemporary).toBe(true);
});

it('send() sends part of a file, with its length', async () => {
  const file = join(folder, 'part');
  const { origin, requests } = await rawServer((socket, head) => {
    if (head.startsWith('PUT')) return;
    socket.write(reply(201, head));
  });
  // The server reads the part as the head of a second request.
  writeFileSync(file, 'xxxxGET 4567\r\n\r\n');
  const heard: number[] = [];
  onTraffic((bytes) => void heard.push(bytes));
  const response = await client.send({ method: 'PUT', url: new URL(origin), headers: {}, body: { file, start: 4, length: 12 } });
  onTraffic(() => {});
  expect([response.status, await response.text()]).toEqual([201, 'GET 4567']);
  expect(heard).toEqual([12]);
  expect(requests[0]).toContain('content-length: 12');
});

it('send() refuses a file that has become shorter than the part to send', async () => {
  const file = join(folder, 'short');
  writeFileSync(file, '01');
  const { origin } = await rawServer(() => {});
  const sent = client.send({ method: 'PUT', url: new URL(origin), headers: {}, body: { file, start: 0, length: 4 } });
  await expect(sent).toRefuse('E_BAD_PACK');
});

it('send() refuses a file that cannot be read', async () => {
  const { origin } = await rawServer(() => {});
  const sent = client.send({
    method: 'PUT',
    url: new URL(origin),
    headers: {},
    body: { file: join(folder, 'none'), start: 0, length: 4 },
  });
  await expect(sent).toRefuse('E_IO', { path: join(folder, 'none') });
});

it('send() does not send the rest when the answer comes first', async () => {
  const file = join(folder, 'long');
  writeFileSync(file, Buffer.alloc(1 << 26));
  let received = 0;
  const { origin } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    socket.write(reply(413, 'too long'));
  });
  const response = await client.send({ method: 'PUT', url: new URL(origin), headers: {}, body: { file, start: 0, length: 1 << 26 } });
  expect([response.status, await response.text()]).toEqual([413, 'too long']);
  expect(received).toBeLessThan(1 << 26);
});

it.each<[string, string]>([
  ['a body shorter than its content-length', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'],
  ['a chunked body that is cut', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nshort'],
  ['a head that is cut', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['no answer at all', ''],
  ['what is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc'],
])('send() fails, and may be tried again, after %s', async (_, answer) => {
  const { origin } = await rawServer((socket) => socket.end(answer));
  const failed = await failure(read(origin));
  expect(failed.isTemporary).toBe(true);
  expect(failed.refusal(5)).toMatchObject({ code: 'E_IO', detail: { action: 'GET', kind: 'network', url: `${origin}/` } });
});

it('send() reads no more than content-length says, and does not use the rest as the answer to the next request', async () => {
  const { origin } = await rawServer((socket, _head, count) => {
    if (count === 1) socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfake`);
    else socket.write(reply(200, 'true'));
  });
  expect(await read(origin).catch(() => 'ab')).toBe('ab');
  expect(await read(origin).catch(() => 'true')).toBe('true');
});

it.each<[string, string]>([
  ['before the head', ''],
  ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'],
])('send() fails, and may be tried again, when nothing more comes %s', async (_, answer) => {
  const { origin } = await rawServer((socket) => socket.write(answer));
  const failed = await failure(read(origin, impatient));
  expect([failed.isTemporary, failed.message]).toEqual([true, `GET ${origin}/: nothing was received for 0.3 s`]);
});

it('send() fails, and may be retried, where no server listens', async () => {
  const failed = await failure(read('http://127.0.0.1:1/'));
  expect([failed.isTemporary, failed.message]).toEqual([true, 'GET http://127.0.0.1:1/: connect ECONNREFUSED 127.0.0.1:1']);
});

it('send() fails without retry where the name has no address', async () => {
  const plain = openHttp({ plainHttp: true });
  const failed = await failure(plain.send(get('http://no-such-host.invalid/')));
  plain.close();
  expect(failed.message).toContain('no-such-host.invalid');
});

it('send() fails without retry where the server does not use TLS', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`https://127.0.0.1:${port}/`);
  const failed = await failure(read(url.href));
  server.close();
  expect([failed.isTemporary, failed.message]).toEqual([
    false,
    expect.stringMatching(`^GET ${url.href}: the server does not use TLS; a person .*`),
  ]);
  expect(failed.refusal(1).nextCommand).toBeNull();
});

it('send() bytes() fails on a longer body, text() truncates it', async () => {
  const { origin } = await rawServer((socket) => socket.write(reply(200, 'x'.repeat(100_000))));
  expect((await failure((await client.send(get(origin))).bytes(99_999))).isTemporary).toBe(false);
  expect(await (await client.send(get(origin))).text()).toHaveLength(1 << 16);
});

it('send() reuses a connection', async () => {
  const ports = new Set<number | undefined>();
  const { origin } = await rawServer((socket) => {
    ports.add(socket.remotePort);
    socket.write(reply(200, 'x'));
  });
  for (let times = 0; times < 5; times++) await read(origin);
  expect(ports.size).toBe(1);
});

describe('send() of a redirected request', () => {
  it('follows, and keeps credentials at the same origin', async () => {
    const { origin, requests } = await rawServer((socket, _head, count) =>
      socket.write(count === 1 ? reply(307, '', { location: '/other?x=1' }) : reply(200, 'here')),
    );
    const response = await client.send(get(`${origin}/first`, { authorization: 'Bearer secret' }));
    expect(await response.text()).toBe('here');
    expect(response.url.href).toBe(`${origin}/other?x=1`);
    expect(requests[1]).toMatch(/^GET \/other\?x=1 .*authorization: Bearer secret/s);
  });

  it('sends no credentials to another origin', async () => {
    const other = await rawServer((socket) => socket.write(reply(200, 'there')));
    const { origin } = await rawServer((socket) =>
      socket.write(reply(302, '', { location: `http://a:b@${new URL(other.origin).host}/x` })),
    );
    const headers = { authorization: 'Bearer secret', 'x-amz-security-token': 'secret', cookie: 'secret', accept: 'text/plain' };
    expect(await (await client.send(get(origin, headers))).text()).toBe('there');
    expect(other.requests.join()).toContain('accept: text/plain');
    expect(other.requests.join()).not.toMatch(/secret|authorization/i);
  });

  it('stops after five', async () => {
    const { origin, requests } = await rawServer((socket) => socket.write(reply(302, '', { location: '/again' })));
    expect((await failure(read(origin))).isTemporary).toBe(false);
    expect(requests).toHaveLength(6);
  });

  it.each(['ftp://127.0.0.1/x', 'http://', 'file:///etc/passwd'])('does not follow a redirect to %s', async (location) => {
    const { origin } = await rawServer((socket) => socket.write(reply(302, '', { location })));
    expect((await failure(read(origin))).isTemporary).toBe(false);
  });

  it('does not follow for other methods', async () => {
    const { origin } = await rawServer((socket) => socket.write(reply(307, '', { location: '/other' })));
    expect((await client.send({ method: 'PUT', url: new URL(origin), headers: {} })).status).toBe(307);
  });
});

const elsewhere = 'http://192.0.2.2:5832/x';

it.each(['GET', 'PUT'])('send() of plain HTTP %s goes to no other machine', async (method) => {
  await expect(client.send({ method, url: new URL(elsewhere), headers: {} })).toRefuse(
    'E_IO',
    {},
    `${method} ${elsewhere}: plain HTTP to another machine, which only --plain-http allows`,
  );
});

it('send() of plain HTTP is not redirected to another machine', async () => {
  const { origin, requests } = await rawServer((socket) => socket.write(reply(307, '', { location: elsewhere })));
  await expect(client.send(get(origin))).toRefuse('E_IO', {}, '--plain-http');
  expect(requests).toHaveLength(1);
});
