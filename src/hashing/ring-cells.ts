/** One question and its answer in the memory that hashing threads share: one thread writes it, another reads it. */
import type { Algorithm } from '#core/ports';
import type { CopyFacts, CopyOrder, FileHasher, FileQuestion } from './hash-file.ts';
import {
  ANSWER,
  BATCHES,
  ERRNO,
  FLAGS,
  HEX,
  HEXES,
  IS_ALSO_BLAKE3,
  IS_BLAKE3,
  IS_CONFINED,
  IS_COPY,
  IS_KNOWN_REGULAR,
  KEEPS_SCHEMA,
  LOOKS,
  PATH_BYTES,
  PATH_LENGTH,
  PATH_START,
  PER_QUESTION,
  placeOf,
  type SharedRing,
  SIZES,
  TARGET_LENGTH,
  VERSION_LENGTH,
} from './ring-layout.ts';

/** Methods of every Buffer that its published type omits; they are several times faster than `toString` and `write`. */
interface FastBuffer extends Uint8Array {
  utf8Slice(start: number, end: number): string;
  latin1Slice(start: number, end: number): string;
  utf8Write(text: string, at: number, most: number): number;
  latin1Write(text: string, at: number, most: number): number;
}

export interface Answer {
  status: number;
  size: number;
  errno: number;
  hex: string;
  /** Facts about a file that was copied. */
  copied?: CopyFacts | undefined;
  /** The file is a document that conforms to its schema. */
  keepsSchema?: boolean;
}

/** An upper limit for the UTF-8 length of the texts of a question: three bytes for each UTF-16 unit. */
export function pathRoom({ path, copy, version }: Pick<FileQuestion, 'path' | 'copy' | 'version'>): number {
  return (path.length + (copy?.to.length ?? 0) + (version?.length ?? 0)) * 3;
}

export class RingCells {
  readonly #confine: string | null;
  readonly #cells: Int32Array;
  readonly #sizes: Float64Array;
  readonly #paths: FastBuffer;
  readonly #hexes: FastBuffer;

  constructor(shared: SharedRing) {
    this.#confine = shared.confine;
    this.#cells = new Int32Array(shared.cells);
    this.#sizes = new Float64Array(shared.sizes);
    this.#paths = Buffer.from(shared.paths) as unknown as FastBuffer;
    this.#hexes = Buffer.from(shared.hexes) as unknown as FastBuffer;
  }

  /** Writes the texts of the question `pathStart` bytes into the text area of the batch, and returns where they end. */
  ask(sequence: number, index: number, pathStart: number, question: FileQuestion): number {
    const place = placeOf(sequence, index);
    const cell = place * PER_QUESTION;
    const area = (sequence % BATCHES) * PATH_BYTES;
    const { path, copy, version } = question;
    const start = area + pathStart;
    const length = this.#paths.utf8Write(path, start, PATH_BYTES - pathStart);
    let end = start + length;
    this.#cells[cell + PATH_START] = start;
    this.#cells[cell + PATH_LENGTH] = length;
    end += this.#cells[cell + TARGET_LENGTH] = copy === undefined ? 0 : this.#paths.utf8Write(copy.to, end, area + PATH_BYTES - end);
    end += this.#cells[cell + VERSION_LENGTH] = version ? this.#paths.utf8Write(version, end, area + PATH_BYTES - end) : 0;
    this.#cells[cell + FLAGS] = flagsOf(question);
    this.#sizes[place * SIZES] = question.expectedSize;
    return end - area;
  }

  question(sequence: number, index: number): FileQuestion {
    const place = placeOf(sequence, index);
    const cell = place * PER_QUESTION;
    const start = this.#cells[cell + PATH_START] as number;
    const end = start + (this.#cells[cell + PATH_LENGTH] as number);
    const flags = this.#cells[cell + FLAGS] as number;
    const versionLength = this.#cells[cell + VERSION_LENGTH] as number;
    const algorithm: Algorithm = (flags & IS_BLAKE3) !== 0 ? 'blake3' : 'sha256';
    return {
      path: this.#paths.utf8Slice(start, end),
      algorithm,
      expectedSize: this.#sizes[place * SIZES] as number,
      isKnownRegular: (flags & IS_KNOWN_REGULAR) !== 0,
      confine: (flags & IS_CONFINED) !== 0 ? this.#confine : null,
      copy: (flags & IS_COPY) !== 0 ? this.#copyOrder(end, cell, flags) : undefined,
      version: versionLength === 0 ? undefined : this.#version(end + (this.#cells[cell + TARGET_LENGTH] as number), versionLength),
    };
  }

  #copyOrder(start: number, cell: number, flags: number): CopyOrder {
    const to = this.#paths.utf8Slice(start, start + (this.#cells[cell + TARGET_LENGTH] as number));
    return { to, alsoBlake3: (flags & IS_ALSO_BLAKE3) !== 0 };
  }

  #version(start: number, length: number): string {
    return this.#paths.utf8Slice(start, start + length);
  }

  answer(sequence: number, index: number, status: number, hasher: FileHasher): void {
    const place = placeOf(sequence, index);
    const cell = place * PER_QUESTION;
    this.#cells[cell + ANSWER] = status;
    this.#cells[cell + ERRNO] = hasher.errno;
    this.#cells[cell + KEEPS_SCHEMA] = hasher.keepsSchema ? 1 : 0;
    this.#sizes[place * SIZES + 1] = hasher.size;
    if (hasher.hex !== '') this.#hexes.latin1Write(hasher.hex, place * HEXES, HEX);
    if (hasher.copied === undefined) return;
    this.#cells[cell + LOOKS] = hasher.copied.looks;
    this.#hexes.latin1Write(hasher.copied.blake3, place * HEXES + HEX, HEX);
  }

  read(sequence: number, index: number, into: Answer): void {
    const place = placeOf(sequence, index);
    const cell = place * PER_QUESTION;
    const status = this.#cells[cell + ANSWER] as number;
    into.status = status;
    into.errno = this.#cells[cell + ERRNO] as number;
    into.keepsSchema = this.#cells[cell + KEEPS_SCHEMA] === 1;
    into.size = this.#sizes[place * SIZES + 1] as number;
    into.hex = status === 0 ? this.#hexes.latin1Slice(place * HEXES, place * HEXES + HEX) : '';
    const flags = this.#cells[cell + FLAGS] as number;
    into.copied = status === 0 && (flags & IS_COPY) !== 0 ? this.#copied(cell, place * HEXES + HEX, flags) : undefined;
  }

  #copied(cell: number, start: number, flags: number): CopyFacts {
    const blake3 = (flags & IS_ALSO_BLAKE3) !== 0 ? this.#hexes.latin1Slice(start, start + HEX) : '';
    return { looks: this.#cells[cell + LOOKS] as number, blake3 };
  }
}

function flagsOf({ algorithm, isKnownRegular, confine, copy }: FileQuestion): number {
  return (
    (algorithm === 'blake3' ? IS_BLAKE3 : 0) |
    (isKnownRegular ? IS_KNOWN_REGULAR : 0) |
    (confine === null ? 0 : IS_CONFINED) |
    (copy === undefined ? 0 : IS_COPY) |
    (copy?.alsoBlake3 === true ? IS_ALSO_BLAKE3 : 0)
  );
}
