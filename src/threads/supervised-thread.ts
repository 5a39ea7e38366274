/** One thread of a supervised pool. If it fails, a new thread replaces it; every question that it received is answered or returned. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { uptimeMs } from './clock.ts';
import { sharedMeter } from './read-meter.ts';
import {
  ENDED_SILENTLY,
  folderRemoved,
  type Listener,
  MAX_FAILED_STARTS,
  type Supervised,
  type SupervisedPoolOptions,
  ThreadFailure,
  tooMuchMemory,
} from './supervised.ts';

/**
 * Cells in shared memory: the number of the current question in its batch, counted from 1, and a number that changes whenever the thread
 * makes progress.
 */
export const CELLS = { at: 0, beat: 1, count: 2 } as const;

/** At most this time is counted between two checks: if the machine slept, or the main thread was busy, that is not the question's fault. */
const MAX_COUNTED_MS = 250;

export class SupervisedThread<I, A> implements Supervised<I> {
  readonly #options: SupervisedPoolOptions;
  readonly #listener: Listener<I, A>;
  #worker: Worker | null = null;
  #cells: BigInt64Array = new BigInt64Array(new SharedArrayBuffer(0));
  #batch: readonly I[] = [];
  #answered = 0;
  #failedStarts = 0;
  /** With more threads than cores each question takes longer, which is not its fault. */
  readonly #slowdown: number;
  #seen = { beat: 0n, lookedAt: 0, spentMs: 0 };

  constructor(options: SupervisedPoolOptions, listener: Listener<I, A>) {
    this.#options = options;
    this.#listener = listener;
    this.#slowdown = Math.max(1, options.threads / availableParallelism());
  }

  get isFree(): boolean {
    return this.#batch.length === 0;
  }

  start(): void {
    this.#worker ??= this.#startWorker();
  }

  ask(items: readonly I[]): void {
    this.#batch = items;
    this.#answered = 0;
    this.#worker ??= this.#startWorker();
    Atomics.store(this.#cells, CELLS.at, 0n);
    this.#worker?.postMessage(items.map(this.#listener.content));
  }

  checkTime(): void {
    if (this.#worker === null || this.isFree || Atomics.load(this.#cells, CELLS.at) === 0n) return;
    const beat = Atomics.load(this.#cells, CELLS.beat);
    const now = uptimeMs();
    const { beat: before, lookedAt, spentMs } = this.#seen;
    const isSame = beat === before;
    this.#seen = { beat, lookedAt: now, spentMs: isSame ? spentMs + Math.min(now - lookedAt, MAX_COUNTED_MS) : 0 };
    const { timeoutMs } = this.#options;
    if (this.#seen.spentMs > timeoutMs * this.#slowdown)
      this.#replace(new ThreadFailure('took too long', `took longer than ${timeoutMs / 1000} s`));
  }

  /** Ends a thread that works on a question, for a reason that the thread does not know, such as memory that its engine does not count. */
  end(failure: ThreadFailure): void {
    if (!this.isFree) this.#replace(failure);
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#batch = [];
    await worker?.terminate();
  }

  #startWorker(): Worker | null {
    const { workerFile, workerData, memoryMb } = this.#options;
    const shared = new SharedArrayBuffer(CELLS.count * BigInt64Array.BYTES_PER_ELEMENT);
    this.#cells = new BigInt64Array(shared);
    this.#seen = { beat: 0n, lookedAt: 0, spentMs: 0 };
    try {
      const worker = new Worker(workerFile, {
        workerData: { shared, meter: sharedMeter(), data: workerData },
        execArgv: [],
        stdin: false,
        // Output of a parser is discarded: it would be mixed with the records.
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 },
      });
      worker.stdout.resume();
      worker.stderr.resume();
      worker.on('message', (answers: readonly A[]) => this.#worker === worker && this.#take(answers));
      worker.on('error', (error) => {
        if (this.#worker !== worker) return;
        if (hasNoFolder(error)) this.#listener.onBroken(folderRemoved());
        else this.#replace(failureOf(error, memoryMb));
      });
      worker.on('exit', () => this.#worker === worker && this.#replace(ENDED_SILENTLY));
      return worker;
    } catch (error) {
      this.#listener.onBroken(error);
      return null;
    }
  }

  #take(answers: readonly A[]): void {
    for (const answer of answers) this.#listener.onAnswer(this.#batch[this.#answered++] as I, answer);
    this.#failedStarts = 0;
    if (this.#answered >= this.#batch.length) this.#batch = [];
  }

  /** Questions whose answers were not sent yet are asked again, together with those that were not begun. */
  #replace(failure: ThreadFailure): void {
    const at = Number(Atomics.load(this.#cells, CELLS.at));
    const batch = this.#batch;
    const answered = this.#answered;
    void this.#worker?.terminate();
    this.#worker = null;
    this.#batch = [];
    if (at === 0 && ++this.#failedStarts >= MAX_FAILED_STARTS) return this.#listener.onBroken(new Error(failure.message));
    const cause = batch[at - 1];
    if (cause !== undefined && at > answered) this.#listener.onAnswer(cause, failure);
    this.#listener.onReturned(batch.filter((item, index) => index >= answered && item !== cause));
  }
}

function failureOf(error: unknown, memoryMb: number): ThreadFailure {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory(memoryMb);
  return new ThreadFailure('failed', message ?? String(error));
}

/** Node starts no thread in a folder that was removed. */
function hasNoFolder(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall === 'uv_cwd' || (error instanceof Error && error.message.endsWith(', uv_cwd'));
}
