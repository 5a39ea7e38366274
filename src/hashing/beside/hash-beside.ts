/**
 * SHA-256 in another thread, while this one goes on: `update` copies the bytes into shared memory and returns. Several hashers share the
 * thread, and their bytes are hashed in the order of the calls.
 *
 *     withHashesBeside((newHasher) => …)
 *
 * Worth it for hundreds of megabytes in long pieces. A thread that does not start costs time: then this one hashes all of it.
 */
import type { Worker } from 'node:worker_threads';
import type { Hasher, NewHasher } from '#core/ports';
import { builtFile } from '#installation/paths';
import { newHasher } from '../hashers.ts';

/** Together less than a processor's cache. */
const SLOTS = 32;
/** The start of a piece has the same place in a word as in its source: bytes in shared memory are copied several times as fast then. */
const WORD = 8;
const PIECE = (1 << 17) - WORD;
const SLOT = PIECE + WORD;
/** Shorter bytes are collected: to pass a piece on takes as long as to hash some hundred bytes. */
const SHORT = 1 << 12;

/** The other thread is woken for every fourth piece: waking it takes as long as hashing some kilobytes. It is also woken before this one waits. */
const WAKE_EVERY = 4;

/** Indexes of the cells: the state, how many jobs were given and how many done. Three cells for each slot follow. */
const STATE = 0;
const GIVEN = 1;
const DONE = 2;
const JOBS = 3;
const JOB_CELLS = 3;

/** The thread has not begun; it has; this thread does its work; it has failed. */
const [NEW, SERVED, ALONE, FAILED] = [0, 1, 2, 3];

/** What is asked instead of a number of bytes. */
const DIGEST = -1;
const CLOSE = -2;

/** How long a thread may take to begin. */
const START_MS = 1000;
/** A waiting thread looks again after this time, in case it missed a notification. */
const WAIT_MS = 1000;

export interface SharedHashes {
  readonly cells: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
}

export function shareHashes(): SharedHashes {
  return { cells: new SharedArrayBuffer(4 * (JOBS + JOB_CELLS * SLOTS)), bytes: new SharedArrayBuffer(SLOTS * SLOT) };
}

export function withHashesBeside<T>(use: (newHasher: NewHasher) => T): T {
  const shared = shareHashes();
  startThread(shared);
  const hashes = new HashesBeside(shared);
  try {
    return use(hashes.newHasher);
  } finally {
    hashes.close();
  }
}

function startThread(shared: SharedHashes): void {
  try {
    const threads = process.getBuiltinModule('node:worker_threads');
    const options = { workerData: shared, execArgv: [], stdin: false, trackUnmanagedFds: false };
    const worker: Worker = new threads.Worker(builtFile('beside-worker'), options);
    worker.on('error', () => {});
    worker.unref();
  } catch {
    // No descriptors or no memory for another thread.
  }
}

export class HashesBeside {
  readonly #cells: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #hashers = new Map<number, Hasher>();
  #count = 0;

  constructor({ cells, bytes }: SharedHashes) {
    this.#cells = new Int32Array(cells);
    this.#bytes = new Uint8Array(bytes);
  }

  // Called by the thread that has something to hash.

  readonly newHasher: NewHasher = (algorithm) => (algorithm === 'sha256' ? this.#newHasher(this.#count++) : newHasher(algorithm));

  #newHasher(number: number): Hasher {
    let short: Uint8Array[] = [];
    let length = 0;
    let isBegun = false;
    const give = (bytes: Uint8Array): void => {
      isBegun = true;
      for (let at = 0; at < bytes.length; at += PIECE) this.#give(number, bytes.subarray(at, at + PIECE));
    };
    const giveShort = (): void => {
      if (length > 0) give(Buffer.concat(short, length));
      [short, length] = [[], 0];
    };
    return {
      update(bytes) {
        if (length + bytes.length > SHORT) giveShort();
        if (bytes.length > SHORT) return give(bytes);
        short.push(bytes.slice());
        length += bytes.length;
      },
      digest: () => {
        if (!isBegun) return hashed(Buffer.concat(short, length));
        giveShort();
        return this.#digest(number);
      },
    };
  }

