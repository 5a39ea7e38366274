/**
 * Judges one file. It is opened safely and read once; its bytes are hashed while they are parsed, and every requested fingerprint is judged in
 * that pass. A file that may have two formats is tried in each.
 *
 *     await fingerprintFile({ path: '/data/tape.csv', formats: ['csv'], size: 21, bytesHash: 'sha256:…', … }, judging)
 *       { kind: 'judged', fingerprint: '{"assertions":[…],…}', isMatched: true, bytesHash: null }
 */
import { algorithmOf, type Digest } from '#core/digest';
import { formatSpine } from '#core/json/write';
import { type Format, type Parsed, ParseFailure, type Unread } from '#core/parsed';
import type { Algorithm } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { fileInMemory, type HashedFile, type Pass } from '#hashing/hash-while-parsing';
import { reusedHashers } from '#hashing/hashers';
import type { Candidate } from '../candidate.ts';
import { evaluate } from '../evaluate.ts';
import { baseName } from '../formats.ts';
import { chooseOutcome, isFullyMatched, type Outcome, outcomeObject } from '../outcome.ts';
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
  let unread: readonly Unread[] = [];
  for (const format of formats) {
    const most = mostOf(format, maxSize);
    if (file.size > most) {
      failure ??= { kind: 'unparsed', format, error: `expected at most ${most} bytes, found ${file.size}` };
      continue;
    }
    const pass = file.pass();
    let thrown: unknown = null;
    try {
      const parsed = await parseAs(format, pass, most, judging.onProgress);
      if (parsed.kind === 'prose') unread = parsed.unread ?? [];
      outcomes.push(...evaluate(asked, parsed, { fileName: baseName(path), format, at, newHasher, diagnose }));
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
  return {
    kind: 'judged',
    fingerprint: chosen === null ? null : formatSpine(outcomeObject(chosen)),
    isMatched: chosen !== null && isFullyMatched(chosen),
    bytesHash: mustMatch ? null : bytesHash,
    ...(unread.length === 0 ? {} : { unread }),
  };
}

const MIB = 1 << 20;

/** The longest file that is read into memory, unless `--max-size` is given; null for csv and jsonl, which are read in chunks. */
const LONGEST: Readonly<Record<Format, number | null>> = {
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
function mostOf(format: Format, maxSize: number | null): number {
  const longest = LONGEST[format];
  return longest === null ? Number.MAX_SAFE_INTEGER : (maxSize ?? longest);
}

/** Parsers are loaded on first use of their format. Throws `ParseFailure`, or the error of the parser. */
async function parseAs(format: Format, pass: Pass, most: number, onProgress?: () => void): Promise<Parsed> {
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
