/**
 * One run of a pool: it writes questions into the ring, answers some of them in this thread, and delivers the answers in the order of the
 * questions.
 */
import { constants } from 'node:os';
import { waitUntil } from '#disk/lock/retry-until';
import { reportReads } from '#threads/read-meter';
import { FileHasher, type FileQuestion, HASHED, STOPPED, UNREADABLE, UNWRITABLE } from './hash-file.ts';
import type { Inspectors } from './inspectors.ts';
import type { PoolThreads } from './pool-threads.ts';
import { type Answer, FAILED, HashRing } from './ring.ts';

/** A file to hash for `item`. An item without a question is delivered in its turn, without an answer. */
export interface HashItem<T> {
  readonly item: T;
  readonly question: FileQuestion | null;
}

/** Returns the next question, or undefined at the end. */
export type NextHashItem<T> = () => HashItem<T> | undefined;

/** `answer` is used again for the next item. */
export type Deliver<T> = (item: T, answer: Answer | null, question: FileQuestion | null) => void;

/** From this many files on it pays to start other threads. */
const THREADS_FROM_FILES = 1024;
const NAME_TOO_LONG = -constants.errno.ENAMETOOLONG;
const NO_DESCRIPTOR_LEFT = -constants.errno.EMFILE;
/** The time in which stopped threads close their files. */
const STOP_WAIT_MS = 1000;
const ITEMS_AT_MOST = 1024;

/** The parts that all runs of a pool share. */
export interface SharedByRuns {
  readonly ring: HashRing;
  readonly threads: PoolThreads;
  readonly inspect: Inspectors;
}

export class HashRun<T> {
  readonly #next: NextHashItem<T>;
  readonly #ring: HashRing;
  readonly #threads: PoolThreads;
  readonly #deliver: Deliver<T>;
  readonly #hasher: FileHasher;
  readonly #answer: Answer = { status: 0, size: 0, errno: 0, hex: '', copied: undefined };
  readonly #batches: HashItem<T>[][] = [];
  /** Their paths are longer than any system allows, so they are not asked. */
  readonly #tooLong = new Set<HashItem<T>>();
  readonly #onLong: () => void;
  /** This item was already taken from `next`, but the batch was full. */
  #left: HashItem<T> | undefined;
  #isExhausted = false;
  #filled: number;
  #emptied: number;
  #files = 0;

  constructor(next: NextHashItem<T>, { ring, threads, inspect }: SharedByRuns, deliver: Deliver<T>) {
    this.#next = next;
    this.#ring = ring;
    this.#threads = threads;
    this.#deliver = deliver;
    this.#hasher = new FileHasher(ring.ahead, inspect);
    this.#onLong = () => threads.start();
    this.#filled = ring.sequence;
    this.#emptied = ring.sequence;
  }

  run(): void {
    for (;;) {
      while (!this.#isExhausted && this.#filled - this.#emptied < HashRing.capacity) this.#fill();
      if (this.#emptied === this.#filled) return;
      workUntilDone({ ring: this.#ring, threads: this.#threads, hasher: this.#hasher, onLong: this.#onLong }, this.#emptied);
      this.#empty();
    }
  }

  /** Fills the next batch, if `next` has any items left. */
  #fill(): void {
    const batch: HashItem<T>[] = [];
    this.#ring.begin(this.#filled);
    while (batch.length < ITEMS_AT_MOST) {
      const asked = this.#left ?? this.#next();
      this.#left = undefined;
      if (asked === undefined) {
        this.#isExhausted = true;
        break;
      }
      const { question } = asked;
      if (question !== null && !this.#ring.add(this.#filled, question)) {
        if (HashRing.fits(question)) {
          this.#left = asked;
          break;
        }
        this.#tooLong.add(asked);
      }
      batch.push(asked);
    }
    if (batch.length === 0) return;
    this.#ring.publish(this.#filled++);
    this.#batches.push(batch);
    this.#files += batch.length;
    if (this.#files >= THREADS_FROM_FILES) this.#threads.start();
  }

  #empty(): void {
    let index = 0;
    const batch = this.#batches.shift() as HashItem<T>[];
    for (let i = 0; i < batch.length; i++) {
      const asked = batch[i] as HashItem<T>;
      const { item, question } = asked;
      if (question === null) this.#deliver(item, null, null);
      else if (this.#tooLong.size > 0 && this.#tooLong.delete(asked))
        this.#deliver(item, { status: UNREADABLE, size: 0, errno: NAME_TOO_LONG, hex: '' }, question);
      else {
        this.#ring.answer(this.#emptied, index++, this.#answer);
        if (this.#answer.status !== HASHED && isUnanswered(this.#answer)) this.#askAgain(question);
        this.#deliver(item, this.#answer, question);
      }
    }
    this.#ring.consumed(this.#emptied++);
  }

  /**
   * This thread asks the question again, with the other threads stopped: the thread that had it has failed, or all threads together had
   * used up the descriptors.
   */
  #askAgain(question: FileQuestion): void {
    const waitMs = this.#threads.isAlone ? 0 : STOP_WAIT_MS;
    this.#threads.stop();
    waitUntil(() => this.#ask(question), waitMs);
  }

  #ask(question: FileQuestion): boolean {
    const [answer, hasher] = [this.#answer, this.#hasher];
    answer.status = hasher.ask(question);
    answer.size = hasher.size;
    answer.errno = hasher.errno;
    answer.hex = hasher.hex;
    answer.copied = hasher.copied;
    answer.keepsSchema = hasher.keepsSchema;
    return !isUnanswered(answer);
  }
}

interface Work {
  readonly ring: HashRing;
  readonly threads: PoolThreads;
  readonly hasher: FileHasher;
  readonly onLong?: () => void;
}

/** Works until every question of the batch is answered, by this thread or another. */
function workUntilDone({ ring, threads, hasher, onLong }: Work, sequence: number): void {
  while (!ring.isDone(sequence)) {
    if (ring.answerOne(hasher, onLong)) continue;
    ring.awaitProgress(sequence);
    reportReads();
    threads.addWhileWaiting();
  }
  threads.addWhileWaiting();
}

function isUnanswered({ status, errno }: Answer): boolean {
  if (status === FAILED || status === STOPPED) return true;
  return (status === UNREADABLE || status === UNWRITABLE) && errno === NO_DESCRIPTOR_LEFT;
}
