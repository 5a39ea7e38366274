/** `custody` without arguments: the six things that one can do, with a command each. `custody --help` lists everything. */
import { version } from '#installation/paths';
import { type Pair, sectionColumns, widthOf, wrapped } from '../about/page-layout.ts';
import type { Paint } from '../output.ts';
import { custody } from './table.ts';

/** They run one after the other, in a folder where `december/` is a delivery. */
const STEPS: readonly Pair[] = [
  ['Lock a folder', 'custody lock --scan december --output december.lock.json'],
  ['Verify anything', 'custody verify december.lock.json'],
  ['See what it says', 'custody show december.lock.json'],
  ['Seal evidence', 'custody pack seal december.lock.json --output sealed'],
  ['Share it', 'custody pack push sealed --store file:evidence'],
  ['Trace a file', 'custody why december/tape.csv'],
];

export function formatFirstSteps({ paint, columns }: { paint: Paint; columns: number }): string {
  const head = wrapped(`custody ${version} — ${custody.description}`, columns, 0);
  return `${head}\n\n${stepLines(paint, sectionColumns(columns)).join('')}\nAll tools and commands: custody --help\n`;
}

/** A command stays on one line, so that it can be copied. */
function stepLines({ bold }: Paint, columns: number): readonly string[] {
  const width = widthOf(STEPS);
  const isWide = STEPS.every(([, line]) => width + 2 + line.length <= columns);
  return STEPS.map(([what, line]) =>
    isWide ? `  ${bold(what)}${' '.repeat(width - what.length)}  ${line}\n` : `  ${bold(what)}\n    ${line}\n`,
  );
}
