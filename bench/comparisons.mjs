/**
 * What changed in 100,000 JSON lines (19 MB) of which every line is written otherwise and one in 5,000 has another value: `lock verify --content
 * --against`, by jsonl.v0 and by a definition whose rows are the items of an array in each line.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { makeJsonLines } from './data/json-lines.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { childEnv, program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 5;
const LINES = 100_000;
const EVERY = 5000;
const LIMIT_MIB = 512;

const DEFINITION = `fingerprint_id: items.v1
format: jsonl
assertions:
  - column_cells: { column: /id, type: integer, not_blank: true }
extract:
  - { name: items, type: columns, columns: [/id, /items/*/sku, /items/*/price] }
content_hash: { algorithm: blake3, over: [items] }
`;

export async function measureComparisons({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const [old, now] = [0, EVERY].map((every) => prepared(`json-lines-${every}`, { lines: LINES, every }, makeJsonLines));
  for (const folder of [old, now]) warm(folder);
  const definition = scratchFile('items.fp.yaml');
  writeFileSync(definition, DEFINITION);
  const locked = (id) => {
    const lock = scratchFile(`${id}.lock.json`);
    const line =
      '"$1" "$5" --no-witness | "$2" --no-witness | "$3" --definitions "$6" --fp "$7" --no-witness | "$4" --dataset-id lines --no-witness > "$8"';
    shell(line, [...['vacuum', 'hashbytes', 'fingerprint', 'lock'].map(program), old, definition, id, lock]);
    requireNamed(lock, definition, old, now);
    const check = (more) =>
      run(program('lock'), ['verify', lock, '--root', now, '--content', '--definitions', definition, '--no-witness', ...more], {
        memory: true,
        exit: 1,
      });
    return { plain: () => check([]), against: () => check(['--against', old]) };
  };
  const [lines, items] = ['jsonl.v0', 'items.v1'].map(locked);
  const runs = takeTurns(rounds, { lines: lines.against, linesAlone: lines.plain, items: items.against, itemsAlone: items.plain });
  return {
    title: 'Comparisons',
    inputs: `${LINES.toLocaleString('en')} JSON lines, 19 MB, all written otherwise, ${LINES / EVERY} changed`,
    rounds,
    rows: [
      ...against('lock verify --content --against', runs.lines, { 'without --against': runs.linesAlone }),
      memory('lock verify --content --against', runs.lines, LIMIT_MIB),
      ...against('the same by pointers with *', runs.items, { 'without --against': runs.itemsAlone }),
      memory('the same by pointers with *', runs.items, LIMIT_MIB),
    ],
  };
}

/** Speed counts only if every change is found. */
function requireNamed(lock, definition, old, now) {
  const words = ['verify', lock, '--root', now, '--content', '--definitions', definition, '--against', old, '--no-witness'];
  const { stdout } = spawnSync(program('lock'), words, { encoding: 'utf8', env: childEnv() });
  if (!stdout.includes(` ${LINES / EVERY} values changed`)) throw new Error(`expected ${LINES / EVERY} values changed, found ${stdout}`);
}

await runIfAlone(import.meta.url, measureComparisons);
