/**
 * Fingerprints: 10,000 CSV files of 2 KiB through `vacuum | hashbytes`, with and without `fingerprint --fp csv.v0` after it, measured on
 * whole processes, start-up included.
 */
import { makeTapes } from './data/loan-tapes.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { requireAllMatched } from './frame/matched.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 7;
const BAR = 3;
const LIMIT_MIB = 200;
const TAPES = 10_000;
const HASHED = '"$1" "$4" --no-witness | "$2" --no-witness';

export async function measureFingerprints({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const tapes = prepared('loan-tapes', { count: TAPES, rows: 28 }, makeTapes);
  warm(tapes);
  const [hashed, records] = ['hashed', 'fingerprinted'].map((name) => scratchFile(`${name}.jsonl`));
  const programs = ['vacuum', 'hashbytes', 'fingerprint'].map(program);
  const runs = takeTurns(rounds, {
    hashed: () => shell(`${HASHED} > "$5"`, [...programs, tapes, hashed]),
    fingerprinted: () => shell(`${HASHED} | "$3" --fp csv.v0 --no-witness > "$5"`, [...programs, tapes, records]),
    alone: () => run(program('fingerprint'), ['--fp', 'csv.v0', '--no-witness', hashed], { memory: true }),
  });
  requireAllMatched(records, TAPES);
  return {
    title: 'Fingerprints',
    inputs: `${TAPES.toLocaleString('en')} CSV of 2 KiB in 100 folders`,
    rounds,
    rows: [
      ...against('vacuum, hashbytes, fingerprint', runs.fingerprinted, { 'vacuum, hashbytes': runs.hashed }, BAR),
      memory('fingerprint, 2 KiB each', runs.alone, LIMIT_MIB),
    ],
  };
}

await runIfAlone(import.meta.url, measureFingerprints);
