/**
 * Every measure can also be run alone:
 *
 *     node bench/small-files.mjs [--rounds N] [--full]
 *
 * It is a measurement, not a test: a missed limit does not change the exit code, a program that fails does.
 */
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.mjs';
import { scratchFile } from './place.mjs';
import { printTable } from './table.mjs';

/** `full` adds the measures that take many minutes; `rounds` replaces the number of rounds of each measure. */
export function readOptions() {
  const { values, positionals } = parseArgs({
    options: { full: { type: 'boolean', default: false }, rounds: { type: 'string' } },
    allowPositionals: true,
  });
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) throw new Error(`--rounds needs a number, found '${values.rounds}'`);
  return { full: values.full, rounds, names: positionals };
}

export async function runMeasures(measures, options) {
  console.log(describeMachine());
  for (const measure of measures) {
    rmSync(scratchFile('witness.jsonl'), { force: true });
    printTable(await measure(options));
  }
}

export async function runIfAlone(url, measure) {
  if (url === pathToFileURL(process.argv[1]).href) await runMeasures([measure], readOptions());
}
