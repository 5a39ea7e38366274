/**
 * Threads that answer questions which may go wrong. A thread that takes too long, uses too much memory or fails is ended: its current
 * question is answered with what happened, and a new thread takes the remaining questions. The answers are delivered in the order of the
 * questions.
 *
 *     await askThreads({ workerFile, workerData, threads: 2, startsAtOnce: 'thread', … }, nextQuestion, (question, answer) => …);
 *
 * A thread receives a few questions at a time. In shared memory it reports which of them it works on, and that it makes progress
 * (`thread-side.ts`). The engine bounds the objects of a thread but not its buffers, and the memory of a process does not show which thread
 * has them. So a question whose answer needs large buffers is asked apart: by a process that has one thread.
 */

import { uptimeMs } from './clock.ts';
import { reportReads } from './read-meter.ts';
import type { Supervised, SupervisedPoolOptions, ThreadFailure } from './supervised.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { SupervisedThread } from './supervised-thread.ts';

export { type SupervisedPoolOptions, ThreadFailure } from './supervised.ts';

/** The number of light questions that one thread receives at once. */
const BATCH = 128;
const HEAVY = 1 << 20;
/** This many more batches than threads are prepared, so that no thread waits. */
const AHEAD = 2;
const CHECK_EVERY_MS = 50;
/** A new thread needs a third of a second to compile its code: for light work another thread pays only if the work lasts. */
const JOIN_AFTER_MS = 1500;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly weight: number;
  readonly needsProcess: boolean;
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
  /** Whether a process is asked, not a thread. */
  readonly needsProcess?: boolean;
}

/** `next` returns undefined at the end. */
export async function askThreads<Q, A>(
  options: SupervisedPoolOptions,
  next: () => WeightedQuestion<Q, A> | undefined,
  onAnswer: (question: Q, answer: A | ThreadFailure) => void,
): Promise<void> {
  const waiting: Waiting<Q, A>[] = [];
  const unasked: Waiting<Q, A>[] = [];
  const running: Record<'thread' | 'process', Supervised<Waiting<Q, A>>[]> = { thread: [], process: [] };
  const all = (): readonly Supervised<Waiting<Q, A>>[] => [...running.thread, ...running.process];
  const most = Math.max(1, options.threads);
  const started = uptimeMs();
  let hasEnded = false;
  let wake: () => void = () => {};
  let broken: unknown = null;

  const fill = (): void => {
    while (!hasEnded && waiting.length < (most + AHEAD) * BATCH && weightOf(unasked) < AHEAD * HEAVY) {
      const asked = next();
      if (asked === undefined) hasEnded = true;
      else {
        const { question, weight, known, needsProcess = false } = asked;
        const item: Waiting<Q, A> = { question, weight, needsProcess, answer: known === undefined ? null : { value: known } };
        waiting.push(item);
        if (known === undefined) unasked.push(item);
        else deliver();
      }
    }
  };
  const assign = (): void => {
    for (let [item] = unasked; item !== undefined; [item] = unasked) {
      const kind = item.needsProcess ? 'process' : 'thread';
      if (all().filter(({ isFree }) => !isFree).length >= most) return;
      const free = running[kind].find(({ isFree }) => isFree) ?? (isAnotherWorthIt(running[kind].length) ? add(kind) : undefined);
      if (free === undefined) return;
      free.ask(unasked.splice(0, batchLength(unasked)));
    }
  };
  const isAnotherWorthIt = (count: number): boolean =>
    count < most && (weightOf(unasked) >= HEAVY || uptimeMs() - started >= JOIN_AFTER_MS * count);
  const add = (kind: 'thread' | 'process'): Supervised<Waiting<Q, A>> => {
    const Kind = kind === 'thread' ? SupervisedThread<Waiting<Q, A>, A> : SupervisedProcess<Waiting<Q, A>, A>;
    const added = new Kind(options, {
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
    running[kind].push(added);
    return added;
  };
  const deliver = (): void => {
    for (let item = waiting[0]; item !== undefined && item.answer !== null; item = waiting[0]) {
      waiting.shift();
      onAnswer(item.question, item.answer.value);
    }
  };

  const watch = setInterval(() => {
    for (const one of all()) one.checkTime();
    reportReads();
    if (unasked.length > 0) wake();
  }, CHECK_EVERY_MS);
  try {
    if (options.startsAtOnce !== null) add(options.startsAtOnce).start();
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
    await Promise.all(all().map((one) => one.stop()));
  }
}

function weightOf(items: readonly { readonly weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0);
}

interface Unasked {
  readonly weight: number;
  readonly needsProcess: boolean;
}

/** At least one question; as many of its kind as are about one megabyte together. */
function batchLength(items: readonly Unasked[]): number {
  const isAlike = (item: Unasked | undefined): item is Unasked => item !== undefined && item.needsProcess === items[0]?.needsProcess;
  let length = 0;
  let weight = 0;
  for (let item = items[0]; isAlike(item) && length < BATCH && (length === 0 || weight < HEAVY); item = items[length]) {
    weight += item.weight;
    length++;
  }
  return length;
}
