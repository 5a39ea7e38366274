/** What a supervised pool asks: a thread, or a process where a thread cannot be bounded. */
import { Refusal } from '#core/refusal';

export interface SupervisedPoolOptions {
  readonly workerFile: string;
  /** The program of `process.ts`, for questions that are asked apart. */
  readonly processFile: string;
  readonly workerData: unknown;
  readonly threads: number;
  /** What starts before there is a question; null if nothing does. */
  readonly startsAtOnce: 'thread' | 'process' | null;
  /** The time limit for one question. It is extended if there are more threads than cores. */
  readonly timeoutMs: number;
  /** The memory limit for one thread or process. */
  readonly memoryMb: number;
}

export interface Supervised<I> {
  readonly isFree: boolean;
  /** Starts it while the first question is still being prepared. */
  start(): void;
  ask(items: readonly I[]): void;
  /** Ends it if it has worked too long on its question. */
  checkTime(): void;
  stop(): Promise<void>;
}

export interface Listener<I, A> {
  readonly content: (item: I) => unknown;
  onAnswer(item: I, answer: A | ThreadFailure): void;
  /** The questions that were received but not begun. */
  onReturned(items: readonly I[]): void;
  /** None can be started at all. */
  onBroken(error: unknown): void;
}

/** Why a question has no answer. */
export class ThreadFailure {
  readonly what: 'took too long' | 'wanted too much memory' | 'failed';
  readonly message: string;

  constructor(what: ThreadFailure['what'], message: string) {
    this.what = what;
    this.message = message;
  }
}

export function tooMuchMemory(memoryMb: number): ThreadFailure {
  return new ThreadFailure('wanted too much memory', `needed more than ${memoryMb} MiB of memory`);
}

export const ENDED_SILENTLY = new ThreadFailure('failed', 'the parser ended without an answer');

/** One that ends this often before it begins a question would always do so. */
export const MAX_FAILED_STARTS = 3;

/** Node starts no thread in such a folder. */
export function folderRemoved(): Refusal {
  const message = 'the working folder was removed, and no thread can start there; run this in another folder';
  return new Refusal('E_IO', message, { path: '.', error: 'No such file or directory' });
}
