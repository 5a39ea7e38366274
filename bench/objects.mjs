/**
 * Objects of S3, through loopback: 20,000 small ones and one of 4 GiB, on Ceph's radosgw with its objects in memory. `lock --scan s3://…` reads
 * and hashes them where they are, as `rclone hashsum SHA256 --download` does.
 */
import { readFileSync } from 'node:fs';
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
/** Both are smaller only where the time or the memory of the machine is: $CUSTODY_BENCH_OBJECTS, $CUSTODY_BENCH_OBJECT_GIB. */
const COUNT = Number(process.env.CUSTODY_BENCH_OBJECTS ?? 20_000);
const GIB = Number(process.env.CUSTODY_BENCH_OBJECT_GIB ?? 4);
const BUCKET = 'bench';
const CREATED = ['--created', '2026-01-15T10:30:00Z', '--no-sync', '--force', '--quiet'];

export async function measureObjects({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const title = 'Objects';
  const inputs = `${COUNT.toLocaleString('en')} objects of 1 to 3 KiB, and one of ${GIB} GiB; radosgw on the same two cores`;
  const absent = [...missingPrograms(), ...(isInstalled('rclone') ? [] : ['rclone'])];
  if (absent.length > 0) return { title, inputs, rounds, rows: [missing('lock --scan s3://', absent.join(', '))] };
  const small = prepared('objects', { count: COUNT }, makeFileTree);
  const large = prepared('large-object', { files: 1, mebibytes: GIB * 1024 }, makeLargeFiles);
  const server = await startRadosgw({ memoryBytes: (GIB + 4) * 2 ** 30 });
  try {
    return { title, inputs, rounds, rows: measure({ small, large }, server, rounds) };
  } finally {
    await server.stop();
  }
}

function measure(folders, { env, endpoint }, rounds) {
  const remote = {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_CEPH_TYPE: 's3',
    RCLONE_CONFIG_CEPH_PROVIDER: 'Ceph',
    RCLONE_CONFIG_CEPH_ENDPOINT: endpoint,
    RCLONE_CONFIG_CEPH_ACCESS_KEY_ID: env.AWS_ACCESS_KEY_ID,
    RCLONE_CONFIG_CEPH_SECRET_ACCESS_KEY: env.AWS_SECRET_ACCESS_KEY,
    AWS_CA_BUNDLE: undefined,
  };
  for (const [name, folder] of Object.entries(folders)) {
    process.stderr.write(`sending ${folder} …\n`);
    run('rclone', ['copy', folder, `ceph:${BUCKET}/${name}`, '--transfers', '16', '--s3-chunk-size', '64M'], { env: remote });
  }
  const lockOf = (name) => scratchFile(`${name}.objects.lock.json`);
  const sumsOf = (name) => scratchFile(`${name}.objects.sha256`);
  const scan = (name) =>
    run(program('lock'), ['--scan', `s3://${BUCKET}/${name}`, ...CREATED, '--output', lockOf(name)], { env, memory: true });
  const verify = (name) => run(program('lock'), ['verify', lockOf(name), '--root', `s3://${BUCKET}/${name}`], { env, memory: true });
  const rclone = (name) =>
    run('rclone', ['hashsum', 'SHA256', '--download', `ceph:${BUCKET}/${name}`], { env: remote, stdout: sumsOf(name), memory: true });
  const contestants = {};
  for (const name of Object.keys(folders)) {
    contestants[`scan ${name}`] = () => scan(name);
    contestants[`rclone ${name}`] = () => rclone(name);
    contestants[`verify ${name}`] = () => verify(name);
  }
  const runs = takeTurns(rounds, contestants);
  for (const [name, folder] of Object.entries(folders)) requireSame(name, { folder, lock: lockOf(name), sums: sumsOf(name) });
  return Object.keys(folders).flatMap((name) => {
    const what = name === 'small' ? `${COUNT.toLocaleString('en')} objects` : `one object of ${GIB} GiB`;
    const peer = { 'rclone hashsum': runs[`rclone ${name}`] };
    return [
      ...against(`lock --scan s3://, ${what}`, runs[`scan ${name}`], peer, 1),
      memory(`lock --scan s3://, ${what}`, runs[`scan ${name}`], 256),
      ...against(`lock verify --root s3://, ${what}`, runs[`verify ${name}`], peer, 1),
      memory(`lock verify --root s3://, ${what}`, runs[`verify ${name}`], 256),
    ];
  });
}

/** The lock of the objects is that of the files, and has the hashes that rclone found. */
function requireSame(name, { folder, lock, sums }) {
  const local = scratchFile(`${name}.files.lock.json`);
  run(program('lock'), ['--scan', folder, ...CREATED, '--output', local]);
  if (!readFileSync(lock).equals(readFileSync(local))) throw new Error(`the lock of the objects ${name} is not that of the files`);
  const lines = readFileSync(sums, 'utf8').trim().split('\n');
  const { members } = JSON.parse(readFileSync(lock, 'utf8'));
  const found = new Map(lines.map((line) => [line.slice(66), `sha256:${line.slice(0, 64)}`]));
  const other = members.find(({ path, bytes_hash }) => found.get(path) !== bytes_hash);
  if (other !== undefined || found.size !== members.length) throw new Error(`rclone and lock disagree on ${other?.path ?? name}`);
}

await runIfAlone(import.meta.url, measureObjects);
