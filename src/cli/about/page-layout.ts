/**
 * Text in the width of the terminal: sections, two columns, and lines that are wrapped between words.
 *
 *     pageColumns(context)                            72 if COLUMNS=72 is set, else the width of the terminal, else 80
 *     rows([['verify', 'Check a lockfile …']], 80)    verify  Check a lockfile against its own hash, and with
 *                                                             --root against the files
 */
import type { Paint } from '../output.ts';
import type { RunContext } from '../run-context.ts';

/** Narrower columns have no room for two columns, and longer lines are hard to read. */
const [NARROWEST, WIDEST] = [40, 100];
/** The indentation of the lines of a section. */
const INDENT = 2;
const NARROW = 24;

export function pageColumns({ env, stdout }: Pick<RunContext, 'env' | 'stdout'>): number {
  const asked = /^[1-9]\d{0,8}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : undefined;
  return Math.min(WIDEST, Math.max(NARROWEST, asked ?? (stdout.isTTY ? stdout.columns : 80)));
}

export type Pair = readonly [left: string, right: string];

export function widthOf(pairs: readonly Pair[]): number {
  return Math.max(...pairs.map(([left]) => left.length));
}

/** Two columns, with the right one wrapped; if the left one leaves no room, the right one begins on the next line. */
export function rows(pairs: readonly Pair[], columns: number, width = widthOf(pairs)): readonly string[] {
  const indent = width + 2;
  if (columns - INDENT - indent < NARROW)
    return pairs.flatMap(([left, right]) => [left.trimStart(), ...wrapped(`    ${right}`, columns - INDENT, 4).split('\n')]);
  return pairs.flatMap(([left, right]) => wrapped(`${left.padEnd(width)}  ${right}`, columns - INDENT, indent).split('\n'));
}

export function section(title: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return '';
  return `\n${paint.bold(`${title}:`)}\n${lines.map((line) => `${' '.repeat(INDENT)}${line}\n`).join('')}`;
}

/** The width for the text of a section. */
export function sectionColumns(columns: number): number {
  return columns - INDENT;
}

/** Wraps text between words, so that no line is longer than `columns`; all lines after the first are indented. */
export function wrapped(text: string, columns: number, indent: number): string {
  const [start = ''] = /^\s*/.exec(text) ?? [];
  const lines: string[] = [];
  let line = start;
  for (const piece of text.slice(start.length).match(/\S+\s*/g) ?? []) {
    if (line.length + piece.trimEnd().length > columns && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent);
    }
    line += piece;
  }
  return [...lines, line.trimEnd()].join('\n');
}
