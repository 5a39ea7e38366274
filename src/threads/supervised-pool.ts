/**
 * Threads that answer questions which may go wrong: one that takes too long, wants too much memory or falls over is ended, the question it
 * was at is answered with what happened, and a fresh thread takes the rest. Answers come in the order of the questions.
 *
 *     await askCrew({ workerFile, workerData, threads: 2, startsAtOnce: true, … }, nextQuestion, (question, answer) => …);
 *
 * A thread is given a few questions at a time and says in shared memory at which of them it is, and that it gets on (`crew-worker.ts`).
 */

import { tellReads } from './read-meter.ts';
import { CrewMember, type CrewOptions, type Happened } from './supervised-thread.ts';

export { type CrewOptions, Happened } from './supervised-thread.ts';

/** Questions that one thread is given at once, if they are light. */
const BATCH = 128;
const HEAVY = 1 << 20;
/** So many more batches than threads may be under way, so that no thread waits. */
const AHEAD = 2;
const LOOK_EVERY_MS = 50;
/** A fresh thread compiles for a third of a second what others have compiled: light work is worth another one only when it lasts. */
const JOIN_AFTER_MS = 1500;
/** Beside the objects of a thread. */
const BUFFERS_MB = 512;
const QUIET_MS = 1000;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly weight: number;
  answer: { readonly told: A | Happened } | null;
}

/** `weight` is about how many bytes a question is about; one whose answer is known takes its turn without being asked. */
export interface Asked<Q, A> {
  readonly question: Q;
  readonly weight: number;
  readonly known?: A;
}

/** `next` gives undefined at the end. */
export async function askCrew<Q, A>(
  options: CrewOptions,
  next: () => Asked<Q, A> | undefined,
  onAnswer: (question: Q, answer: A | Happened) => void,
): Promise<void> {
  const waiting: Waiting<Q, A>[] = [];
  const unasked: Waiting<Q, A>[] = [];
  const crew: CrewMember<Waiting<Q, A>, A>[] = [];
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
        const item: Waiting<Q, A> = { question, weight, answer: known === undefined ? null : { told: known } };
        waiting.push(item);
        if (known === undefined) unasked.push(item);
        else deliver();
      }
    }
  };
  const hand = (): void => {
    while (unasked.length > 0) {
      const free = crew.find((member) => member.isFree) ?? (isAnotherWorthIt() ? hire() : undefined);
      if (free === undefined) return;
      free.ask(unasked.splice(0, batchLength(unasked)));
    }
  };
  const isAnotherWorthIt = (): boolean =>
    crew.length < most && (weightOf(unasked) >= HEAVY || performance.now() - started >= JOIN_AFTER_MS * crew.length);
  const hire = (): CrewMember<Waiting<Q, A>, A> => {
    const member = new CrewMember<Waiting<Q, A>, A>(options, {
      content: ({ question }) => question,
      onAnswer(item, told) {
        item.answer = { told };
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
    crew.push(member);
    return member;
  };
  const deliver = (): void => {
    for (let item = waiting[0]; item !== undefined && item.answer !== null; item = waiting[0]) {
      waiting.shift();
      onAnswer(item.question, item.answer.told);
    }
  };

  const guard = memoryGuard(options, crew);
  const watch = setInterval(() => {
    for (const member of crew) member.look();
    tellReads();
    guard();
    if (unasked.length > 0) wake();
  }, LOOK_EVERY_MS);
  try {
    if (options.startsAtOnce) hire().start();
    for (;;) {
      // Who is free goes on before anything else is done.
      hand();
      deliver();
      fill();
      hand();
      if (waiting.length === 0) return;
      if (broken !== null) throw broken;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    clearInterval(watch);
    await Promise.all(crew.map((member) => member.dismiss()));
  }
}

type Endable = Pick<CrewMember<unknown, unknown>, 'spentMs' | 'endForMemory'>;

/**
 * A thread's engine counts its objects, not its buffers, and one stream of a PDF may unpack to gigabytes of them. Only the process as a whole
 * shows those: where it holds more than all its threads may, the one that is at its question for the longest time is ended.
 */
function memoryGuard({ threads, memoryMb }: CrewOptions, crew: readonly Endable[]): () => void {
  const most = process.memoryUsage.rss() + Math.max(1, threads) * (memoryMb + BUFFERS_MB) * 2 ** 20;
  let quietUntil = 0;
  return () => {
    const now = performance.now();
    if (now < quietUntil || process.memoryUsage.rss() <= most) return;
    const [longest] = crew.filter(({ spentMs }) => spentMs > 0).sort((a, b) => b.spentMs - a.spentMs);
    longest?.endForMemory();
    // What it held is given back a little later.
    quietUntil = now + QUIET_MS;
  };
}

function weightOf(items: readonly { readonly weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0);
}

/** At least one; no more than make a megabyte together. */
function batchLength(items: readonly { readonly weight: number }[]): number {
  let length = 0;
  for (let weight = 0; length < items.length && length < BATCH && (length === 0 || weight < HEAVY); length++)
    weight += (items[length] as { weight: number }).weight;
  return length;
}
