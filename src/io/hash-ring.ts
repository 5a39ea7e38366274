/**
 * Questions about files and their answers, in memory that threads share. A ring of batches; the main thread fills and empties them in
 * order, every thread takes questions one by one from a batch's counter, so that no thread waits while another has work left.
 */
import type { Algorithm } from '#core/ports';
import { type FileHasher, type FileQuestion, type OnLong, UNREADABLE } from './hash-file.ts';
import {
  ANSWER,
  BATCHES,
  batchCell,
  bytesStart,
  CALLS,
  CLOSED,
  CONSUMED,
  DONE,
  ERRNO,
  FLAGS,
  HEX,
  hexStart,
  IS_BLAKE3,
  IS_CONFINED,
  IS_KNOWN_REGULAR,
  LAYOUT,
  LEFT,
  newSharedRing,
  PATH_BYTES,
  PATH_LENGTH,
  PATH_START,
  PUBLISHED,
  QUESTIONS,
  questionCell,
  type SharedRing,
  sizeIndex,
  TOTAL,
} from './hash-ring-layout.ts';
import { ReadAhead } from './read-ahead.ts';

export type { SharedRing } from './hash-ring-layout.ts';

/** Methods of every Buffer that its published type leaves out; they are several times faster than `toString` and `write`. */
interface FastBuffer extends Uint8Array {
  utf8Slice(start: number, end: number): string;
  latin1Slice(start: number, end: number): string;
  utf8Write(text: string, at: number, most: number): number;
  latin1Write(text: string, at: number, most: number): number;
}

/** The status of a question whose thread has failed, so that nobody waits for it. */
export const FAILED = -1;

export interface Answer {
  status: number;
  size: number;
  errno: number;
  hex: string;
}

export function newRing(confine: string | null): HashRing {
  return new HashRing(newSharedRing(confine));
}

export class HashRing {
  readonly shared: SharedRing;
  readonly #cells: Int32Array;
  readonly #sizes: Float64Array;
  readonly #bytes: FastBuffer;
  /** Long files may be read by one thread and hashed by another. */
  readonly ahead: ReadAhead;

