/**
 * Many small files: 50,000 of 1 to 3 KiB in nested folders, locked and verified, compared with the tools that a user would otherwise use.
 * The peer with the limit is `find | xargs sha256sum`, with as many processes as there are cores.
 */
import { availableParallelism } from 'node:os';
import { makeFileTree } from './data/file-tree.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, missing } from './frame/rows.mjs';
import { isInstalled, run, shell } from './frame/run.mjs';
import { requireSameHashes } from './frame/same-hashes.mjs';

const ROUNDS = 9;
const COUNT = 50_000;
const BAR = 1.25;

export async function measureSmallFiles({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const tree = prepared('small-files', { count: COUNT }, makeFileTree);
  warm(tree);
  const [lockfile, sums] = [scratchFile('small.lock.json'), scratchFile('small.sha256')];
  const peers = {
    'xargs sha256sum': () =>
      shell(`find "$1" -type f -print0 | xargs -0 -P${availableParallelism()} -n 2000 sha256sum > "$2"`, [tree, sums]),
    'hashdeep -r':
      isInstalled('hashdeep') && (() => run('hashdeep', ['-r', '-c', 'sha256', tree], { stdout: scratchFile('small.hashdeep') })),
    'rclone hashsum': isInstalled('rclone') && (() => rclone(tree)),
  };
  const there = Object.entries(peers).filter(([, contestant]) => contestant);
  const runs = takeTurns(rounds, {
    create: () => run(program('lock'), ['--scan', tree, '--no-sync', '--output', absent(lockfile)], { memory: true }),
    ...Object.fromEntries(there),
    verify: () => run(program('lock'), ['verify', lockfile, '--root', tree, '--no-sync'], { memory: true }),
  });
  requireSameHashes(lockfile, sums);
  const measure = 'lock --scan, sha256';
  const [first, ...further] = Object.keys(peers);
  const rows = [
    ...against(measure, runs.create, { [first]: runs[first] }, BAR),
    ...further.flatMap((name) =>
      runs[name] === undefined ? missing(measure, name) : against(measure, runs.create, { [name]: runs[name] }),
    ),
    ...against('lock verify --root', runs.verify, { 'lock --scan': runs.create }, 1),
    ...against('lock verify --root', runs.verify, { [first]: runs[first] }),
  ];
  return { title: 'Small files', inputs: `${COUNT.toLocaleString('en')} files of 1 to 3 KiB, 100 MB in all`, rounds, rows };
}

/**
 * rclone removes the files that it has read from the page cache (posix_fadvise), which would slow down the next contestant; so they are
 * read again.
 */
function rclone(tree) {
  const timing = run('rclone', ['hashsum', 'SHA256', tree], { stdout: scratchFile('small.rclone') });
  warm(tree);
  return timing;
}

await runIfAlone(import.meta.url, measureSmallFiles);
