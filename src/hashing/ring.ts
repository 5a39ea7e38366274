/**
 * Questions about files and their answers, in memory that threads share. A ring of batches; the main thread fills and empties them in
 * order, every thread takes questions one by one from a batch's counter, so that no thread waits while another has work left.
 */
import type { FileHasher, FileQuestion, OnLong } from './hash-file.ts';
import { ReadAhead } from './read-ahead.ts';
import { type Answer, pathRoom, RingCells } from './ring-cells.ts';
import {
  BATCHES,
  batchCell,
  CALLS,
  CLOSED,
  CONSUMED,
  DONE,
  LAYOUT,
  LEFT,
  newSharedRing,
  PATH_BYTES,
  PUBLISHED,
  QUESTIONS,
  SERVING,
  type SharedRing,
  TOTAL,
} from './ring-layout.ts';

export type { Answer } from './ring-cells.ts';
export type { SharedRing } from './ring-layout.ts';

/** The status of a question whose thread has failed, so that nobody waits for it. */
export const FAILED = -1;

export function newRing(confine: string | null): HashRing {
  return new HashRing(newSharedRing(confine));
}

export class HashRing {
  readonly shared: SharedRing;
  readonly #cells: Int32Array;
  readonly #questions: RingCells;
  /** Long files may be read by one thread and hashed by another. */
  readonly ahead: ReadAhead;

  constructor(shared: SharedRing) {
    if (shared.layout !== LAYOUT) throw new Error('the hashing worker is of another build: run npm ci');
    this.shared = shared;
    this.ahead = new ReadAhead(shared.ahead, () => this.#call());
    this.#cells = new Int32Array(shared.cells);
    this.#questions = new RingCells(shared);
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
    if (this.#filled === QUESTIONS || this.#pathEnd + pathRoom(question) > PATH_BYTES) return false;
    this.#pathEnd = this.#questions.ask(sequence, this.#filled, this.#pathEnd, question);
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
  static fits(question: Pick<FileQuestion, 'path' | 'copy' | 'version'>): boolean {
    return pathRoom(question) <= PATH_BYTES;
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
    this.#questions.read(sequence, index, into);
  }

  consumed(sequence: number): void {
    Atomics.store(this.#cells, CONSUMED, sequence + 1);
  }

  close(): void {
    Atomics.store(this.#cells, CLOSED, 1);
    this.#call();
  }

  get isClosed(): boolean {
    return Atomics.load(this.#cells, CLOSED) === 1;
  }

  /** Sleeps until no other thread is at a question; for a ring that is closed, so that none begins another copy. */
  awaitRest(): void {
    for (let busy = this.#serving(); busy > 0; busy = this.#serving()) Atomics.wait(this.#cells, SERVING, busy, 100);
  }

  #serving(): number {
    return Atomics.load(this.#cells, SERVING);
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
    try {
      this.#ask(sequence, index, hasher, onLong);
    } finally {
      const done = batchCell(sequence) + DONE;
      const before = Atomics.add(this.#cells, done, 1);
      if (before + 1 === this.#cells[batchCell(sequence) + TOTAL]) Atomics.notify(this.#cells, done);
    }
  }

  #ask(sequence: number, index: number, hasher: FileHasher, onLong: OnLong | undefined): void {
    let status = FAILED;
    try {
      status = hasher.ask(this.#questions.question(sequence, index), onLong);
    } finally {
      this.#questions.answer(sequence, index, status, hasher);
    }
  }

  /** A worker's life: answers until the ring is closed. */
  serve(hasher: FileHasher): void {
    Atomics.add(this.#cells, SERVING, 1);
    try {
      this.#serve(hasher);
    } finally {
      Atomics.sub(this.#cells, SERVING, 1);
      Atomics.notify(this.#cells, SERVING);
    }
  }

  #serve(hasher: FileHasher): void {
    for (;;) {
      const calls = Atomics.load(this.#cells, CALLS);
      while (this.answerOne(hasher)) if (this.isClosed) return;
      if (this.isClosed) return;
      if (!this.ahead.serve()) Atomics.wait(this.#cells, CALLS, calls, 1000);
    }
  }
}
