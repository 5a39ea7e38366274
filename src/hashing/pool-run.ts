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

/** `answer` is used again for the next item. `question` returns what was asked; it may be called only until the function returns. */
export type Deliver<T> = (item: T, answer: Answer | null, question: () => FileQuestion) => void;

/**
 * The items of one batch. Their questions are in the ring, so that no object of a question stays in memory until it is answered; only those
 * that are not there are kept: null for an item without a question, or the question about a path that is longer than any system allows.
 */
interface Batch<T> {
  readonly items: T[];
  readonly notAsked: (FileQuestion | null | undefined)[];
}

/** From this many files on it pays to start other threads. */
const THREADS_FROM_FILES = 1024;
const NOT_POSSIBLE: Answer = { status: UNREADABLE, size: 0, errno: -constants.errno.ENAMETOOLONG, hex: '' };
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
  readonly #batches: Batch<T>[] = [];
  readonly #onLong: () => void;
  /** This item was already taken from `next`, but the batch was full. */
  #left: HashItem<T> | undefined;
  #isExhausted = false;
  #filled: number;
  #emptied: number;
  #files = 0;
  /** The place of the question in the batch that is being emptied. */
  #place = 0;
  readonly #question = () => this.#ring.question(this.#emptied, this.#place);

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
    const items: T[] = [];
    const notAsked: Batch<T>['notAsked'] = [];
    this.#ring.begin(this.#filled);
    while (items.length < ITEMS_AT_MOST) {
      const asked = this.#left ?? this.#next();
      this.#left = undefined;
      if (asked === undefined) {
        this.#isExhausted = true;
        break;
      }
      const { item, question } = asked;
      const isAsked = question !== null && this.#ring.add(this.#filled, question);
      if (!isAsked && question !== null && HashRing.fits(question)) {
        this.#left = asked;
        break;
      }
      items.push(item);
      notAsked.push(isAsked ? undefined : question);
      if (isAsked) this.#files++;
    }
    if (items.length === 0) return;
    this.#ring.publish(this.#filled++);
    this.#batches.push({ items, notAsked });
    if (this.#files >= THREADS_FROM_FILES) this.#threads.start();
  }

  #empty(): void {
    this.#place = 0;
    const { items, notAsked } = this.#batches.shift() as Batch<T>;
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as T;
      const kept = notAsked[i];
      if (kept !== undefined) this.#deliver(item, kept === null ? null : NOT_POSSIBLE, () => kept as FileQuestion);
      else {
        this.#ring.answer(this.#emptied, this.#place, this.#answer);
        if (this.#answer.status !== HASHED && isUnanswered(this.#answer)) this.#askAgain(this.#question());
        this.#deliver(item, this.#answer, this.#question);
        this.#place++;
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
