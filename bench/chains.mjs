/**
 * Tool chains: `chain verify --all` over 20,000 locked tools that share 20 runtimes and 2 primitives, against `sha256sum` over the same
 * files: tools, runtimes, primitives and lockfiles, 40,022 in all, one process at a time, 2,000 names for each process. In a second row the
 * peer does not read the lockfiles, but our program does.
 *
 * The start-up time is subtracted from both: from ours `custody --version`, from the peer the same command with an empty folder, in the
 * same round.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeToolChains } from './data/tool-chains.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { medianMs, takeTurns } from './frame/rounds.mjs';
import { against, duration, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 7;
const BAR = 5;
const TOOLS = 20_000;
const CHAIN_FILES = TOOLS + 22;
const SUMS = 'find "$@" -type f -print0 | xargs -0 -r -n 2000 sha256sum';

export async function measureChains({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const root = prepared('tool-chains', { count: TOOLS }, makeLockedChains);
  warm(root);
  const [chains, locks] = [['project/.ai', 'user/tools', 'system/tools'].map((path) => join(root, path)), join(root, 'user/lockfiles')];
  const [report, none] = [scratchFile('chains.report.json'), scratchFile('chains.none')];
  mkdirSync(none, { recursive: true });
  const runs = takeTurns(rounds, {
    start: () => run(program('custody'), ['--version']),
    peerStart: () => shell(SUMS, [none]),
    verify: () => ours(root, ['verify', '--all', '--frozen']),
    chains: () => shell(SUMS, chains),
    all: () => shell(SUMS, [...chains, locks]),
  });
  ours(root, ['verify', '--all', '--frozen', '--json'], report);
  requireAllJudged(report, root, chains);
  const verify = withoutStart(runs.verify, runs.start);
  return {
    title: 'Chains',
    inputs: `${TOOLS.toLocaleString('en')} Python tools of 2 KiB, 20 runtimes, 2 primitives, ${TOOLS.toLocaleString('en')} lockfiles of 1 KB; start-up subtracted from both: ours ${duration(medianMs(runs.start))}, the peer's ${duration(medianMs(runs.peerStart))}`,
    rounds,
    rows: [
      ...against('chain verify --all', verify, { 'sha256sum, chains and locks': withoutStart(runs.all, runs.peerStart) }, BAR),
      ...against('chain verify --all', verify, { 'sha256sum, chains alone': withoutStart(runs.chains, runs.peerStart) }, BAR),
      memory('chain verify --all', runs.verify, 512),
    ],
  };
}

function makeLockedChains(root, wanted) {
  makeToolChains(root, wanted);
  ours(root, ['lock', '--all', '--no-sync', '--created', '2026-01-01T00:00:00Z']);
}

function ours(root, args, stdout = '/dev/null') {
  const [project, user, system] = ['project', 'user', 'system'].map((space) => join(root, space));
  const spaces = ['--project', project, '--user-space', user, '--system-space', system];
  return run(program('custody'), ['chain', ...args, ...spaces], { memory: true, stdout });
}

/** Speed counts only if the work was done: every tool was judged, and each lock pins the hash that the peer prints. */
function requireAllJudged(report, root, chains) {
  const { counts, tools } = JSON.parse(readFileSync(report, 'utf8'));
  if (counts.ok !== TOOLS || tools.length !== TOOLS) throw new Error(`expected ${TOOLS} tools OK, found ${JSON.stringify(counts)}`);
  const sums = scratchFile('chains.sums');
  shell(`${SUMS} > ${sums}`, chains);
  const printed = new Set(readFileSync(sums, 'utf8').match(/\b[0-9a-f]{64}\b/g));
  const pinned = new Set(
    tools.flatMap(({ lock }) => JSON.parse(readFileSync(lock.file, 'utf8')).resolved_chain.map((each) => each.integrity)),
  );
  if (printed.size !== CHAIN_FILES || pinned.size !== CHAIN_FILES || [...pinned].some((hash) => !printed.has(hash)))
    throw new Error(`${root}: the locks and sha256sum name different hashes`);
}

function withoutStart(runs, starts) {
  return runs.map((timing, round) => ({ ...timing, ms: timing.ms - starts[round].ms }));
}

await runIfAlone(import.meta.url, measureChains);
