import { afterAll, expect, it } from 'vitest';
import { rawServer, reply } from '../../../tests/servers/raw-server.ts';
import { openHttp } from './client.ts';
import { retrying, retryPolicy } from './retry.ts';

const client = openHttp({ idleMs: 1000 });
afterAll(() => client.close());

function patient(random = () => 1) {
  const pauses: number[] = [];
  const how = retryPolicy({ pause: async (ms) => void pauses.push(ms), random, now: () => Date.parse('2026-01-01T00:00:00Z') });
  return { pauses, send: retrying(client.send, how) };
}

const ask = (origin: string, path = '/') => ({ method: 'GET', url: new URL(path, origin), headers: {} });

it.each([500, 502, 503, 504, 429, 408])('retrying() retries after %i and returns the answer', async (status) => {
  const { origin } = await rawServer((socket, _head, count) => socket.write(count < 3 ? reply(status) : reply(200, 'at last')));
  const { send, pauses } = patient();
  expect(await (await send(ask(origin))).text()).toBe('at last');
  expect(pauses).toEqual([500, 1000]);
});

it('retrying() refuses after five attempts, naming method, address without its query, and status', async () => {
  const { origin, requests } = await rawServer((socket) => socket.write(reply(503, 'busy')));
  const { send, pauses } = patient();
  await expect(send(ask(origin, '/v2/?token=secret'))).toRefuse(
    'E_IO',
    { action: 'GET', url: `${origin}/v2/`, kind: 'server', status: 503 },
    `GET ${origin}/v2/: HTTP 503 (Service Unavailable), 5 attempts`,
  );
  expect(requests).toHaveLength(5);
  expect(pauses).toEqual([500, 1000, 2000, 4000]);
});

it('retrying() chooses each pause at random', async () => {
  const { origin } = await rawServer((socket, _head, count) => socket.write(reply(count < 3 ? 500 : 200)));
  const { send, pauses } = patient(() => 0.25);
  await send(ask(origin));
  expect(pauses).toEqual([125, 250]);
});

it.each<[string, number]>([
  ['7', 7000],
  ['0', 0],
  ['86400', 60_000],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 9000],
  ['Thu, 01 Jan 2015 00:00:09 GMT', 0],
  ['soon', 500],
  ['-5', 0],
])('retrying() waits as Retry-After %j says', async (text, ms) => {
  const { origin } = await rawServer((socket, _head, count) =>
    socket.write(count === 1 ? reply(429, '', { 'retry-after': text }) : reply(200)),
  );
  const { send, pauses } = patient();
  await send(ask(origin));
  expect(pauses).toEqual([ms]);
});

it.each([200, 204, 301, 400, 401, 403, 404, 409, 412, 416])('retrying() returns %i at once', async (status) => {
  const { origin, requests } = await rawServer((socket) => socket.write(reply(status)));
  expect((await patient().send(ask(origin))).status).toBe(status);
  expect(requests).toHaveLength(1);
});

it('retrying() retries when the connection is dropped within the body', async () => {
  const { origin } = await rawServer((socket, _head, count) => {
    if (count < 3) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort');
    else socket.write(reply(200, 'all of it'));
  });
  expect(await (await patient().send(ask(origin))).text()).toBe('all of it');
});

it('retrying() refuses a connection that is dropped every time, in the words of the system', async () => {
  const { origin } = await rawServer((socket) => socket.destroy());
  await expect(patient().send(ask(origin))).toRefuse(
    'E_IO',
    {},
    /^GET http:\/\/127\.0\.0\.1:\d+\/: (socket hang up|read ECONNRESET), 5 attempts$/,
  );
});

it('retrying() refuses an answer that is too long to be a document', async () => {
  const { origin } = await rawServer((socket) => socket.write(reply(200, 'x'.repeat(2000))));
  const send = retrying(client.send, retryPolicy(), 1000);
  await expect(send(ask(origin))).toRefuse('E_IO', {}, 'longer than 1000 bytes');
});
