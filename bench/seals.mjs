/**
 * Seals: `custody verify` of a document with 1,000 seals, against a loop that only checks the same 1,000 signatures. Processor time, with the
 * start-up subtracted from both: the same command with one seal, and the loop with one signature, in the same round. By one signer, and by
 * 1,000 different ones.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeSeals } from './data/seals.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { childEnv, program } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against } from './frame/rows.mjs';

const ROUNDS = 9;
const BAR = 1.5;
const SEALS = 1000;
const LOOP = new URL('verify-loop.mjs', import.meta.url).pathname;

export async function measureSeals({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const rows = [];
  for (const keys of [1, SEALS]) {
    const root = prepared(`seals-${keys}`, { seals: SEALS, keys }, makeSeals);
    warm(root);
    const ours = (name) => () => cpu(program('custody'), ['verify', join(root, `${name}.txt`), '--json', '--no-witness'], 1);
    const bare = (name) => () => cpu(process.execPath, [LOOP, join(root, `${name}.signatures.jsonl`)], 0);
    const runs = takeTurns(rounds, { one: ours('one'), many: ours('many'), bareOne: bare('one'), bareMany: bare('many') });
    const verify = withoutStart(runs.many, runs.one);
    rows.push(
      ...against(`custody verify, ${SEALS} seals of ${keys}`, verify, { 'bare checks': withoutStart(runs.bareMany, runs.bareOne) }, BAR),
    );
  }
  return { title: 'Seals', inputs: `${SEALS} seals on one file; processor time, start-up subtracted from both`, rounds, rows };
}

/** The time of the processor, in user and system mode. A file that is signed by nobody who is known is PARTIAL, exit 1. */
function cpu(command, args, exit) {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2>&1';
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', command, ...args], { env: childEnv(), encoding: 'utf8' });
  if (status !== exit) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  const [user, system] = stderr.trim().split(' ').map(Number);
  return { ms: (user + system) * 1000, peakMiB: null };
}

function withoutStart(runs, starts) {
  return runs.map((timing, round) => ({ ...timing, ms: timing.ms - starts[round].ms }));
}

await runIfAlone(import.meta.url, measureSeals);
