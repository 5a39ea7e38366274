/**
 * Threads that answer questions which may go wrong. A thread that takes too long, uses too much memory or fails is ended: its current
 * question is answered with what happened, and a new thread takes the remaining questions. The answers are delivered in the order of the
 * questions.
 *
 *     await askThreads({ workerFile, workerData, threads: 2, startsAtOnce: true, … }, nextQuestion, (question, answer) => …);
 *
 * A thread receives a few questions at a time. In shared memory it reports which of them it works on, and that it makes progress
 * (`thread-side.ts`).
 */

import { reportReads } from './read-meter.ts';
import { type SupervisedPoolOptions, SupervisedThread, type ThreadFailure } from './supervised-thread.ts';

export { type SupervisedPoolOptions, ThreadFailure } from './supervised-thread.ts';

/** The number of light questions that one thread receives at once. */
const BATCH = 128;
const HEAVY = 1 << 20;
/** This many more batches than threads are prepared, so that no thread waits. */
const AHEAD = 2;
const CHECK_EVERY_MS = 50;
/** A new thread needs a third of a second to compile its code: for light work another thread pays only if the work lasts. */
const JOIN_AFTER_MS = 1500;
/** Memory allowed for the buffers of a thread, in addition to its objects. */
const BUFFERS_MB = 512;
const QUIET_MS = 1000;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly weight: number;
  answer: { readonly value: A | ThreadFailure } | null;
}

/**
 * `weight` is roughly the number of bytes that a question is about. A question with a `known` answer is not asked, but its answer is
 * delivered in its turn.
 */
export interface WeightedQuestion<Q, A> {
  readonly question: Q;
  readonly weight: number;
  readonly known?: A;
}

/** `next` returns undefined at the end. */
export async function askThreads<Q, A>(
  options: SupervisedPoolOptions,
  next: () => WeightedQuestion<Q, A> | undefined,
  onAnswer: (question: Q, answer: A | ThreadFailure) => void,
): Promise<void> {
  const waiting: Waiting<Q, A>[] = [];
  const unasked: Waiting<Q, A>[] = [];
  const running: SupervisedThread<Waiting<Q, A>, A>[] = [];
  const most = Math.max(1, options.threads);
  const started = performance.now();
  let hasEnded = false;
  let wake: () => void = () => {};
  let broken: unknown = null;

  const fill = (): void => {
    while (!hasEnded && waiting.length < (most + AHEAD) * BATCH && weightOf(unasked) < AHEAD * HEAVY) {
      const asked = next();
      if (asked === undefined) hasEnded = true;
      else {
        const { question, weight, known } = asked;
        const item: Waiting<Q, A> = { question, weight, answer: known === undefined ? null : { value: known } };
        waiting.push(item);
        if (known === undefined) unasked.push(item);
        else deliver();
      }
    }
  };
  const assign = (): void => {
    while (unasked.length > 0) {
      const free = running.find((thread) => thread.isFree) ?? (isAnotherWorthIt() ? addThread() : undefined);
      if (free === undefined) return;
      free.ask(unasked.splice(0, batchLength(unasked)));
    }
  };
  const isAnotherWorthIt = (): boolean =>
    running.length < most && (weightOf(unasked) >= HEAVY || performance.now() - started >= JOIN_AFTER_MS * running.length);
  const addThread = (): SupervisedThread<Waiting<Q, A>, A> => {
    const thread = new SupervisedThread<Waiting<Q, A>, A>(options, {
      content: ({ question }) => question,
      onAnswer(item, value) {
        item.answer = { value };
        wake();
      },
      onReturned(items) {
        unasked.unshift(...items);
        wake();
      },
      onBroken(error) {
        broken ??= error;
        wake();
      },
    });
    running.push(thread);
    return thread;
  };
  const deliver = (): void => {
    for (let item = waiting[0]; item !== undefined && item.answer !== null; item = waiting[0]) {
      waiting.shift();
      onAnswer(item.question, item.answer.value);
    }
  };

  const guard = memoryGuard(options, running);
  const watch = setInterval(() => {
    for (const thread of running) thread.checkTime();
    reportReads();
    guard();
    if (unasked.length > 0) wake();
  }, CHECK_EVERY_MS);
  try {
    if (options.startsAtOnce) addThread().start();
    for (;;) {
      // Idle threads get work before anything else is done.
      assign();
      deliver();
      fill();
      assign();
      if (waiting.length === 0) return;
      if (broken !== null) throw broken;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    clearInterval(watch);
    await Promise.all(running.map((thread) => thread.stop()));
  }
}

type Endable = Pick<SupervisedThread<unknown, unknown>, 'spentMs' | 'endForMemory'>;

/**
 * A thread's engine counts its objects, not its buffers, and one stream of a PDF may expand to gigabytes of them. Only the memory of the
 * whole process shows those. If the process uses more than all its threads may, the thread that has worked longest on its question is
 * ended.
 */
function memoryGuard({ threads, memoryMb }: SupervisedPoolOptions, running: readonly Endable[]): () => void {
  const most = process.memoryUsage.rss() + Math.max(1, threads) * (memoryMb + BUFFERS_MB) * 2 ** 20;
  let quietUntil = 0;
  return () => {
    const now = performance.now();
    if (now < quietUntil || process.memoryUsage.rss() <= most) return;
    const [longest] = running.filter(({ spentMs }) => spentMs > 0).sort((a, b) => b.spentMs - a.spentMs);
    longest?.endForMemory();
    // The memory of an ended thread is freed a little later.
    quietUntil = now + QUIET_MS;
  };
}

function weightOf(items: readonly { readonly weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0);
}

/** At least one question; as many as are about one megabyte together. */
function batchLength(items: readonly { readonly weight: number }[]): number {
  let length = 0;
  for (let weight = 0; length < items.length && length < BATCH && (length === 0 || weight < HEAVY); length++)
    weight += (items[length] as { weight: number }).weight;
  return length;
}
