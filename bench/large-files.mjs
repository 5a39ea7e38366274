/**
 * Few large files: 2 GiB in four files, and one file of 4 GiB. SHA-256 is compared with `openssl dgst`, one process for each core at a
 * time; BLAKE3 with `b3sum`, which hashes one file with all cores.
 */
import { availableParallelism } from 'node:os';
import { makeLargeFiles } from './data/large-files.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, missing } from './frame/rows.mjs';
import { isInstalled, run, shell } from './frame/run.mjs';
import { requireSameHashes } from './frame/same-hashes.mjs';

const ROUNDS = 7;
const BARS = { sha256: 1.15, blake3: 1.3, single: 1.6 };

export async function measureLargeFiles({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const four = prepared('large-files', { files: 4, mebibytes: 512 }, makeLargeFiles);
  const single = prepared('single-file', { files: 1, mebibytes: 4096 }, makeLargeFiles);
  const rows = [
    ...compare(rounds, { label: 'sha256, 4 files', folder: four, algorithm: 'sha256', peer: openssl, bar: BARS.sha256 }),
    ...compare(rounds, { label: 'blake3, 4 files', folder: four, algorithm: 'blake3', peer: b3sum, bar: BARS.blake3 }),
    ...compare(rounds, { label: 'blake3, 1 file', folder: single, algorithm: 'blake3', peer: b3sum, bar: BARS.single }),
  ];
  return { title: 'Large files', inputs: '4 files of 512 MiB (2 GiB); 1 file of 4 GiB', rounds, rows };
}

const openssl = {
  name: 'openssl dgst',
  command: 'openssl',
  script: `find "$1" -type f -print0 | xargs -0 -P${availableParallelism()} -n1 openssl dgst -sha256 > "$2"`,
};
const b3sum = { name: 'b3sum', command: 'b3sum', script: 'b3sum "$1"/* > "$2"' };

function compare(rounds, { label, folder, algorithm, peer, bar }) {
  warm(folder);
  const [lockfile, sums] = [scratchFile('large.lock.json'), scratchFile('large.sums')];
  const hasPeer = isInstalled(peer.command);
  const runs = takeTurns(rounds, {
    create: () => run(program('lock'), ['--scan', folder, '--algorithm', algorithm, '--no-sync', '--output', absent(lockfile)]),
    ...(hasPeer ? { peer: () => shell(peer.script, [folder, sums]) } : {}),
    verify: () => run(program('lock'), ['verify', lockfile, '--root', folder, '--no-sync']),
  });
  if (hasPeer) requireSameHashes(lockfile, sums);
  const measure = `lock --scan, ${label}`;
  return [
    ...(hasPeer ? against(measure, runs.create, { [peer.name]: runs.peer }, bar) : [missing(measure, peer.name)]),
    ...against(`lock verify --root, ${label}`, runs.verify, { 'lock --scan': runs.create }, 1),
  ];
}

await runIfAlone(import.meta.url, measureLargeFiles);
