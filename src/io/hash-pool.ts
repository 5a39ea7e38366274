/**
 * Many files hashed by several threads, the answers handed over in the order of the questions. The calling thread is one of the
 * threads: while the oldest answers are not there yet it works itself. Other threads start when there is enough work to pay for
 * starting them (a thread costs about as much as hashing 2,000 small files).
 *
 *     hashFiles(questions, { threads: 2 }, (item, answer) => …)
 */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { FileHasher, type FileQuestion, UNREADABLE } from './hash-file.ts';
import { type Answer, HashRing, newRing } from './hash-ring.ts';

export type { Answer } from './hash-ring.ts';

/** A file to hash for `item`, or an item that needs none and only keeps its place. */
export interface Asked<T> {
  readonly item: T;
  readonly question: FileQuestion | null;
}

export interface PoolOptions {
  /** Threads that hash at the same time; the default is one for each core, and up to twice that while they wait for the disk. */
  readonly threads?: number;
  /** The real path of a folder that confined questions must not leave. */
  readonly confine?: string;
}

const ENOUGH_FILES = 1024;
const NAME_TOO_LONG = -36;
const LOOK_EVERY_MS = 200;
/** Busy threads use nearly all their time; where blocks come from the disk and they use less than this, they wait for it. */
const WAITING_SHARE = 0.6;

/** A pool for one run; `start` wakes the threads before there is work for them, where much work is sure to come. */
export interface HashPool {
  start(): void;
  hash<T>(asked: Iterator<Asked<T>>, deliver: Deliver<T>): void;
  close(): void;
}

export type Deliver<T> = (item: T, answer: Answer | null) => void;

export function openHashPool(options: PoolOptions): HashPool {
  const ring = newRing(options.confine ?? null);
  const crew = new Crew(ring, options.threads);
  return { start: () => crew.gather(), hash: (asked, deliver) => run(asked, ring, crew, deliver), close: () => crew.dismiss() };
}

export function hashFiles<T>(asked: Iterator<Asked<T>>, options: PoolOptions, deliver: Deliver<T>): void {
  const pool = openHashPool(options);
  try {
    pool.hash(asked, deliver);
  } finally {
    pool.close();
  }
}

function run<T>(asked: Iterator<Asked<T>>, ring: HashRing, crew: Crew, deliver: Deliver<T>): void {
  const hasher = new FileHasher();
  const answer: Answer = { status: 0, size: 0, errno: 0, hex: '' };
  const batches: Asked<T>[][] = [];
  const onLong = (): void => crew.gather();
  let left: Asked<T> | null = null;
  let isExhausted = false;
  let filled = 0;
  let emptied = 0;
  let files = 0;

  /** Fills the next batch; false if there was nothing to fill it with. */
  const fill = (): boolean => {
    const batch: Asked<T>[] = [];
    ring.begin(filled);
    while (batch.length < ITEMS_AT_MOST) {
      const next: Asked<T> | undefined = left ?? asked.next().value;
      left = null;
      if (next === undefined) {
        isExhausted = true;
        break;
      }
      if (next.question !== null && HashRing.fits(next.question.path) && !ring.add(filled, next.question)) {
        left = next;
        break;
      }
      batch.push(next);
    }
    if (batch.length === 0) return false;
    ring.publish(filled++);
    batches.push(batch);
    files += batch.length;
    if (files >= ENOUGH_FILES) crew.gather();
    return true;
  };

  for (;;) {
    while (!isExhausted && filled - emptied < HashRing.capacity) fill();
    if (emptied === filled) return;
    while (!ring.isDone(emptied)) {
      if (!ring.answerOne(hasher, onLong)) ring.awaitProgress(emptied);
      crew.look();
    }
    let index = 0;
    for (const { item, question } of batches.shift() as Asked<T>[]) {
      if (question === null) deliver(item, null);
      else if (!HashRing.fits(question.path)) deliver(item, { status: UNREADABLE, size: 0, errno: NAME_TOO_LONG, hex: '' });
      else {
        ring.answer(emptied, index++, answer);
        deliver(item, answer);
      }
    }
    ring.consumed(emptied++);
  }
}

const ITEMS_AT_MOST = 1024;

/** The other threads: started when there is work for them, joined by more while all wait for the disk. */
class Crew {
  readonly #ring: HashRing;
  readonly #wanted: number;
  readonly #most: number;
  readonly #workers: Worker[] = [];
  #looked = 0;
  #used = 0;
  #fsRead = 0;

  constructor(ring: HashRing, threads: number | undefined) {
    this.#ring = ring;
    this.#wanted = (threads ?? availableParallelism()) - 1;
    this.#most = threads === undefined ? availableParallelism() * 2 - 1 : this.#wanted;
  }

  gather(): void {
    while (this.#workers.length < this.#wanted) this.#hire();
  }

  /** Now and then: if the threads mostly wait, one more joins. */
  look(): void {
    if (this.#workers.length === 0 || this.#workers.length >= this.#most) return;
    const now = performance.now();
    if (now - this.#looked < LOOK_EVERY_MS) return;
    const { userCPUTime, systemCPUTime, fsRead } = process.resourceUsage();
    const used = (userCPUTime + systemCPUTime) / 1000;
    const share = (used - this.#used) / ((now - this.#looked) * (this.#workers.length + 1));
    const isReading = fsRead > this.#fsRead;
    const isFirst = this.#looked === 0;
    this.#looked = now;
    this.#used = used;
    this.#fsRead = fsRead;
    if (!isFirst && isReading && share < WAITING_SHARE) this.#hire();
  }

  #hire(): void {
    const worker = new Worker(workerFile(), { workerData: this.#ring.shared, execArgv: [], stdin: false });
    worker.unref();
    this.#workers.push(worker);
  }

  dismiss(): void {
    this.#ring.close();
  }
}

/** Built beside the program; from the sources (in tests) the built one is used. */
function workerFile(): string {
  const places = ['./hash-worker.cjs', '../hash-worker.cjs', '../../dist/hash-worker.cjs'];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((place) => existsSync(place));
  if (found === undefined) throw new Error('the hashing worker is not built: run npm ci');
  return found;
}
