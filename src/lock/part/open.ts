/**
 * A part whose head was read, and the bytes of its lines behind it. All of them are hashed; the hash is compared at the end.
 *
 *     const part = new OpenedPart('part-3', { source, size, newHasher });
 *     part.head
 */
import { fill, prefixedSource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError } from '#core/json/read';
import type { ByteSource, Hasher, NewHasher } from '#core/ports';
import { formatTrailer, NotAPart, type PartHead, parseHead, TRAILER_LENGTH } from './document.ts';
import { badPart } from './refusals.ts';

export interface PartText {
  readonly source: ByteSource;
  readonly size: number;
  readonly newHasher: NewHasher;
}

export const CUT = 'it ends before its last line: it was cut';

const PIECE = 1 << 16;
const MAX_HEAD = 1 << 26;

export class OpenedPart {
  readonly name: string;
  readonly head: PartHead;
  readonly #source: ByteSource;
  readonly #hasher: Hasher;
  /** How many bytes before the last line were not read yet. */
  #left: number;

  /** Refuses with `E_BAD_PART`, as all methods do. */
  constructor(name: string, { source, size, newHasher }: PartText) {
    this.name = name;
    this.#hasher = newHasher('sha256');
    const { line, rest } = firstLine(name, source);
    this.head = refusing(name, () => parseHead(line, newHasher));
    this.#left = size - TRAILER_LENGTH - line.length - 1;
    if (rest === null || this.#left < 0) throw badPart(name, CUT);
    this.#source = prefixedSource(rest, source);
    this.#hasher.update(line);
    this.#hasher.update(FEED);
  }

  /** Reads bytes of the lines before the last one. Returns 0 at their end. */
  read(into: Uint8Array): number {
    if (this.#left === 0) return 0;
    const count = this.#source.read(into.length > this.#left ? into.subarray(0, this.#left) : into);
    if (count === 0) throw badPart(this.name, CUT);
    this.#hasher.update(into.subarray(0, count));
    this.#left -= count;
    return count;
  }

  /** All lines before the last one have been read. Returns the hash in the last line. */
  finish(): string {
    const stated = new Uint8Array(TRAILER_LENGTH);
    fill(this.#source, stated);
    const hash = this.#hasher.digest();
    const expected = encodeUtf8(formatTrailer(hash));
    if (!stated.every((byte, at) => byte === expected[at]))
      throw badPart(this.name, 'it does not match its own hash: it was cut or changed after it was written');
    // The source reports at its end that the file has changed.
    if (this.#source.read(new Uint8Array(1)) > 0) throw badPart(this.name, 'bytes follow its last line');
    return hash;
  }
}

const FEED = Uint8Array.of(0x0a);

/** `rest` is what was read behind the line; null if the line has no end. */
function firstLine(name: string, source: ByteSource): { readonly line: Uint8Array; readonly rest: Uint8Array | null } {
  // Joined once: a long file that is no part is a single line.
  const pieces: Uint8Array[] = [];
  for (let length = 0; length <= MAX_HEAD; ) {
    const piece = new Uint8Array(PIECE);
    const count = source.read(piece);
    if (count === 0 && length === 0) throw badPart(name, 'the file is empty');
    if (count === 0) return { line: joined(pieces), rest: null };
    const feed = piece.subarray(0, count).indexOf(0x0a);
    pieces.push(piece.subarray(0, feed < 0 ? count : feed));
    if (feed >= 0) return { line: joined(pieces), rest: piece.subarray(feed + 1, count) };
    length += count;
  }
  throw badPart(name, `expected a line of at most ${MAX_HEAD} bytes`);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** What is wrong with the bytes of a part is a refusal that names it. */
export function refusing<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isBad = error instanceof NotAPart || error instanceof JsonError;
    throw isBad ? badPart(name, error.message) : error;
  }
}
