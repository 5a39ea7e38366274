/**
 * Questions about files, and their answers, in memory that threads share. The main thread fills and empties the batches of the ring in
 * order. Every thread claims questions one by one from the counter of a batch, so no thread is idle while another has questions left.
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

/** The status of a question whose thread has failed, so that no thread waits for the answer. */
export const FAILED = -1;

export function newRing(confine: string | null): HashRing {
  return new HashRing(newSharedRing(confine));
}

export class HashRing {
  readonly shared: SharedRing;
  readonly #cells: Int32Array;
  readonly #questions: RingCells;
  /** One thread may read a long file while another hashes it. */
  readonly ahead: ReadAhead;

  constructor(shared: SharedRing) {
    if (shared.layout !== LAYOUT) throw new Error('the hashing worker is of another build: run npm ci');
    this.shared = shared;
    this.ahead = new ReadAhead(shared.ahead, () => this.#call());
    this.#cells = new Int32Array(shared.control);
    this.#questions = new RingCells(shared);
  }

  static readonly capacity = BATCHES;

  // Called by the main thread.

  #filled = 0;
  #pathEnd = 0;

  /** The number of the next batch. */
  get sequence(): number {
    return Atomics.load(this.#cells, PUBLISHED);
  }

  /** Begins batch `sequence`; the earlier batch in the same slot must be empty. */
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

  /** Makes the batch visible to all threads. */
  publish(sequence: number): void {
    const batch = batchCell(sequence);
    this.#cells[batch + TOTAL] = this.#filled;
    Atomics.store(this.#cells, batch + DONE, 0);
    Atomics.store(this.#cells, batch + LEFT, this.#filled);
    Atomics.store(this.#cells, PUBLISHED, sequence + 1);
    this.#call();
  }

  /** Paths longer than any system allows are never written into the ring. */
  static fits(question: Pick<FileQuestion, 'path' | 'copy' | 'version'>): boolean {
    return pathRoom(question) <= PATH_BYTES;
  }

  isDone(sequence: number): boolean {
    const batch = batchCell(sequence);
    return Atomics.load(this.#cells, batch + DONE) === this.#cells[batch + TOTAL];
  }

  /** Waits until another thread has answered a question of this batch. */
  awaitProgress(sequence: number): void {
    const cell = batchCell(sequence) + DONE;
    const done = Atomics.load(this.#cells, cell);
    if (done !== this.#cells[batchCell(sequence) + TOTAL]) Atomics.wait(this.#cells, cell, done, 100);
  }

  question(sequence: number, index: number): FileQuestion {
    return this.#questions.question(sequence, index);
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

  /** For a closed ring: waits until no other thread works on a question, so that none writes a copy afterwards. */
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

  // Called by every thread.

  #at = 0;

  /**
   * Claims one question and answers it; false if none is left now. The counter of a batch counts down: one atomic step claims a question
   * and shows whether one was left. The batch cannot be emptied and reused before the question is answered, so its total stays valid.
   */
  answerOne(hasher: FileHasher, onLong?: OnLong): boolean {
    const cells = this.#cells;
    let at = Math.max(this.#at, Atomics.load(cells, CONSUMED));
    while (at < Atomics.load(cells, PUBLISHED)) {
      // Added in every round: a sum that is first needed after many thousand questions makes the engine compile all of this again.
      const following = at + 1;
      const batch = batchCell(at);
      const left = Atomics.sub(cells, batch + LEFT, 1);
      if (left > 0) {
        this.#at = at;
        this.#answerClaimed(at, (cells[batch + TOTAL] as number) - left, hasher, onLong);
        return true;
      }
      at = following;
    }
    return false;
  }

  #answerClaimed(sequence: number, index: number, hasher: FileHasher, onLong: OnLong | undefined): void {
    const cells = this.#cells;
    const batch = batchCell(sequence);
    let status = FAILED;
    try {
      status = hasher.ask(this.#questions.question(sequence, index), onLong);
    } finally {
      this.#questions.answer(sequence, index, status, hasher);
      if (Atomics.add(cells, batch + DONE, 1) + 1 === cells[batch + TOTAL]) Atomics.notify(cells, batch + DONE);
    }
  }

  /** The main loop of a worker: it answers questions until the ring is closed. */
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
