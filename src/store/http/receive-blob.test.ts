import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { type RawAnswer, rawServer, reply } from '../../../tests/servers/raw-server.ts';
import { openHttp } from './client.ts';
import { type BlobSource, receiveBlob } from './receive-blob.ts';
import { retryPolicy } from './retry.ts';
import { onTraffic } from './traffic.ts';

const folder = scratchFolder('blob');
const client = openHttp({ idleMs: 500 });
afterAll(() => client.close());

const digestOf = (text: string): Digest => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let files = 0;

async function receive(text: string, answer: RawAnswer, promise: Omit<BlobSource, 'ask'> = {}) {
  const { origin, requests } = await rawServer(answer);
  const file = join(folder, String(files++));
  const ask = () => client.send({ method: 'GET', url: new URL(`${origin}/blob?signature=secret`), headers: {} });
  return {
    file,
    requests,
    received: receiveBlob({ ask, ...promise }, { digest: digestOf(text), file }, retryPolicy({ pause: async () => {} })),
  };
}

it.each(['', 'evidence'])('receiveBlob() writes %j and reports its length, also while it arrives', async (text) => {
  let heard = 0;
  onTraffic((bytes) => {
    heard += bytes;
  });
  const { file, received } = await receive(text, (socket) => socket.write(reply(200, text)));
  expect(await received).toBe(text.length);
  onTraffic(() => {});
  expect(heard).toBe(text.length);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it.each<[string, string]>([
  ['other bytes', reply(200, 'Evidence')],
  ['fewer bytes, with their own length', reply(200, 'evidenc')],
  ['more bytes', reply(200, 'evidence!')],
  ['fewer bytes than content-length says', 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nevide'],
  ['an error', reply(500)],
])('receiveBlob() asks again after %s', async (_, wrong) => {
  const { file, received, requests } = await receive('evidence', (socket, _head, count) => {
    if (count === 1) socket[wrong.endsWith('evide') ? 'end' : 'write'](wrong);
    else socket.write(reply(200, 'evidence'));
  });
  expect(await received).toBe(8);
  expect(readFileSync(file, 'utf8')).toBe('evidence');
  expect(requests).toHaveLength(2);
});

it('receiveBlob() refuses other bytes after five attempts and leaves no file', async () => {
  const { file, received, requests } = await receive('evidence', (socket) => socket.write(reply(200, 'Evidence')));
  await expect(received).toRefuse('E_BAD_PACK', {
    expected: digestOf('evidence'),
    actual: digestOf('Evidence'),
    url: expect.not.stringContaining('secret'),
  });
  expect(requests).toHaveLength(5);
  expect(existsSync(file)).toBe(false);
});

it.each<[number, string]>([
  [404, 'server'],
  [403, 'auth'],
  [206, 'server'],
])('receiveBlob() refuses %i at once', async (status, kind) => {
  const { file, received, requests } = await receive('evidence', (socket) => socket.write(reply(status, 'evidence')));
  await expect(received).toRefuse('E_IO', { status, kind });
  expect([requests.length, existsSync(file)]).toEqual([1, false]);
});

it('receiveBlob() never changes an existing file', async () => {
  writeFileSync(join(folder, String(files)), 'mine');
  const { file, received } = await receive('evidence', (socket) => socket.write(reply(200, 'evidence')));
  await expect(received).toRefuse('E_IO', { path: file, error: 'File exists' });
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

it('receiveBlob() refuses at once for an error of the disk', async () => {
  const { origin, requests } = await rawServer((socket) => socket.write(reply(200, 'evidence')));
  const ask = () => client.send({ method: 'GET', url: new URL(origin), headers: {} });
  const wanted = { digest: digestOf('evidence'), file: join(folder, 'no', 'such', 'folder') };
  await expect(receiveBlob({ ask }, wanted, retryPolicy())).toRefuse('E_IO', { error: 'No such file or directory' });
  expect(requests).toHaveLength(1);
});

const endless: RawAnswer = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  const more = (): void => {
    while (!socket.destroyed && socket.write(`10000\r\n${'x'.repeat(1 << 16)}\r\n`));
  };
  socket.on('drain', more);
  more();
};

it('receiveBlob() reads no more of an endless body than the stated size, and leaves no file', async () => {
  const { file, received, requests } = await receive('evidence', endless, { size: 8 });
  await expect(received).toRefuse('E_BAD_PACK', { expected: digestOf('evidence'), actual: 'more than the 8 bytes that were announced' });
  expect([requests.length, existsSync(file)]).toEqual([5, false]);
});

it('receiveBlob() asks for the length where neither the caller nor the answer states it', async () => {
  const asked = await receive('evidence', endless, { askSize: async () => 8 });
  await expect(asked.received).toRefuse('E_BAD_PACK');
  const unknown = await receive('evidence', endless, { askSize: async () => undefined });
  await expect(unknown.received).toRefuse('E_IO', {}, 'the answer does not say how long it is');
  expect([unknown.requests.length, existsSync(asked.file), existsSync(unknown.file)]).toEqual([1, false, false]);
});

it('receiveBlob() refuses an answer that states a greater length, before anything is written', async () => {
  const { file, received } = await receive('evidence', (socket) => socket.write(reply(200, 'evidence!')), { size: 8 });
  await expect(received).toRefuse('E_BAD_PACK', { actual: 'more than the 8 bytes that were announced' });
  expect(existsSync(file)).toBe(false);
});

it('receiveBlob() refuses a stated length that the disk has no room for', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 900000000000000\r\n\r\nevidence';
  const { file, received, requests } = await receive('evidence', (socket) => socket.write(head));
  await expect(received).toRefuse('E_IO', {}, 'No space left on device');
  expect([requests.length, existsSync(file)]).toEqual([1, false]);
});
