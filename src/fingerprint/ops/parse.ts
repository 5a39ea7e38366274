/**
 * A file as one of the formats: which parser, and how much of a file it may hold. Parsers are loaded when their format first appears. csv
 * and jsonl are read piece by piece, whatever their length.
 */
import { type Format, type Parsed, ParseFailure } from '#core/parsed';
import type { Pass } from '#hashing/hash-while-parsing';

const MIB = 1 << 20;

/** The longest file that is read whole, unless `--max-size` says otherwise; null where there is none. */
const LONGEST: Readonly<Record<Format, number | null>> = {
  csv: null,
  json: 64 * MIB,
  jsonl: null,
  markdown: 16 * MIB,
  text: 64 * MIB,
  html: 16 * MIB,
  xlsx: 64 * MIB,
  parquet: 128 * MIB,
  pdf: 128 * MIB,
};

/** How much of a file of that format may be read; `maxSize` where the user says it. */
export function mostOf(format: Format, maxSize: number | null): number {
  const longest = LONGEST[format];
  return longest === null ? Number.MAX_SAFE_INTEGER : (maxSize ?? longest);
}

/** Throws `ParseFailure`, or what a parser throws that fell over. */
export async function parseAs(format: Format, pass: Pass, most: number): Promise<Parsed> {
  switch (format) {
    case 'csv':
      return (await import('#codecs/grid/csv')).readCsv(pass.source);
    case 'json':
      return (await import('#codecs/tree/json')).readJson(pass.source, most);
    case 'jsonl':
      return (await import('#codecs/tree/json')).readJsonLines(pass.source);
    case 'markdown':
      return (await import('#codecs/prose/markdown')).readMarkdown(pass.source, most);
    case 'text':
      return (await import('#codecs/prose/text')).readText(pass.source, most);
    case 'html':
      return (await import('#codecs/prose/html')).readHtml(pass.source, most);
    case 'xlsx':
      return (await import('#codecs/grid/xlsx')).readXlsx(wholeOf(pass, most));
    case 'parquet':
      return (await import('#codecs/grid/parquet')).readParquet(wholeOf(pass, most));
    case 'pdf':
      return (await import('#codecs/prose/pdf')).readPdf(wholeOf(pass, most));
    default:
      return format satisfies never;
  }
}

function wholeOf(pass: Pass, most: number): Uint8Array {
  const bytes = pass.whole(most);
  if (bytes === null) throw new ParseFailure(`expected at most ${most} bytes, found more`);
  return bytes;
}
