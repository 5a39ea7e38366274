/**
 * Ceph's S3 server on loopback, its objects in memory, for as long as a measure needs it.
 *
 *     const server = await startRadosgw({ memoryBytes: 8 << 30 });      { env, endpoint, stop }
 *
 * `missingPrograms()` names the programs that are not installed (bench/setup.sh).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from './place.mjs';
import { isInstalled } from './run.mjs';

const PROGRAMS = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'ceph-authtool', 'monmaptool', 'radosgw-admin'];
const [KEY, SECRET] = ['AKIABENCH', 'secretofthebenchmark'];
const START_MS = 120_000;

export function missingPrograms() {
  return PROGRAMS.filter((name) => !isInstalled(name));
}

export async function startRadosgw({ memoryBytes }) {
  const folder = mkdtempSync(join(tmpdir(), 'custody-bench-radosgw-'));
  const usr = dirname(dirname(pathOf('radosgw')));
  const ports = await freePorts(3);
  const env = {
    ...process.env,
    LIBRARIES: join(usr, 'lib/x86_64-linux-gnu'),
    PYTHONPATH: join(usr, 'lib/python3/dist-packages'),
    CEPH: `python3 ${pathOf('ceph')}`,
    MEMORY_BYTES: String(memoryBytes),
  };
  const script = join(projectRoot, 'tests/set-up/radosgw.sh');
  const child = spawn('bash', [script, folder, ...ports.map(String), KEY, SECRET], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      void stop();
      reject(new Error('radosgw did not start'));
    }, START_MS);
    child.stdout.on('data', (bytes) => {
      if (!bytes.toString().includes('radosgw is ready')) return;
      clearTimeout(limit);
      resolve();
    });
    child.once('close', () => {
      clearTimeout(limit);
      rmSync(folder, { recursive: true, force: true });
      reject(new Error('radosgw ended'));
    });
  });
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  return { endpoint, stop, env: { AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: SECRET, AWS_ENDPOINT_URL_S3: endpoint } };
}

function pathOf(program) {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).stdout.toString().trim();
}

/** All are open at the same time, so that no two are the same. */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer().listen(0, '127.0.0.1');
      return new Promise((resolve) => server.once('listening', () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
  return ports;
}
