/** Answers of a server that sends a byte now and then: silence alone would never end them. */
import { afterAll, expect, it } from 'vitest';
import { rawServer } from '../../../tests/servers/raw-server.ts';
import { type HttpRequest, openHttp } from './client.ts';
import { FailedAttempt } from './failed-attempt.ts';

const client = openHttp({ idleMs: 300 });
afterAll(() => client.close());

const ask = (method: string, origin: string): HttpRequest => ({ method, url: new URL(origin), headers: {} });

async function failure(origin: string): Promise<FailedAttempt> {
  const work = client.send(ask('GET', origin)).then((response) => response.bytes(1000));
  const error = await work.then(
    () => undefined,
    (found: unknown) => found,
  );
  expect(error).toBeInstanceOf(FailedAttempt);
  return error as FailedAttempt;
}

const dripping = async (start: string): Promise<string> => {
  const { origin } = await rawServer((socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write('x'), 50);
    socket.on('close', () => clearInterval(timer));
    socket.on('error', () => {});
  });
  return origin;
};

it('a body that drips is a failed attempt', async () => {
  const origin = await dripping('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
  const { isTemporary, message } = await failure(origin);
  expect([isTemporary, message]).toEqual([true, expect.stringMatching(/only \d+ bytes were received in 0\.3 s/)]);
});

it('a head that drips is a failed attempt', async () => {
  const { isTemporary, message } = await failure(await dripping('HTTP/1.1 200 OK\r\nx-long: '));
  expect([isTemporary, message]).toEqual([true, expect.stringContaining('no answer within 0.6 s')]);
});

it('a body that drips is waited for where the method may take its time', async () => {
  const { origin } = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 100);
    socket.on('close', () => clearInterval(timer));
    socket.on('error', () => {});
  });
  const response = await client.send(ask('POST', origin));
  expect(await response.text()).toBe(' '.repeat(12));
});
