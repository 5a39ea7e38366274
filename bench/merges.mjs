/**
 * The merge of large parts: by hash, compared with `sort -m` of the same members, path first, and in two levels; and of the ranges of a
 * plan. With `--full` also of 8,000,000 and 100,000,000 members, which needs 34 GB.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeLockParts } from './data/lock-parts.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { absent, program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory, rate } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 5;
const PARTS = 16;
const SIZES = [2_000_000];
const FULL_SIZES = [...SIZES, 8_000_000];
/** Merged once, and not compared: with the input of `sort -m` too, the files would not fit into memory, and the disk would be measured. */
const HUGE = 100_000_000;
/** Of `sort -m`. */
const LIMIT = 2;
/** Members a second. */
const LEAST_RATE = 1_500_000;
const [LIMIT_MIB, HUGE_LIMIT_MIB] = [256, 1024];
/** In two levels: so many parts become one of the next level. */
const FAN_IN = 4;

export async function measureMerges({ rounds: asked, full }) {
  const rounds = asked ?? ROUNDS;
  const rows = (full ? FULL_SIZES : SIZES).flatMap((members) => [...measureHashed(members, rounds), ...measureRanges(members, rounds)]);
  if (full) rows.push(...measureHuge());
  const inputs = full ? `${PARTS} parts; ${count(HUGE)} members once` : `${PARTS} parts; larger ones only with --full`;
  return { title: 'Merges', inputs, rounds, rows };
}

function measureHashed(members, rounds) {
  const parts = prepared(`lock-parts-${members}`, { members, parts: PARTS, lines: true }, makeLockParts);
  warm(parts);
  const [files, output, twice] = [partsIn(parts), scratchFile('merged.lock.json'), scratchFile('twice.lock.json')];
  const { merge, sort, levels } = takeTurns(rounds, {
    merge: () => merged(files, output),
    sort: () => shell('LC_ALL=C sort -m "$1"/lines-* -o "$2"', [parts, absent(scratchFile('sorted'))]),
    levels: () => mergedInTwo(files, twice),
  });
  run('cmp', [output, twice]);
  for (const name of ['merged.lock.json', 'twice.lock.json', 'sorted']) absent(scratchFile(name));
  const what = `lock merge, ${count(members)} members by hash`;
  return [
    ...against(what, merge, { 'sort -m': sort }, LIMIT),
    memory(what, merge, LIMIT_MIB),
    ...against(`${what}, in two levels`, levels, { 'lock merge': merge }),
  ];
}

function measureRanges(members, rounds) {
  const parts = prepared(`lock-ranges-${members}`, { members, parts: PARTS, ranges: true }, makeLockParts);
  warm(parts);
  const output = scratchFile('merged.lock.json');
  const { merge } = takeTurns(rounds, { merge: () => merged(partsIn(parts), output) });
  absent(output);
  const what = `lock merge, ${count(members)} members by ranges`;
  return [rate(what, merge, members, LEAST_RATE), memory(what, merge, LIMIT_MIB)];
}

/** Its data is removed: nobody keeps 17 GB for a later run. */
function measureHuge() {
  const parts = prepared(`lock-parts-${HUGE}`, { members: HUGE, parts: PARTS }, makeLockParts);
  const output = scratchFile('merged.lock.json');
  const merge = [merged(partsIn(parts), output)];
  absent(output);
  rmSync(parts, { recursive: true });
  const what = `lock merge, ${count(HUGE)} members by hash`;
  return [rate(what, merge, HUGE), memory(what, merge, HUGE_LIMIT_MIB)];
}

function partsIn(folder) {
  return Array.from({ length: PARTS }, (_, index) => join(folder, `part-${index}`));
}

function merged(files, output, ...more) {
  const words = ['merge', ...files, ...more, '--output', absent(output), '--no-sync', '--no-witness', '--quiet'];
  return run(program('lock'), words, { memory: true });
}

function mergedInTwo(files, output) {
  const names = Array.from({ length: PARTS / FAN_IN }, (_, at) => scratchFile(`level-${at}`));
  const runs = names.map((name, at) => merged(files.slice(at * FAN_IN, (at + 1) * FAN_IN), name, '--part'));
  runs.push(merged(names, output));
  for (const name of names) absent(name);
  return { ms: runs.reduce((total, { ms }) => total + ms, 0), peakMiB: null };
}

function count(members) {
  return members.toLocaleString('en');
}

await runIfAlone(import.meta.url, measureMerges);
