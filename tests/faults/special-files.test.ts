/** C8: pipes, sockets and devices are never opened, neither where a folder is scanned nor where a lock names a file. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLinux, scratchFolder, sh } from './program.ts';

const folder = scratchFolder();
const server = createServer();
const special = ['device', 'pipe', 'socket', 'way-to-device', 'way-to-pipe'];
const kinds = ['character device', 'named pipe', 'socket', 'character device', 'named pipe'];

/** A device is made where that is permitted; elsewhere a link leads to one. */
const makeAll = `mknod device c 1 3 2> /dev/null || ln -s /dev/null device
  mkfifo pipe && ln -s /dev/null way-to-device && ln -s pipe way-to-pipe && ln "$SOCKET" socket`;

const isLinkedDevice = (name: string): boolean => name === 'device' && fs.lstatSync(join(folder, 'at-members/device')).isSymbolicLink();

beforeAll(async () => {
  server.listen(join(folder, 'socket'));
  await once(server, 'listening');
  for (const into of ['tree', 'files', 'at-members']) fs.mkdirSync(join(folder, into));
  fs.writeFileSync(join(folder, 'tree/file'), 'x');
  for (const name of special) fs.writeFileSync(join(folder, 'files', name), '');
  for (const into of ['tree', 'at-members']) expect(sh(folder, `cd ${into}; ${makeAll}`, { SOCKET: join(folder, 'socket') }).err).toBe('');
});
afterAll(() => void server.close());

describe.skipIf(!isLinux)('a pipe, a socket or a device', () => {
  it('in a scanned folder is a skipped record', () => {
    const { exit, out } = sh(folder, 'lock --scan tree');
    expect(exit).toBe(1);
    const lock = JSON.parse(out);
    expect(lock.members.map(({ path }: { path: string }) => path)).toEqual(['file']);
    expect(lock.skipped.map(({ path }: { path: string }) => path)).toEqual(special);
    expect(lock.skipped.map(({ warnings: [{ detail }] }: { warnings: [{ detail: { error: string } }] }) => detail.error)).toEqual(kinds);
  });

  it('in a scanned folder is the same to the pipeline', () => {
    expect(sh(folder, 'vacuum tree 2> /dev/null | hashbytes 2> /dev/null | lock').out).toBe(sh(folder, 'lock --scan tree').out);
  });

  it('that a record names is passed on without a hash', () => {
    const records = special.map((name) => `{"path":"at-members/${name}","size":0,"version":"vacuum.v0"}`);
    fs.writeFileSync(join(folder, 'records.jsonl'), records.join('\n'));
    const { exit, out } = sh(folder, 'hashbytes records.jsonl');
    expect(exit).toBe(1);
    const errors = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)._warnings[0].detail.error);
    expect(errors).toEqual(special.map(() => 'Not a regular file'));
  });

  it.each(['lock merge --output merged', 'custody verdict merge --json'])('named as a part is not opened by %s', (command) => {
    for (const name of special) {
      const { exit, out } = sh(folder, `timeout 20 ${command} at-members/${name} --no-witness`);
      expect([name, exit, out]).toEqual([name, 2, expect.stringContaining('Not a regular file')]);
    }
  });

  const verify = (flag: string) =>
    sh(folder, `lock --scan files --output files.lock; lock verify files.lock --root at-members --json ${flag}`);
  const failure = (path: string) => ({ path, reason: 'NOT_REGULAR', actual: null });

  it.each(['', '--closed'])('at the path of a member is NOT_REGULAR to lock verify %s', (flag) => {
    const { exit, out } = verify(flag);
    expect(exit).toBe(1);
    expect(JSON.parse(out).members).toMatchObject({ checked: 5, verified: 0, failed: 5, skipped: 0, failures: special.map(failure) });
  });

  it('outside the root is an IO_ERROR to lock verify --confined, and NOT_REGULAR inside', () => {
    const { exit, out } = verify('--confined');
    const inside = special.filter((name) => name !== 'way-to-device' && !isLinkedDevice(name));
    expect(exit).toBe(1);
    expect(JSON.parse(out).members).toMatchObject({ checked: 5, verified: 0, failures: inside.map(failure) });
  });

  it.each(['device', 'pipe', 'socket', 'way-to-device'])('at --output is refused and left as it is: %s', (name) => {
    const { exit, out } = sh(folder, `lock --scan files --output tree/${name}`);
    expect(exit).toBe(2);
    expect(JSON.parse(out).refusal).toMatchObject({ code: 'E_IO', detail: { path: `tree/${name}`, error: 'Not a regular file' } });
    expect(fs.statSync(join(folder, 'tree', name)).isFile()).toBe(false);
  });
});
