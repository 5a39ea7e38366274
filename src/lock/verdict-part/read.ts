/**
 * Reads a part of a verdict line by line, in memory that does not grow with it. Judging reads all of it; afterwards each list can be read
 * alone, and must have the bytes that were judged.
 *
 *     const judged = judgeVerdictPart('part-3', text);
 *     for (const { path, reason } of readList('part-3', source from judged.lists[0].start, judged.lists[0], newHasher)) …
 */
import { LineReader, LineTooLong } from '#core/bytes/lines';
import { compareBytes, compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ByteSource, Hasher, NewHasher } from '#core/ports';
import { shardOf, type TextHash } from '#core/shard';
import { formatTrailer } from '../part/document.ts';
import { lineCounts, NotAVerdictPart, parseVerdictHead, type VerdictPartHead } from './document.ts';
import { badVerdictPart } from './refusals.ts';

export interface VerdictPartText {
  readonly source: ByteSource;
  readonly newHasher: NewHasher;
  readonly sha256: TextHash;
}

/** Where the lines of a list are in the file, and their hash. */
export interface ListPlace {
  readonly start: number;
  readonly count: number;
  readonly hash: string;
}

export interface JudgedVerdictPart {
  readonly head: VerdictPartHead;
  /** The failures, the skips and the hints. */
  readonly lists: readonly [ListPlace, ListPlace, ListPlace];
}

type Entry = JsonObject & { readonly path: string };

/** Refuses with `E_BAD_PART`. */
export function judgeVerdictPart(name: string, { source, newHasher, sha256 }: VerdictPartText): JudgedVerdictPart {
  const lines = new Lines(source);
  return refusing(name, () => {
    const whole = newHasher('sha256');
    if (!lines.next()) throw new NotAVerdictPart('the file is empty');
    const head = parseVerdictHead(lines.line(), newHasher);
    lines.hash(whole);
    const lists = lineCounts(head).map((count, list) => {
      const start = lines.consumed;
      const hasher = newHasher('sha256');
      const isOwn = inCovers(head, sha256);
      let before = '';
      let extras = 0;
      for (let read = 0; read < count; read++) {
        const entry = lines.entry(list);
        lines.hash(whole);
        lines.hash(hasher);
        if (read > 0 && compareUtf8(before, entry.path) > 0) throw lines.wrong('not in the order of the paths');
        if (!isOwn(entry.path)) throw lines.wrong('the path is not in the shards of this part');
        before = entry.path;
        if (isExtra(entry)) extras++;
      }
      if (list === 0 && extras !== head.coverage.extra) throw new NotAVerdictPart('the counts in the head are not those of the lines');
      return { start, count, hash: hasher.digest() };
    });
    const expected = formatTrailer(whole.digest());
    if (!lines.next()) throw new NotAVerdictPart('it ends before its last line: it was cut');
    if (!lines.has(expected.trimEnd()))
      throw new NotAVerdictPart('it does not match its own hash: it was cut or changed after it was written');
    if (!lines.isEnded || lines.next()) throw new NotAVerdictPart('bytes follow its last line');
    return { head, lists: lists as unknown as JudgedVerdictPart['lists'] };
  });
}

/** Reads a list that was judged, from its start. */
export function* readList(name: string, source: ByteSource, place: ListPlace, newHasher: NewHasher): Generator<Entry, void, undefined> {
  const lines = new Lines(source);
  const hasher = newHasher('sha256');
  for (let read = 0; read < place.count; read++) {
    yield refusing(name, () => {
      if (!lines.next()) throw new NotAVerdictPart(REPLACED);
      lines.hash(hasher);
      return parseJson(lines.line()) as Entry;
    });
  }
  if (hasher.digest() !== place.hash) throw badVerdictPart(name, REPLACED);
}

const REPLACED = 'it was replaced during this run';

