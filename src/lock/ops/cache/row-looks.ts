/**
 * Whether the files that a cache has rows about still look as they did when they were read. Several threads look, each at the next rows that
 * nobody has looked at; the thread that asks does the same while it would have to wait.
 *
 *     const looks = new RowLooks(shared);       `rows` lie in shared memory
 *     looks.isAsRead(row)
 *
 * A thread that fails costs time: what it began and did not finish is looked at again.
 */
import { HASH } from '../../cache/layout.ts';
import { CacheRows } from '../../cache/rows.ts';
import { Stamps } from './stamps.ts';

export interface SharedLooks {
  /** The bytes of the cache file. */
  readonly cache: SharedArrayBuffer;
  readonly count: number;
  /** The path of the folder, with a separator at its end. */
  readonly folder: string;
  readonly state: SharedArrayBuffer;
}

/** The number of rows in a run, which one thread looks at. */
const RUN = 512;
/** The number of words before those of the runs. */
const HEAD_WORDS = 2;
const NEXT = 0;
const CLOSED = 1;

/** The state of a run; 0 if no thread has begun with it. */
const BEGUN = 1;
const DONE = 2;

/** How long a thread may take for a run before its rows are looked at again. */
const WAIT_MS = 200;

export function shareLooks(cache: SharedArrayBuffer, count: number, folder: string): SharedLooks {
  return { cache, count, folder, state: new SharedArrayBuffer((HEAD_WORDS + runsOf(count)) * 4 + count) };
}

function runsOf(count: number): number {
  return Math.ceil(count / RUN);
}

export class RowLooks {
  readonly #rows: CacheRows;
  readonly #folder: string;
  readonly #control: Int32Array;
  readonly #runs: Int32Array;
  readonly #isAsRead: Uint8Array;
  readonly #stamps = new Stamps();

  constructor({ cache, count, folder, state }: SharedLooks) {
    this.#rows = new CacheRows(new Uint8Array(cache, 0, cache.byteLength - HASH), count);
    this.#folder = folder;
    this.#control = new Int32Array(state, 0, HEAD_WORDS);
    this.#runs = new Int32Array(state, HEAD_WORDS * 4, runsOf(count));
    this.#isAsRead = new Uint8Array(state, (HEAD_WORDS + runsOf(count)) * 4, count);
  }

  isAsRead(row: number): boolean {
    const run = Math.floor(row / RUN);
    while (Atomics.load(this.#runs, run) !== DONE) {
      if (this.#isClosed) return this.#look(row, this.#rows.path(row));
      // Another thread works on it, or has failed.
      if (!this.lookAtNext() && Atomics.wait(this.#runs, run, BEGUN, WAIT_MS) === 'timed-out') this.#lookAt(run);
    }
    return this.#isAsRead[row] === 1;
  }

  /** Looks at the next rows that nobody has begun with. Returns false if there are none. */
  lookAtNext(): boolean {
    const run = this.#isClosed ? this.#runs.length : Atomics.add(this.#control, NEXT, 1);
    if (run >= this.#runs.length) return false;
    Atomics.store(this.#runs, run, BEGUN);
    this.#lookAt(run);
    return true;
  }

  #lookAt(run: number): void {
    const first = run * RUN;
    const paths = this.#rows.paths(first, Math.min(first + RUN, this.#rows.count));
    for (const [at, path] of paths.entries()) this.#isAsRead[first + at] = this.#look(first + at, path) ? 1 : 0;
    Atomics.store(this.#runs, run, DONE);
    Atomics.notify(this.#runs, run);
  }

  get #isClosed(): boolean {
    return Atomics.load(this.#control, CLOSED) === 1;
  }

  #look(row: number, path: string): boolean {
    return this.#stamps.take(this.#folder + path) && this.#rows.holds(row, this.#stamps.words);
  }

  /** Tells the other threads to end; they do so soon. */
  close(): void {
    Atomics.store(this.#control, CLOSED, 1);
  }
}
