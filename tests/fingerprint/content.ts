/** The content hash that a built-in fingerprint gives to bytes, and ways of writing the same content down. */

import { readCsv } from '#codecs/grid/csv';
import { readParquet } from '#codecs/grid/parquet';
import { readXlsx } from '#codecs/grid/xlsx';
import { readPdf } from '#codecs/pdf/read';
import { readHtml } from '#codecs/prose/html';
import { readMarkdown } from '#codecs/prose/markdown';
import { readText } from '#codecs/prose/text';
import { readJson, readJsonLines } from '#codecs/tree/json';
import { memorySource } from '#core/bytes/source';
import type { Format, Parsed } from '#core/parsed';
import { BUILT_INS } from '#fingerprint/builtin/builtin';
import type { Candidate } from '#fingerprint/candidate';
import { outcomeOf } from './samples.ts';

const MAX_SIZE = 1 << 24;

/** Throws where the file does not match or has no content hash. */
export async function contentHashOf(format: Format, bytes: Uint8Array): Promise<string> {
  const builtIn = BUILT_INS.find((candidate) => candidate.format === format) as Candidate;
  const { matched, reason, contentHash } = outcomeOf(builtIn, await parse(format, bytes));
  if (!matched) throw new Error(`${format}.v0 did not match: ${reason}`);
  if (contentHash === null) throw new Error(`${format}.v0 has no content hash`);
  return contentHash;
}

function parse(format: Format, bytes: Uint8Array): Parsed | Promise<Parsed> {
  switch (format) {
    case 'csv':
      return readCsv(memorySource(bytes));
    case 'json':
      return readJson(memorySource(bytes), MAX_SIZE);
    case 'jsonl':
      return readJsonLines(memorySource(bytes));
    case 'markdown':
      return readMarkdown(memorySource(bytes), MAX_SIZE);
    case 'text':
      return readText(memorySource(bytes), MAX_SIZE);
    case 'html':
      return readHtml(memorySource(bytes), MAX_SIZE);
    case 'xlsx':
      return readXlsx(bytes);
    case 'parquet':
      return readParquet(bytes);
    case 'pdf':
      return readPdf(bytes);
    default:
      return format satisfies never;
  }
}

export const ENCODINGS = ['utf-8', 'utf-8 with its mark', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export function encodeAs(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with its mark') return Buffer.from(`\ufeff${text}`);
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

export interface CsvStyle {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly isQuotedThroughout: boolean;
  readonly encoding: Encoding;
  readonly hasFinalLineEnd: boolean;
}

/** A cell is quoted where it must be, whatever the delimiter, or throughout. */
export function writeCsv(rows: readonly (readonly string[])[], style: CsvStyle): Uint8Array {
  const quoted = (cell: string): string =>
    style.isQuotedThroughout || /[,;\t|"\n]/.test(cell) ? `"${cell.replaceAll('"', '""').replaceAll('\n', style.lineEnd)}"` : cell;
  const lines = rows.map((row) => row.map(quoted).join(style.delimiter));
  return encodeAs(lines.join(style.lineEnd) + (style.hasFinalLineEnd ? style.lineEnd : ''), style.encoding);
}

/** JSON with its keys in another order, with space wherever it may stand, and with numbers such as `5e+0`. */
export function writeLoosely(value: unknown, space: string): string {
  const gap = (text: string): string => `${space}${text}${space}`;
  if (Array.isArray(value)) return `[${value.map((item) => gap(writeLoosely(item, space))).join(',')}]`;
  if (typeof value === 'number') return value.toExponential();
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? escaped(value) : JSON.stringify(value);
  const entries = Object.entries(value).toReversed();
  return `{${entries.map(([key, item]) => `${gap(escaped(key))}:${gap(writeLoosely(item, space))}`).join(',')}}`;
}

/** Every character by its number. */
function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}