/** The ranges follow from the lock, which is not read here. */
function inCovers({ covers, question: { scheme, shards } }: VerdictPartHead, sha256: TextHash): (path: string) => boolean {
  if (scheme === 'path-range.v0') return () => true;
  return (path) => {
    const shard = shardOf(path, shards, sha256);
    return covers.some(([first, last]) => first <= shard && shard <= last);
  };
}

function isExtra({ reason }: JsonObject): boolean {
  return reason === 'EXTRA' || reason === 'SKIPPED_PRESENT';
}

/** The names of the fields of an entry of each list, and what it must be. */
const SHAPES: readonly { readonly fields: string; readonly what: string; readonly isGood: (entry: JsonObject) => boolean }[] = [
  { fields: 'actual,actual_size,expected,expected_size,path,reason', what: 'no failure', isGood: isFailure },
  { fields: 'detail,path,reason', what: 'no skip', isGood: ({ detail, reason }) => typeof detail === 'string' && reason === 'IO_ERROR' },
  {
    fields: 'found,message,path',
    what: 'no hint',
    isGood: ({ found, message }) => typeof found === 'string' && typeof message === 'string',
  },
];

const REASONS: readonly JsonValue[] = ['HASH_MISMATCH', 'MISSING', 'NOT_REGULAR', 'SIZE_MISMATCH', 'EXTRA', 'SKIPPED_PRESENT'];

function isFailure(entry: JsonObject): boolean {
  const { actual = null, actual_size = null, expected = null, expected_size = null, reason = null } = entry;
  if (![actual, expected].every((hash) => hash === null || typeof hash === 'string')) return false;
  if (![actual_size, expected_size].every((size) => size === null || typeof size === 'number' || typeof size === 'bigint')) return false;
  return REASONS.includes(reason) && isExtra(entry) === (expected === null) && (reason === 'HASH_MISMATCH') === (actual !== null);
}

/** The lines of a part, each of which is hashed and counted with its line end. */
class Lines {
  readonly #lines: LineReader;
  readonly #seen = { bytes: 0 };
  #number = 0;
  consumed = 0;

  constructor(source: ByteSource) {
    const seen = this.#seen;
    const counted: ByteSource = {
      read(into) {
        const count = source.read(into);
        seen.bytes += count;
        return count;
      },
    };
    this.#lines = new LineReader(counted, BLOCK);
  }

  /** True if all bytes that were read belong to the lines so far. */
  get isEnded(): boolean {
    return this.consumed === this.#seen.bytes;
  }

  next(): boolean {
    if (!this.#lines.next()) return false;
    this.consumed += this.#lines.end - this.#lines.start + 1;
    this.#number++;
    return true;
  }

  line(): Uint8Array {
    return this.#lines.bytes.subarray(this.#lines.start, this.#lines.end);
  }

  has(text: string): boolean {
    return compareBytes(this.line(), encodeUtf8(text)) === 0;
  }

  hash(hasher: Hasher): void {
    hasher.update(this.line());
    hasher.update(FEED);
  }

  wrong(error: string): NotAVerdictPart {
    return new NotAVerdictPart(`line ${this.#number}: ${error}`);
  }

  entry(list: number): Entry {
    if (!this.next()) throw new NotAVerdictPart('it ends before its last line: it was cut');
    const value = parseJson(this.line());
    const { fields, what, isGood } = SHAPES[list] as (typeof SHAPES)[number];
    const isEntry = isJsonObject(value) && Object.keys(value).sort().join(',') === fields;
    if (!isEntry || typeof value['path'] !== 'string' || !isGood(value)) throw this.wrong(what);
    if (!this.has(formatSpine(value))) throw this.wrong('not in canonical form');
    return value as Entry;
  }
}

const BLOCK = 1 << 16;
const FEED = encodeUtf8('\n');

function refusing<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isBad = error instanceof NotAVerdictPart || error instanceof JsonError || error instanceof LineTooLong;
    throw isBad ? badVerdictPart(name, error.message) : error;
  }
}
