import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { rawServer, reply } from '../../../tests/servers/raw-server.ts';
import { openOciStore } from './store.ts';

const folder = scratchFolder('oci-authorise');

it('withAuthorization() sends no credentials to an upload location on another origin', async () => {
  const storage = await rawServer((socket) => socket.end(reply(201)));
  const registry = await rawServer((socket, head) => {
    if (!/authorization: basic/i.test(head)) socket.write(reply(401, '', { 'www-authenticate': 'Basic realm="x"' }));
    else socket.write(reply(202, '', { location: `${storage.origin}/upload?signed=1` }));
  });
  const { host } = new URL(registry.origin);
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths: { [host]: { username: 'auditor', password: 'hunter2' } } }));
  writeFileSync(join(folder, 'empty'), '');
  const store = openOciStore(`oci://${host}/x`, { env: { DOCKER_CONFIG: folder }, home: '/nobody', plainHttp: false });
  const digest = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  await store.put({ digest, size: 0, file: join(folder, 'empty') });
  store.close();
  expect(registry.requests.map((head) => /^\w+/.exec(head)?.[0])).toEqual(['POST', 'POST']);
  expect(storage.requests).toHaveLength(1);
  expect(storage.requests[0]).toContain(`PUT /upload?signed=1&digest=${encodeURIComponent(digest)}`);
  expect(storage.requests[0]).not.toMatch(/authorization/i);
});

it('withAuthorization() refuses 403 at once', async () => {
  const { origin, requests } = await rawServer((socket) => socket.write(reply(403, '{"errors":[{"code":"DENIED"}]}')));
  const store = openOciStore(`oci://${new URL(origin).host}/x`, { env: {}, home: '/nobody', plainHttp: false });
  await expect(store.list()).toRefuse('E_IO', { status: 403, kind: 'auth' });
  expect(requests).toHaveLength(1);
  store.close();
});
