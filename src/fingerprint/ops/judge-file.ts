/**
 * Judges one file. It is opened safely and read once; its bytes are hashed while they are parsed, and every requested fingerprint is judged in
 * that pass. A file that may have two formats is tried in each.
 *
 *     await fingerprintFile({ path: '/data/tape.csv', formats: ['csv'], size: 21, bytesHash: 'sha256:…', … }, judging)
 *       { kind: 'judged', fingerprint: '{"assertions":[…],…}', isMatched: true, bytesHash: null }
 */
import { algorithmOf, type Digest } from '#core/digest';
import { formatSpine } from '#core/json/write';
import { type CsvReading, type Format, type Parsed, ParseFailure } from '#core/parsed';
import type { Algorithm } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { fileInMemory, type HashedFile, type Pass } from '#hashing/hash-while-parsing';
import { reusedHashers } from '#hashing/hashers';
import type { Candidate } from '../candidate.ts';
import { readingKey } from '../dialect.ts';
import { evaluate } from '../evaluate.ts';
import { baseName } from '../formats.ts';
import { chooseOutcome, isFullyMatched, type Outcome, outcomeObject, warningsOf } from '../outcome.ts';
import { dialectOf } from '../parents.ts';
import { type FileAnswer, type FileQuestion, failureOf, openFile } from './question.ts';

export interface Judging {
  readonly asked: readonly Candidate[];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly diagnose: boolean;
  readonly maxSize: number | null;
  /** Called from time to time while a long file is read. */
  readonly onProgress?: () => void;
}

const newHasher = reusedHashers();

export async function fingerprintFile(question: FileQuestion, judging: Judging): Promise<FileAnswer> {
  const { held } = question;
  let file: HashedFile | null = null;
  try {
    file = held === undefined ? openFile(question, judging.onProgress) : fileInMemory(held.bytes, () => held.hex);
    if (question.packing !== undefined) file = await (await import('./identify/unpacked-file.ts')).unpackedFile(file, question.packing);
    return await judge(file, question, judging);
  } catch (error) {
    return failureOf(error);
  } finally {
    file?.close();
  }
}

async function judge(file: HashedFile, question: FileQuestion, judging: Judging): Promise<FileAnswer> {
  const { path, formats, mustMatch, only } = question;
  const { at, diagnose, maxSize } = judging;
  const asked = only === null ? judging.asked : only.map((index) => judging.asked[index] as Candidate);
  const algorithm = algorithmOf(question.bytesHash) as Algorithm;
  const outcomes: Outcome[] = [];
  let failure: FileAnswer | null = null;
  let bytesHash: Digest = `${algorithm}:`;
  for (const { format, reading, together } of readingsOf(formats, asked)) {
    const most = maxSizeOf(format, maxSize);
    if (file.size > most) {
      failure ??= { kind: 'unparsed', format, error: `expected at most ${most} bytes, found ${file.size}` };
      continue;
    }
    const pass = file.pass();
    let thrown: unknown = null;
    try {
      const parsed = await parseAs(format, pass, most, { ...judging, reading });
      outcomes.push(...evaluate(together, parsed, { fileName: baseName(path), format, at, newHasher, diagnose }));
    } catch (error) {
      if (errorCode(error) !== undefined) throw error;
      thrown = error;
    }
    bytesHash = `${algorithm}:${pass.end()}`;
    if (mustMatch && bytesHash !== question.bytesHash) return { kind: 'changed', found: bytesHash };
    // Any error of a parser means that the file is not valid in this format.
    if (thrown !== null) failure ??= { kind: 'unparsed', format, error: osText(thrown) };
  }
  if (failure !== null && outcomes.length === 0) return failure;
  const order = new Map(asked.map((candidate, index) => [candidate, index]));
  const chosen = chooseOutcome(outcomes.sort((a, b) => Number(order.get(a.candidate)) - Number(order.get(b.candidate))));
  const warnings = chosen === null ? [] : warningsOf(chosen);
  return {
    kind: 'judged',
    fingerprint: chosen === null ? null : formatSpine(outcomeObject(chosen)),
    isMatched: chosen !== null && isFullyMatched(chosen),
    bytesHash: mustMatch ? null : bytesHash,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

interface OneReading {
  readonly format: Format;
  /** Null if the file itself shows how it is divided. */
  readonly reading: CsvReading | null;
  /** The fingerprints that are judged in one pass: those whose dialect divides the file in the same way. */
  readonly together: readonly Candidate[];
}

function readingsOf(formats: readonly Format[], asked: readonly Candidate[]): readonly OneReading[] {
  return formats.flatMap((format) => {
    const fitting = asked.filter((candidate) => candidate.format === format);
    const groups = new Map<string, { readonly format: Format; readonly reading: CsvReading | null; readonly together: Candidate[] }>();
    for (const candidate of fitting) {
      const dialect = dialectOf(candidate, fitting);
      const key = readingKey(dialect);
      const group = groups.get(key) ?? { format, reading: dialect.reading, together: [] };
      groups.set(key, group);
      group.together.push(candidate);
    }
    return [...groups.values()];
  });
}

const MIB = 1 << 20;

/** The longest file that is read into memory, unless `--max-size` is given; null for csv and jsonl, which are read in chunks. */
const MAX_LENGTH: Readonly<Record<Format, number | null>> = {
  csv: null,
  json: 64 * MIB,
  jsonl: null,
  markdown: 16 * MIB,
  text: 64 * MIB,
  html: 16 * MIB,
  xlsx: 64 * MIB,
  parquet: 384 * MIB,
  pdf: 128 * MIB,
};

/** The limit for files of that format; `maxSize` is the limit that the user gave. */
export function maxSizeOf(format: Format, maxSize: number | null): number {
  const longest = MAX_LENGTH[format];
  return longest === null ? Number.MAX_SAFE_INTEGER : (maxSize ?? longest);
}

interface ParseOptions extends Pick<Judging, 'onProgress'> {
  readonly reading: CsvReading | null;
}

/** Parsers are loaded on first use of their format. Throws `ParseFailure`, or the error of the parser. */
export async function parseAs(format: Format, pass: Pass, most: number, { reading, onProgress }: ParseOptions): Promise<Parsed> {
  switch (format) {
    case 'csv':
      return (await import('#codecs/grid/csv')).readCsv(pass.source, reading ?? undefined);
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
      return (await import('#codecs/grid/parquet')).readParquet(wholeOf(pass, most), onProgress);
    case 'pdf':
      return (await import('#codecs/pdf/read')).readPdf(wholeOf(pass, most));
    default:
      return format satisfies never;
  }
}

function wholeOf(pass: Pass, most: number): Uint8Array {
  const bytes = pass.whole(most);
  if (bytes === null) throw new ParseFailure(`expected at most ${most} bytes, found more`);
  return bytes;
}
