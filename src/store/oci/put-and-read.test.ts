import { afterAll, expect, it } from 'vitest';
import { rawServer, reply } from '../../../tests/servers/raw-server.ts';
import { openHttp } from '../http/client.ts';
import { retryPolicy } from '../http/retry.ts';
import { putImage } from './put-and-read.ts';

const client = openHttp({ idleMs: 500 });
afterAll(() => client.close());

const IMAGE = Buffer.from('{"schemaVersion":2}');
const errors = (...codes: readonly unknown[]): string => JSON.stringify({ errors: codes.map((code) => ({ code })) });

async function put(...answers: readonly [string, ...string[]]) {
  const { origin, requests } = await rawServer((socket, _head, count) => void socket.write(answers[count - 1] ?? reply(201)));
  const url = new URL(`${origin}/v2/evidence/manifests/tag-a`);
  const at = (path: string): URL => new URL(path, url);
  return { requests, ended: putImage({ once: client.send, how: retryPolicy({ pause: async () => {} }), at }, url, IMAGE) };
}

it('putImage() sends an image again that the registry calls damaged', async () => {
  const { ended, requests } = await put(reply(400, errors('DIGEST_INVALID')), reply(400, errors('DIGEST_INVALID')));
  await ended;
  expect(requests).toHaveLength(3);
});

it('putImage() refuses in the end, with the reason of the registry', async () => {
  const wrong = reply(400, errors('DIGEST_INVALID', 'not a code', 7));
  const { ended, requests } = await put(wrong, wrong, wrong, wrong, wrong);
  await expect(ended).toRefuse('E_IO', {}, 'DIGEST_INVALID');
  expect(requests).toHaveLength(5);
});

it.each([
  ['another reason', reply(400, errors('MANIFEST_INVALID')), 'MANIFEST_INVALID'],
  ['no reason', reply(404, '<html>'), '404'],
  ['a status that is no creation', reply(200, '{}'), '200'],
])('putImage() does not send it again for %s', async (_, answer, message) => {
  const { ended, requests } = await put(answer);
  await expect(ended).toRefuse('E_IO', {}, message);
  expect(requests).toHaveLength(1);
});
