/**
 * Objects of S3, through loopback: 20,000 small ones, then one of 4 GiB, on Ceph's radosgw with its objects in memory. `lock --scan s3://…` reads
 * and hashes them where they are, as `rclone hashsum SHA256 --download` does.
 */
import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { makeFileTree } from './data/file-tree.mjs';
import { makeLargeFiles } from './data/large-files.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared } from './frame/prepared.mjs';
import { missingPrograms, startRadosgw } from './frame/radosgw.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory, missing } from './frame/rows.mjs';
import { isInstalled, run } from './frame/run.mjs';

const ROUNDS = 3;
/**
 * Other numbers for a machine with less time or memory: $CUSTODY_BENCH_OBJECTS, $CUSTODY_BENCH_OBJECT_GIB. With 0 that kind is left out. rclone
 * takes some minutes for the small ones: it waits for 10 ms before each request.
 */
const COUNT = Number(process.env.CUSTODY_BENCH_OBJECTS ?? 20_000);
const GIB = Number(process.env.CUSTODY_BENCH_OBJECT_GIB ?? 4);
/** What Ceph and the programs need beside the objects. */
const SPARE_GIB = 4;
const BUCKET = 'bench';
const CREATED = ['--created', '2026-01-15T10:30:00Z', '--no-sync', '--force', '--quiet'];

const SMALL = {
  what: `${COUNT.toLocaleString('en')} objects of 1 to 3 KiB`,
  gibibytes: 1,
  make: () => prepared('objects', { count: COUNT }, makeFileTree),
};
const LARGE = {
  what: `one object of ${GIB} GiB`,
  gibibytes: GIB,
  make: () => prepared('large-object', { files: 1, mebibytes: GIB * 1024 }, makeLargeFiles),
};

export async function measureObjects({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const kinds = [...(COUNT > 0 ? [SMALL] : []), ...(GIB > 0 ? [LARGE] : [])];
  const rows = [];
  for (const kind of kinds) rows.push(...(await measureKind(kind, rounds)));
  const inputs = `${kinds.map(({ what }) => what).join(', and ')}; radosgw on the same two cores`;
  return { title: 'Objects', inputs, rounds, rows };
}

/** Each kind of objects has a server of its own, which has ended, and its objects with it, before the next one starts. */
async function measureKind({ what, gibibytes, make }, rounds) {
  const absent = [...missingPrograms(), ...(isInstalled('rclone') ? [] : ['rclone'])];
  if (absent.length > 0) return [missing(`lock --scan s3://, ${what}`, absent.join(', '))];
  const folder = make();
  const needed = (gibibytes + SPARE_GIB) * 2 ** 30;
  if (freemem() < needed) throw new Error(`${what} need ${needed / 2 ** 30} GiB of free memory, found ${(freemem() / 2 ** 30).toFixed(1)}`);
  const server = await startRadosgw({ memoryBytes: needed });
  try {
    return measure({ what, folder }, server, rounds);
  } finally {
    await server.stop();
  }
}

function measure({ what, folder }, { env, endpoint }, rounds) {
  const remote = {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_CEPH_TYPE: 's3',
    RCLONE_CONFIG_CEPH_PROVIDER: 'Ceph',
    RCLONE_CONFIG_CEPH_ENDPOINT: endpoint,
    RCLONE_CONFIG_CEPH_ACCESS_KEY_ID: env.AWS_ACCESS_KEY_ID,
    RCLONE_CONFIG_CEPH_SECRET_ACCESS_KEY: env.AWS_SECRET_ACCESS_KEY,
    AWS_CA_BUNDLE: undefined,
  };
  process.stderr.write(`sending ${folder} …\n`);
  run('rclone', ['copy', folder, `ceph:${BUCKET}`, '--transfers', '16', '--s3-chunk-size', '64M'], { env: remote });
  const [lock, sums] = [scratchFile('objects.lock.json'), scratchFile('objects.sha256')];
  const { scan, rclone, verify } = takeTurns(rounds, {
    scan: () => run(program('lock'), ['--scan', `s3://${BUCKET}`, ...CREATED, '--output', lock], { env, memory: true }),
    rclone: () => run('rclone', ['hashsum', 'SHA256', '--download', `ceph:${BUCKET}`], { env: remote, stdout: sums }),
    verify: () => run(program('lock'), ['verify', lock, '--root', `s3://${BUCKET}`], { env, memory: true }),
  });
  requireSame({ folder, lock, sums });
  const peer = { 'rclone hashsum': rclone };
  return [
    ...against(`lock --scan s3://, ${what}`, scan, peer, 1),
    memory(`lock --scan s3://, ${what}`, scan, 256),
    ...against(`lock verify --root s3://, ${what}`, verify, peer, 1),
    memory(`lock verify --root s3://, ${what}`, verify, 256),
  ];
}

/** The lock of the objects is that of the files, and has the hashes that rclone found. */
function requireSame({ folder, lock, sums }) {
  const local = scratchFile('files.lock.json');
  run(program('lock'), ['--scan', folder, ...CREATED, '--output', local]);
  if (!readFileSync(lock).equals(readFileSync(local))) throw new Error(`the lock of the objects is not that of ${folder}`);
  const lines = readFileSync(sums, 'utf8').trim().split('\n');
  const { members } = JSON.parse(readFileSync(lock, 'utf8'));
  const found = new Map(lines.map((line) => [line.slice(66), `sha256:${line.slice(0, 64)}`]));
  const other = members.find(({ path, bytes_hash }) => found.get(path) !== bytes_hash);
  if (other !== undefined || found.size !== members.length) throw new Error(`rclone and lock disagree on ${other?.path ?? folder}`);
}

await runIfAlone(import.meta.url, measureObjects);
