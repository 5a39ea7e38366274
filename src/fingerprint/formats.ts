/**
 * Decides in which formats a file may be read: by the `extension` of the record or, if it has none, by the end of its path. A `.txt` file is text,
 * and also csv if a csv fingerprint is requested.
 *
 *     formatsFor('.CSV', 'in/tape.CSV', ['csv'])            ['csv']
 *     formatsFor('.txt', 'in/tape.txt', ['csv', 'text'])    ['csv', 'text']
 *     formatsFor('.png', 'in/logo.png', ['csv'])            []
 */
import type { Format } from '#core/parsed';

export const FORMATS: readonly Format[] = ['csv', 'json', 'jsonl', 'markdown', 'text', 'html', 'xlsx', 'parquet', 'pdf'];

export const GRID_FORMATS: readonly Format[] = ['csv', 'xlsx', 'parquet'];

export const TREE_FORMATS: readonly Format[] = ['json', 'jsonl'];

/** The formats that have rows with columns; those of json and jsonl are pointers. */
export const TABLE_FORMATS: readonly Format[] = [...GRID_FORMATS, ...TREE_FORMATS];

export function isTree(format: Format | null): boolean {
  return format === 'json' || format === 'jsonl';
}

const BY_EXTENSION: ReadonlyMap<string, readonly Format[]> = new Map<string, readonly Format[]>([
  ['csv', ['csv']],
  ['tsv', ['csv']],
  ['dat', ['csv']],
  ['txt', ['text', 'csv']],
  ['text', ['text', 'csv']],
  ['json', ['json']],
  ['jsonl', ['jsonl']],
  ['ndjson', ['jsonl']],
  ['md', ['markdown']],
  ['markdown', ['markdown']],
  ['html', ['html']],
  ['htm', ['html']],
  ['xlsx', ['xlsx']],
  ['xlsm', ['xlsx']],
  ['xltx', ['xlsx']],
  ['xltm', ['xlsx']],
  ['xls', ['xlsx']],
  // These are opened only to report that they are not supported.
  ['xlsb', ['xlsx']],
  ['ods', ['xlsx']],
  ['parquet', ['parquet']],
  ['pdf', ['pdf']],
]);

export function isFormat(name: string): name is Format {
  return (FORMATS as readonly string[]).includes(name);
}

/** Returns the requested formats that the file may have, each once, in the requested order. */
export function formatsFor(extension: string | null, path: string, asked: Iterable<Format>): readonly Format[] {
  const possible = BY_EXTENSION.get(lastSuffix(extension ?? baseName(path)));
  return possible === undefined ? [] : [...new Set(asked)].filter((format) => possible.includes(format));
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A file's name without its folder and its last suffix. */
export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

function lastSuffix(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
