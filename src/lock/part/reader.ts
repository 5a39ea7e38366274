/**
 * Reads a part line by line, in memory that does not grow with it. Every line is validated; the hash is compared at the end.
 *
 *     const part = new PartReader('part-3', { source, size, newHasher });
 *     while (part.nextMember()) …  part.bytes, part.start, part.end, and the quoted path at part.pathStart, part.pathEnd
 *     while (part.nextSkip()) …
 *     part.finish();
 */
import { LineReader, LineTooLong } from '#core/bytes/lines';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { FieldReader } from '#core/json/fields';
import { JsonError, parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import type { ByteSource, Hasher, NewHasher } from '#core/ports';
import { MemberReader } from '../member.ts';
import { formatTrailer, NotAPart, type PartHead, parseHead, TRAILER_LENGTH } from './document.ts';
import { badPart } from './refusals.ts';

export interface PartText {
  readonly source: ByteSource;
  readonly size: number;
  readonly newHasher: NewHasher;
  /** How many bytes are read at once. */
  readonly block?: number;
}

export class PartReader {
  readonly name: string;
  readonly head: PartHead;
  /** The entry that was read last is `bytes[start..end)`, until the next one is read. */
  bytes = new Uint8Array(0);
  start = 0;
  end = 0;
  pathStart = 0;
  pathEnd = 0;
  readonly #lines: LineReader;
  readonly #size: number;
  readonly #hasher: Hasher;
  readonly #member = new MemberReader();
  readonly #skip = new FieldReader(['path', 'warnings']);
  readonly #entry = new ByteWriter(4096);
  #consumed = 0;
  #members = 0;
  #skips = 0;

  /** Reads the head. Refuses with `E_BAD_PART`, as all methods do. */
  constructor(name: string, { source, size, newHasher, block }: PartText) {
    this.name = name;
    this.#size = size;
    this.#hasher = newHasher('sha256');
    this.#lines = new LineReader(hashedStart(source, size - TRAILER_LENGTH, this.#hasher), block);
    this.head = this.#refusing(() => {
      if (!this.#nextLine()) throw new NotAPart('the file is empty');
      return parseHead(this.bytes.subarray(this.start, this.end), newHasher);
    });
  }

  nextMember(): boolean {
    if (this.#members === this.head.memberCount) return false;
    this.nextUnjudged();
    if (this.#member.readAlike(this.bytes, this.start, this.end) === this.end) this.#setPath(this.#member);
    else this.#refusing(() => this.#readMember());
    this.#members++;
    return true;
  }

  nextSkip(): boolean {
    if (this.#skips === this.head.skippedCount) return false;
    this.nextUnjudged();
    this.#refusing(() => {
      this.#readCanonical();
      const fields = this.#skip;
      fields.read(this.#entry.bytes, 0, this.#entry.length);
      if (!fields.isObject || !fields.isString(PATH) || !Array.isArray(fields.value(WARNINGS))) throw new NotAPart(this.#at('no skip'));
      this.#setPath({ pathStart: fields.start(PATH), pathEnd: fields.end(PATH) });
    });
    this.#skips++;
    return true;
  }

  /** Both lists have been read: checks the last line, and returns the hash in it. */
  finish(): string {
    return this.#refusing(() => {
      if (!this.#nextLine() || this.#consumed !== this.#size) throw new NotAPart('the counts in the head are not those of the lines');
      const stated = this.bytes.slice(this.start, this.end);
      const hash = this.#hasher.digest();
      const expected = encodeUtf8(formatTrailer(hash));
      if (stated.length + 1 !== expected.length || !stated.every((byte, at) => byte === expected[at]))
        throw new NotAPart('it does not match its own hash: it was cut or changed after it was written');
      // The source reports at its end that the file has changed.
      if (this.#lines.next()) throw new NotAPart('bytes follow its last line');
      return hash;
    });
  }

  /** A refusal that concerns the entry that was read last. */
  refuse(error: string): never {
    throw badPart(this.name, this.#at(error));
  }

  #at(error: string): string {
    return `line ${1 + this.#members + this.#skips + 1}: ${error}`;
  }

  /** Reads the next entry as it is, for a part that was judged before. */
  nextUnjudged(): void {
    if (!this.#nextLine() || this.#consumed > this.#size - TRAILER_LENGTH)
      throw badPart(this.name, 'it ends before its last line: it was cut');
  }

  #nextLine(): boolean {
    const lines = this.#lines;
    try {
      if (!lines.next()) return false;
    } catch (error) {
      throw error instanceof LineTooLong ? badPart(this.name, error.message) : error;
    }
    ({ bytes: this.bytes, start: this.start, end: this.end } = lines);
    this.#consumed += this.end - this.start + 1;
    return true;
  }

  #setPath({ pathStart, pathEnd }: { readonly pathStart: number; readonly pathEnd: number }): void {
    this.pathStart = this.start + pathStart;
    this.pathEnd = this.start + pathEnd;
  }

  #readMember(): void {
    this.#readCanonical();
    this.#member.read(this.#entry, this.#members);
    if (this.#member.problem !== null) throw new NotAPart(this.#at('no member of a lock'));
    this.#setPath(this.#member);
  }

  /** An entry is copied into the lock as it is, so it must have the bytes that the lock would have. */
  #readCanonical(): void {
    this.#entry.length = 0;
    this.#entry.text(formatSpine(parseJson(this.bytes, this.start, this.end)));
    const { bytes, length } = this.#entry;
    let same = length === this.end - this.start;
    for (let i = 0; same && i < length; i++) same = bytes[i] === this.bytes[this.start + i];
    if (!same) throw new NotAPart(this.#at('not in canonical form'));
  }

  #refusing<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const isBad = error instanceof NotAPart || error instanceof JsonError;
      throw isBad ? badPart(this.name, error.message) : error;
    }
  }
}

const PATH = 0;
const WARNINGS = 1;

/** Hashes the first `length` bytes that are read through it, in large pieces. */
function hashedStart(source: ByteSource, length: number, hasher: Hasher): ByteSource {
  let left = Math.max(0, length);
  return {
    read(into) {
      const count = source.read(into);
      if (left > 0) hasher.update(into.subarray(0, Math.min(count, left)));
      left -= Math.min(count, left);
      return count;
    },
  };
}
