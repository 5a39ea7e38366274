/** The cost of starting the program in addition to starting Node: `lock --version`, and a whole run over one file, against `node -e 0`. */
import { rmSync } from 'node:fs';
import { makeFileTree } from './data/file-tree.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, scratchFile } from './frame/place.mjs';
import { prepared } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { above } from './frame/rows.mjs';
import { run } from './frame/run.mjs';

const ROUNDS = 40;
const BARS_MS = { version: 40, verify: 45 };

export async function measureStartUp({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const oneFile = prepared('one-file', { count: 1 }, makeFileTree);
  const onePack = scratchFile('one-pack');
  rmSync(onePack, { recursive: true, force: true });
  run(program('pack'), ['seal', oneFile, '--output', onePack, '--no-sync']);
  const runs = takeTurns(rounds, {
    node: () => run('node', ['-e', '0']),
    version: () => run(program('lock'), ['--version']),
    help: () => run(program('custody'), ['--help']),
    verify: () => run(program('pack'), ['verify', onePack, '--no-sync']),
    scan: () => run(program('lock'), ['--scan', oneFile, '--no-sync', '--output', absent(scratchFile('one.lock.json'))]),
  });
  const rows = [
    ...above('lock --version', runs.version, { 'node -e 0': runs.node }, BARS_MS.version),
    ...above('pack verify, one member', runs.verify, { 'node -e 0': runs.node }, BARS_MS.verify),
    ...above('custody --help', runs.help, { 'node -e 0': runs.node }),
    ...above('lock --scan, one file', runs.scan, { 'node -e 0': runs.node }),
  ];
  return { title: 'Start-up', inputs: 'one process at a time', rounds, rows };
}

await runIfAlone(import.meta.url, measureStartUp);