  constructor(shared: SharedRing) {
    if (shared.layout !== LAYOUT) throw new Error('the hashing worker is of another build: run npm ci');
    this.shared = shared;
    this.ahead = new ReadAhead(shared.ahead, () => this.#call());
    this.#cells = new Int32Array(shared.cells);
    this.#sizes = new Float64Array(shared.sizes);
    this.#bytes = Buffer.from(shared.bytes) as unknown as FastBuffer;
  }

  static readonly capacity = BATCHES;

  // The main thread fills.

  #filled = 0;
  #pathEnd = 0;

  /** The number of the next batch. */
  get sequence(): number {
    return Atomics.load(this.#cells, PUBLISHED);
  }

  /** Begins batch `sequence`; the one that had its place must have been emptied. */
  begin(sequence: number): void {
    Atomics.store(this.#cells, batchCell(sequence) + LEFT, 0);
    this.#filled = 0;
    this.#pathEnd = 0;
  }

  /** False if the batch is full and the question must go into the next one. */
  add(sequence: number, question: FileQuestion): boolean {
    if (this.#filled === QUESTIONS || this.#pathEnd + question.path.length * 3 > PATH_BYTES) return false;
    const cell = questionCell(sequence, this.#filled);
    const start = bytesStart(sequence) + this.#pathEnd;
    const length = this.#bytes.utf8Write(question.path, start, PATH_BYTES - this.#pathEnd);
    this.#cells[cell + PATH_START] = start;
    this.#cells[cell + PATH_LENGTH] = length;
    this.#cells[cell + FLAGS] = flagsOf(question);
    this.#sizes[sizeIndex(sequence, this.#filled)] = question.expectedSize;
    this.#pathEnd += length;
    this.#filled++;
    return true;
  }

  /** Opens the batch to all threads. */
  publish(sequence: number): void {
    const batch = batchCell(sequence);
    this.#cells[batch + TOTAL] = this.#filled;
    Atomics.store(this.#cells, batch + DONE, 0);
    Atomics.store(this.#cells, batch + LEFT, this.#filled);
    Atomics.store(this.#cells, PUBLISHED, sequence + 1);
    this.#call();
  }

  /** Paths beyond any system's limit never enter the ring. */
  static fits(path: string): boolean {
    return path.length * 3 <= PATH_BYTES;
  }

  isDone(sequence: number): boolean {
    const batch = batchCell(sequence);
    return Atomics.load(this.#cells, batch + DONE) === this.#cells[batch + TOTAL];
  }

  /** Sleeps until another thread has answered something of this batch. */
  awaitProgress(sequence: number): void {
    const cell = batchCell(sequence) + DONE;
    const done = Atomics.load(this.#cells, cell);
    if (done !== this.#cells[batchCell(sequence) + TOTAL]) Atomics.wait(this.#cells, cell, done, 100);
  }

  answer(sequence: number, index: number, into: Answer): void {
    const cell = questionCell(sequence, index);
    into.status = this.#cells[cell + ANSWER] as number;
    into.errno = this.#cells[cell + ERRNO] as number;
    into.size = this.#sizes[sizeIndex(sequence, index) + 1] as number;
    const start = hexStart(sequence, index);
    into.hex = into.status === 0 ? this.#bytes.latin1Slice(start, start + HEX) : '';
  }

  consumed(sequence: number): void {
    Atomics.store(this.#cells, CONSUMED, sequence + 1);
  }

  close(): void {
    Atomics.store(this.#cells, CLOSED, 1);
    this.#call();
  }

  #call(): void {
    Atomics.add(this.#cells, CALLS, 1);
    Atomics.notify(this.#cells, CALLS);
  }

  // Every thread answers.

  #at = 0;

  /**
   * Takes one question and answers it; false if none is left now. A batch counts down: one step tells whether a question was left and
   * takes it. Until it is answered the batch cannot be emptied and filled anew, so its total holds.
   */
  answerOne(hasher: FileHasher, onLong?: OnLong): boolean {
    for (;;) {
      this.#at = Math.max(this.#at, Atomics.load(this.#cells, CONSUMED));
      if (this.#at >= Atomics.load(this.#cells, PUBLISHED)) return false;
      const batch = batchCell(this.#at);
      const left = Atomics.sub(this.#cells, batch + LEFT, 1);
      if (left > 0) {
        this.#answer(this.#at, (this.#cells[batch + TOTAL] as number) - left, hasher, onLong);
        return true;
      }
      this.#at++;
    }
  }

  #answer(sequence: number, index: number, hasher: FileHasher, onLong: OnLong | undefined): void {
    const cell = questionCell(sequence, index);
    const size = sizeIndex(sequence, index);
    let status = FAILED;
    try {
      status = hasher.ask(this.#question(cell, this.#sizes[size] as number), onLong);
    } finally {
      this.#cells[cell + ANSWER] = status;
      this.#cells[cell + ERRNO] = status === UNREADABLE ? hasher.errno : 0;
      this.#sizes[size + 1] = hasher.size;
      if (hasher.hex !== '') this.#bytes.latin1Write(hasher.hex, hexStart(sequence, index), HEX);
      const done = batchCell(sequence) + DONE;
      const before = Atomics.add(this.#cells, done, 1);
      if (before + 1 === this.#cells[batchCell(sequence) + TOTAL]) Atomics.notify(this.#cells, done);
    }
  }

  #question(cell: number, expectedSize: number): FileQuestion {
    const start = this.#cells[cell + PATH_START] as number;
    const flags = this.#cells[cell + FLAGS] as number;
    const algorithm: Algorithm = (flags & IS_BLAKE3) !== 0 ? 'blake3' : 'sha256';
    return {
      path: this.#bytes.utf8Slice(start, start + (this.#cells[cell + PATH_LENGTH] as number)),
      algorithm,
      expectedSize,
      isKnownRegular: (flags & IS_KNOWN_REGULAR) !== 0,
      confine: (flags & IS_CONFINED) !== 0 ? this.shared.confine : null,
    };
  }

  /** A worker's life: answers until the ring is closed. */
  serve(hasher: FileHasher): void {
    for (;;) {
      const calls = Atomics.load(this.#cells, CALLS);
      while (this.answerOne(hasher)) {
        if (Atomics.load(this.#cells, CLOSED) === 1) return;
      }
      if (Atomics.load(this.#cells, CLOSED) === 1) return;
      if (!this.ahead.serve()) Atomics.wait(this.#cells, CALLS, calls, 1000);
    }
  }
}

function flagsOf(question: FileQuestion): number {
  return (
    (question.algorithm === 'blake3' ? IS_BLAKE3 : 0) |
    (question.isKnownRegular ? IS_KNOWN_REGULAR : 0) |
    (question.confine === null ? 0 : IS_CONFINED)
  );
}
