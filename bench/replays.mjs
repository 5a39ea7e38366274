/**
 * Replays: `replay verify --all` over 10,000 bundles of one snapshot and two claims, against `sha256sum` over the same 30,000 files, one
 * process at a time, 2,000 names for each process.
 *
 * The start-up time is subtracted from both: from ours `custody --version`, from the peer the same command with an empty folder, in the
 * same round.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBundles } from './data/bundles.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { medianMs, takeTurns } from './frame/rounds.mjs';
import { against, duration, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 7;
const BAR = 5;
const BUNDLES = 10_000;
const SUMS = 'find "$@" -type f -print0 | xargs -0 -r -n 2000 sha256sum';

export async function measureReplays({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const root = prepared('bundles', { count: BUNDLES }, makeBlessedBundles);
  warm(root);
  const [report, none] = [scratchFile('replays.report.json'), scratchFile('replays.none')];
  mkdirSync(none, { recursive: true });
  const runs = takeTurns(rounds, {
    start: () => run(program('custody'), ['--version']),
    peerStart: () => shell(SUMS, [none]),
    verify: () => run(program('custody'), ['replay', 'verify', '--all', root, '--format', 'text'], { memory: true }),
    json: () => run(program('custody'), ['replay', 'verify', '--all', root], { memory: true, stdout: report }),
    sums: () => shell(SUMS, [root]),
  });
  requireAllJudged(report);
  const peer = { sha256sum: withoutStart(runs.sums, runs.peerStart) };
  return {
    title: 'Replays',
    inputs: `${BUNDLES.toLocaleString('en')} bundles of one snapshot and two claims, 1 KB a file; start-up subtracted from both: ours ${duration(medianMs(runs.start))}, the peer's ${duration(medianMs(runs.peerStart))}`,
    rounds,
    rows: [
      ...against('replay verify --all, text', withoutStart(runs.verify, runs.start), peer, BAR),
      ...against('replay verify --all, JSON', withoutStart(runs.json, runs.start), peer, BAR),
      memory('replay verify --all', runs.json, 512),
    ],
  };
}

function makeBlessedBundles(root, wanted) {
  makeBundles(root, wanted);
  shell('"$1" replay verify --all "$2" --write-expected --no-sync 2> /dev/null; test $? = 2', [program('custody'), root]);
}

/**
 * Speed counts only if the work was done: every bundle was judged, and each hash is that of the state, which was computed independently.
 */
function requireAllJudged(report) {
  const { results } = JSON.parse(readFileSync(report, 'utf8'));
  const wrong = results.filter((result) => !result.ok || result.got !== digestOf(result.trace.at(-1).slice('used:'.length)));
  if (results.length !== BUNDLES || wrong.length > 0)
    throw new Error(`expected ${BUNDLES} bundles ok, found ${results.length}, and ${wrong.length} with another hash`);
}

function digestOf(bundle) {
  const { expected_hash_v1: _, ...snapshot } = readJson(join(bundle, 'snapshot.json'));
  const claims = readdirSync(join(bundle, 'claims'))
    .sort()
    .map((name) => readJson(join(bundle, 'claims', name)));
  const state = { claims, meaning: [], snapshot, uncertainty: [], units: [], versions: [] };
  return createHash('sha256').update(canonical(state)).digest('hex').toUpperCase();
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

function withoutStart(runs, starts) {
  return runs.map((timing, round) => ({ ...timing, ms: timing.ms - starts[round].ms }));
}

await runIfAlone(import.meta.url, measureReplays);