  /** The other thread ends. */
  close(): void {
    this.#ask(0, CLOSE);
  }

  #give(hasher: number, piece: Uint8Array): void {
    const slot = this.#freeSlot();
    const at = piece.byteOffset % WORD;
    this.#bytes.set(piece, slot * SLOT + at);
    this.#cells[JOBS + slot * JOB_CELLS + 2] = at;
    this.#ask(hasher, piece.length);
  }

  #digest(hasher: number): string {
    const slot = this.#freeSlot();
    this.#ask(hasher, DIGEST);
    this.#waitFor(Atomics.load(this.#cells, GIVEN));
    return Buffer.from(this.#bytes.subarray(slot * SLOT, slot * SLOT + 64)).toString('latin1');
  }

  #ask(hasher: number, asked: number): void {
    const job = JOBS + this.#freeSlot() * JOB_CELLS;
    this.#cells[job] = hasher;
    this.#cells[job + 1] = asked;
    const given = Atomics.add(this.#cells, GIVEN, 1);
    if (given % WAKE_EVERY === 0 || asked < 0) Atomics.notify(this.#cells, GIVEN);
  }

  /** The slot of the next job. */
  #freeSlot(): number {
    const given = Atomics.load(this.#cells, GIVEN);
    // Not for one slot only: a thread that waits for each piece takes longer to wake than to go on.
    if (given - this.#done() === SLOTS) this.#waitFor(given - SLOTS / 2);
    return given % SLOTS;
  }

  /** Returns once as many jobs are done. */
  #waitFor(jobs: number): void {
    for (let done = this.#done(); done < jobs; done = this.#done()) {
      Atomics.notify(this.#cells, GIVEN);
      const state = Atomics.load(this.#cells, STATE);
      if (state === FAILED) throw new Error('a thread that hashes has failed');
      if (state === SERVED) Atomics.wait(this.#cells, DONE, done, WAIT_MS);
      else if (state === ALONE) this.#doNext();
      else if (Atomics.wait(this.#cells, STATE, NEW, START_MS) === 'timed-out') Atomics.compareExchange(this.#cells, STATE, NEW, ALONE);
    }
  }

  // Called by the other thread.

  /** Hashes until it is closed. */
  serve(): void {
    if (Atomics.compareExchange(this.#cells, STATE, NEW, SERVED) !== NEW) return;
    Atomics.notify(this.#cells, STATE);
    try {
      do {
        const done = this.#done();
        while (Atomics.load(this.#cells, GIVEN) === done) Atomics.wait(this.#cells, GIVEN, done, WAIT_MS);
      } while (this.#doNext() !== CLOSE);
    } catch {
      Atomics.store(this.#cells, STATE, FAILED);
      Atomics.notify(this.#cells, DONE);
    }
  }

  #done(): number {
    return Atomics.load(this.#cells, DONE);
  }

  #doNext(): number {
    const slot = this.#done() % SLOTS;
    const [number, asked, at] = this.#cells.subarray(JOBS + slot * JOB_CELLS) as unknown as [number, number, number];
    const start = slot * SLOT;
    if (asked === DIGEST) this.#bytes.set(Buffer.from(this.#hasher(number).digest(), 'latin1'), start);
    else if (asked !== CLOSE) this.#hasher(number).update(this.#bytes.subarray(start + at, start + at + asked));
    Atomics.add(this.#cells, DONE, 1);
    Atomics.notify(this.#cells, DONE);
    return asked;
  }

  #hasher(number: number): Hasher {
    const known = this.#hashers.get(number) ?? newHasher('sha256');
    this.#hashers.set(number, known);
    return known;
  }
}

function hashed(bytes: Uint8Array): string {
  const hasher = newHasher('sha256');
  hasher.update(bytes);
  return hasher.digest();
}
