/**
 * The witness ledger: its newest record out of a million lines, a verification of the whole chain, and 64 processes that append at the same
 * time, with an fsync for each record under the lock.
 */
import { spawnSync } from 'node:child_process';
import { makeLedger } from './data/ledger-lines.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { appendAtOnce, appendBare, buildWriter } from './frame/appenders.mjs';
import { childEnv, program } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { median, takeTurns } from './frame/rounds.mjs';
import { above, against, duration } from './frame/rows.mjs';
import { run } from './frame/run.mjs';

const ROUNDS = 15;
const LONG_ROUNDS = 5;
const LINES = 1_000_000;
const PROCESSES = 64;
const EACH = 50;

export async function measureLedger({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const rows = [...readRows(rounds), ...(await appendRows(asked ?? LONG_ROUNDS))];
  const inputs = `a ledger of ${LINES.toLocaleString('en')} lines; ${PROCESSES} processes, ${EACH} records each`;
  return { title: 'Ledger', inputs, rounds: `${rounds} (verify and append: ${asked ?? LONG_ROUNDS})`, rows };
}

function readRows(rounds) {
  const long = prepared('ledger-1000000.jsonl', { lines: LINES }, makeLedger);
  const short = prepared('ledger-1.jsonl', { lines: 1 }, makeLedger);
  warm(long);
  const witness = (command, ledger) => run(program('custody'), ['witness', command], { env: { EPISTEMIC_WITNESS: ledger } });
  const { last, tail, lastOfOne } = takeTurns(rounds, {
    last: () => witness('last', long),
    tail: () => run('tail', ['-n', '1', long]),
    lastOfOne: () => witness('last', short),
  });
  const { verify } = takeTurns(LONG_ROUNDS, { verify: () => witness('verify', long) });
  return [
    ...above('witness last, 1 M lines', last, { 'tail -n 1': tail }),
    ...above('witness last, 1 M lines', last, { 'witness last, 1 line': lastOfOne }),
    { measure: 'witness verify, 1 M lines', ours: duration(median(verify.map(({ ms }) => ms))), peer: '', ratio: '', bar: '', verdict: '' },
  ];
}

async function appendRows(rounds) {
  const writer = await buildWriter();
  const [ours, bare] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const { ms, ledger } = await appendAtOnce(writer, { processes: PROCESSES, each: EACH });
    requireWhole(ledger);
    ours.push({ ms });
    bare.push(appendBare(PROCESSES * EACH));
  }
  const rows = against(`append, ${PROCESSES} processes`, ours, { 'bare write + fsync, 1 process': bare });
  const rate = Math.round((PROCESSES * EACH * 1000) / median(ours.map(({ ms }) => ms)));
  return rows.map((row) => ({ ...row, ours: `${row.ours} (${rate}/s)` }));
}

/** The figures count only if the chain is complete and no record was lost. */
function requireWhole(ledger) {
  const env = { ...childEnv(), EPISTEMIC_WITNESS: ledger };
  run(program('custody'), ['witness', 'verify'], { env });
  const { stdout } = spawnSync(program('custody'), ['witness', 'count'], { env, encoding: 'utf8' });
  if (Number(stdout) !== PROCESSES * EACH) throw new Error(`${PROCESSES * EACH} records appended, ${stdout.trim()} in the ledger`);
}

await runIfAlone(import.meta.url, measureLedger);
