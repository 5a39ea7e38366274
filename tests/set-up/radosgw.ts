/**
 * A real S3 server, Ceph's `radosgw` from Debian, on free loopback ports with its own folder: one monitor, one OSD in memory, one gateway.
 * It pages, checks conditions and signatures, and takes every key. It takes about ten seconds to start.
 *
 *     const server = await startRadosgw();          url: s3://evidence/store
 *
 * `noRadosgw` says why none is available on this machine; undefined where one is.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { debianPrograms } from './debian-programs.ts';
import type { StartedS3 } from './s3rver.ts';

const PROGRAMS = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-authtool', 'monmaptool', 'radosgw-admin'] as const;
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common', 'ceph-base'];
/** `ceph` is a program in Python. */
const MODULES = ['python3-rados', 'python3-ceph-argparse', 'python3-ceph-common', 'python3-prettytable', 'python3-wcwidth'];
const PYTHON = '/usr/bin/python3';
const START_MS = 180_000;
const [ID, SECRET] = ['AKIARADOSGW', 'secretofradosgw'];

const found = existsSync(PYTHON) ? await debianPrograms(PROGRAMS, [...PACKAGES, ...MODULES]) : `there is no ${PYTHON}`;
export const noRadosgw = typeof found === 'string' ? found : undefined;

export async function startRadosgw(): Promise<StartedS3> {
  if (typeof found === 'string') throw new Error(found);
  const folder = mkdtempSync(join(tmpdir(), 'custody-radosgw-'));
  const usr = dirname(dirname(found.path));
  const [port, second, third] = (await freePorts(3)) as [number, number, number];
  const script = join(import.meta.dirname, 'radosgw.sh');
  const env = {
    ...process.env,
    ...found.env,
    PATH: `${usr}/bin:${process.env['PATH']}`,
    PYTHONPATH: `${usr}/lib/python3/dist-packages`,
    LIBRARIES: `${usr}/lib/x86_64-linux-gnu`,
    CEPH: `${PYTHON} ${usr}/bin/ceph`,
  };
  const words = [script, folder, String(port), String(second), String(third), ID, SECRET];
  const child = spawn('bash', words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => {
      void stop();
      reject(new Error(`radosgw did not start: ${said}`));
    }, START_MS);
    const hear = (bytes: Buffer) => {
      said = `${said}${bytes.toString()}`.slice(-4096);
      if (!said.includes('radosgw is ready')) return;
      clearTimeout(limit);
      resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(`radosgw ended: ${said}`)));
  });
  const keys = { AWS_ACCESS_KEY_ID: ID, AWS_SECRET_ACCESS_KEY: SECRET, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
  return { url: 's3://evidence/store', env: keys, folder, port, stop };
}

/** All are open at the same time, so that no two are the same. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
