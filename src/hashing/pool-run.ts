/** One run of a pool: questions into the ring, work done here while others work too, answers out in the order asked. */
import { constants } from 'node:os';
import { waitUntil } from '#disk/lock/retry-until';
import { tellReads } from '#threads/read-meter';
import { FileHasher, type FileQuestion, STOPPED, UNREADABLE, UNWRITABLE } from './hash-file.ts';
import type { Inspectors } from './inspectors.ts';
import type { HashCrew } from './pool-threads.ts';
import { type Answer, FAILED, HashRing } from './ring.ts';

/** A file to hash for `item`, or an item that needs none and only keeps its place. */
export interface Asked<T> {
  readonly item: T;
  readonly question: FileQuestion | null;
}

/** The next question, or undefined when there is none left. */
export type NextAsked<T> = () => Asked<T> | undefined;

export type Deliver<T> = (item: T, answer: Answer | null) => void;

/** For the start of other threads to pay. */
const ENOUGH_FILES = 1024;
const NAME_TOO_LONG = -constants.errno.ENAMETOOLONG;
const NO_DESCRIPTOR_LEFT = -constants.errno.EMFILE;
/** For threads to end and give back what they hold. */
const PARTING_MS = 1000;
const ITEMS_AT_MOST = 1024;

/** What the runs of a pool have in common. */
export interface RunIn {
  readonly ring: HashRing;
  readonly crew: HashCrew;
  readonly inspect: Inspectors;
}

export class HashRun<T> {
  readonly #next: NextAsked<T>;
  readonly #ring: HashRing;
  readonly #crew: HashCrew;
  readonly #deliver: Deliver<T>;
  readonly #hasher: FileHasher;
  readonly #answer: Answer = { status: 0, size: 0, errno: 0, hex: '', copied: undefined };
  readonly #batches: Asked<T>[][] = [];
  readonly #onLong: () => void;
  /** Asked for already, but the batch was full. */
  #left: Asked<T> | undefined;
  #isExhausted = false;
  #filled: number;
  #emptied: number;
  #files = 0;

  constructor(next: NextAsked<T>, { ring, crew, inspect }: RunIn, deliver: Deliver<T>) {
    this.#next = next;
    this.#ring = ring;
    this.#crew = crew;
    this.#deliver = deliver;
    this.#hasher = new FileHasher(ring.ahead, inspect);
    this.#onLong = () => crew.gather();
    this.#filled = ring.sequence;
    this.#emptied = ring.sequence;
  }

  run(): void {
    for (;;) {
      while (!this.#isExhausted && this.#filled - this.#emptied < HashRing.capacity) this.#fill();
      if (this.#emptied === this.#filled) return;
      workUntilDone({ ring: this.#ring, crew: this.#crew, hasher: this.#hasher, onLong: this.#onLong }, this.#emptied);
      this.#empty();
    }
  }

  /** Fills the next batch, if there is anything to fill it with. */
  #fill(): void {
    const batch: Asked<T>[] = [];
    this.#ring.begin(this.#filled);
    while (batch.length < ITEMS_AT_MOST) {
      const asked = this.#left ?? this.#next();
      this.#left = undefined;
      if (asked === undefined) {
        this.#isExhausted = true;
        break;
      }
      if (asked.question !== null && fits(asked.question) && !this.#ring.add(this.#filled, asked.question)) {
        this.#left = asked;
        break;
      }
      batch.push(asked);
    }
    if (batch.length === 0) return;
    this.#ring.publish(this.#filled++);
    this.#batches.push(batch);
    this.#files += batch.length;
    if (this.#files >= ENOUGH_FILES) this.#crew.gather();
  }

  #empty(): void {
    let index = 0;
    for (const { item, question } of this.#batches.shift() as Asked<T>[]) {
      if (question === null) this.#deliver(item, null);
      else if (!fits(question)) this.#deliver(item, { status: UNREADABLE, size: 0, errno: NAME_TOO_LONG, hex: '' });
      else {
        this.#ring.answer(this.#emptied, index++, this.#answer);
        if (isUnanswered(this.#answer)) this.#askAgain(question);
        this.#deliver(item, this.#answer);
      }
    }
    this.#ring.consumed(this.#emptied++);
  }

  /** By this thread alone: the one that was asked has failed, or all of them together had no descriptor left. */
  #askAgain(question: FileQuestion): void {
    const waitMs = this.#crew.isAlone ? 0 : PARTING_MS;
    this.#crew.dismiss();
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
  readonly crew: HashCrew;
  readonly hasher: FileHasher;
  readonly onLong?: () => void;
}

/** Until all of a batch is answered, by this thread or another. */
function workUntilDone({ ring, crew, hasher, onLong }: Work, sequence: number): void {
  while (!ring.isDone(sequence)) {
    if (!ring.answerOne(hasher, onLong)) {
      ring.awaitProgress(sequence);
      tellReads();
    }
    crew.look();
  }
}

function isUnanswered({ status, errno }: Answer): boolean {
  if (status === FAILED || status === STOPPED) return true;
  return (status === UNREADABLE || status === UNWRITABLE) && errno === NO_DESCRIPTOR_LEFT;
}

function fits(question: FileQuestion): boolean {
  return HashRing.fits(question);
}
