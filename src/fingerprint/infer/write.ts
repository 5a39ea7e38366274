/**
 * Writes the definition that was inferred, with comments on what was seen.
 *
 *     # Inferred from 2 samples with 12,340 rows: november.csv, december.csv
 *     fingerprint_id: november.v1
 *     format: csv
 *     …
 */
import { counted, grouped } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import type { Format } from '#core/parsed';
import type { DecidedTable } from './decide.ts';
import type { MergedTable } from './merge.ts';
import type { SampleProfile, SampleReading } from './profile.ts';
import { columnRules, FEW_ROWS, type InferredRule } from './rules.ts';
import { commentText, commentValue, yamlFlow, yamlText } from './yaml-text.ts';

export interface Inferred {
  readonly id: string;
  readonly format: Format;
  /** The names of the samples, without their folders. */
  readonly names: readonly string[];
  readonly table: MergedTable;
  readonly decided: DecidedTable;
  readonly dialect: JsonObject;
  readonly rules: readonly InferredRule[];
  /** What is left out or left open. */
  readonly notes: readonly string[];
  readonly place: JsonObject;
}

const MAX_NAMES = 10;

export function writeInferred(inferred: Inferred): string {
  const { id, format, names, table, decided, dialect, rules, notes, place } = inferred;
  const columns = decided.columns.map((column) => columnRules(column, decided, place));
  const all = decided.columns.map(({ name }) => name);
  const lines = [
    samplesLine(names, counted(table.rows, 'row')),
    '# Ranges, the number of rows, their order and codes with digits only warn, with room for the next delivery. Review before use.',
    ...notes.map((note) => `# ${note}`),
    `fingerprint_id: ${yamlText(id)}`,
    `format: ${format}`,
    ...dialectLines(dialect, decided),
    'assertions:',
    `  - columns_present: ${yamlFlow({ ...place, columns: all })}`,
    ...columns.flatMap(({ comment, rules: own }) => [`  # ${comment}`, ...own.map(ruleLine)]),
    `  # ${rowsComment(table)}`,
    ...rules.map(ruleLine),
    'extract:',
    `  - ${yamlFlow({ name: 'table', type: 'columns', ...place, columns: all })}`,
    'content_hash: { algorithm: blake3, over: [table] }',
  ];
  return `${lines.join('\n')}\n`;
}

/** `rows` is how much they contain; null if that is one value each. */
export function samplesLine(names: readonly string[], rows: string | null): string {
  const shown = [...names.slice(0, MAX_NAMES).map(commentValue), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
  return `# Inferred from ${counted(names.length, 'sample')}${rows === null ? '' : ` with ${rows}`}: ${shown}`;
}

export function ruleLine({ rule, isWarning, isDoubtful = false }: InferredRule): string {
  const [[key, value]] = Object.entries(rule) as [[string, JsonObject]];
  if (isDoubtful) return `  # with fewer than ${FEW_ROWS} rows only a guess: - ${key}: ${yamlFlow(value)}`;
  return isWarning ? `  - { severity: warn, ${key}: ${yamlFlow(value)} }` : `  - ${key}: ${yamlFlow(value)}`;
}

function rowsComment({ samples, fewestRows, mostRows }: MergedTable): string {
  const rows = fewestRows === mostRows ? counted(mostRows, 'row') : `${grouped(fewestRows)} to ${counted(mostRows, 'row')}`;
  return samples === 1 ? `The table: ${rows}` : `The tables: ${rows}`;
}

function dialectLines(dialect: JsonObject, { signsFrom }: DecidedTable): readonly string[] {
  const entries = Object.entries(dialect);
  if (entries.length === 0) return [];
  const from = signsFrom.slice(0, MAX_NAMES).map(commentText).join(', ');
  return [
    'dialect:',
    ...entries.map(([key, value]) => `  ${key}: ${yamlFlow(value)}${key === 'decimal' && from !== '' ? `  # as in ${from}` : ''}`),
  ];
}

/** What is said about the samples beyond their columns. */
export function sampleNotes(profiles: readonly SampleProfile[], names: readonly string[], reading: SampleReading): readonly string[] {
  const notes: string[] = [];
  profiles.forEach(({ unnamed, repeated, beyond, long, sheets }, i) => {
    const name = commentValue(names[i] ?? '');
    if (unnamed > 0) notes.push(`left out: ${counted(unnamed, 'column')} without a name in ${name}`);
    if (repeated.length > 0)
      notes.push(`left out: several columns in ${name} are named ${repeated.slice(0, MAX_NAMES).map(commentText).join(', ')}`);
    if (beyond > 0) notes.push(`left out: ${counted(beyond, 'column')} of ${name} beyond the number that a definition can name`);
    if (long > 0)
      notes.push(
        `${counted(long, 'row')} of ${name} ${long === 1 ? 'has' : 'have'} more cells than row ${reading.headerRow} has names; --header-row states another row`,
      );
    const others = sheets.filter((sheet, at) => (reading.sheet === null ? at > 0 : sheet !== reading.sheet));
    if (others.length > 0)
      notes.push(
        `not looked at in ${name}: ${others.length === 1 ? 'sheet' : 'sheets'} ${others.slice(0, MAX_NAMES).map(commentText).join(', ')}`,
      );
  });
  return notes;
}

export function mergeNotes({ notInAll }: MergedTable): readonly string[] {
  if (notInAll.length === 0) return [];
  return [
    `left out, because not every sample has it once: ${notInAll.slice(0, MAX_NAMES).map(commentText).join(', ')}${notInAll.length > MAX_NAMES ? ', …' : ''}`,
  ];
}
