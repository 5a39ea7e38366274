/**
 * One process of a supervised pool (`process.ts`). It is reused for many questions, and replaced if it fails or has become large. Only a new
 * process decides that a question wants too much memory: what earlier questions left behind is not its fault.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { countRead } from './read-meter.ts';
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

/** What the pool sends: the options first, then questions. */
export type ToProcess = { readonly options: SupervisedPoolOptions } | { readonly questions: readonly unknown[] };

/** What it sends. `begun` comes before it works on a question. `read` is the number of bytes that it has read since its last message. */
export type FromProcess =
  | { readonly kind: 'begun' }
  | { readonly kind: 'read'; readonly read: number }
  | { readonly kind: 'answer'; readonly answer: unknown; readonly isLarge: boolean; readonly read: number }
  /** No thread can be started; the only refusal is that the working folder was removed. */
  | { readonly kind: 'broken'; readonly message: string; readonly isRefusal: boolean }
  /** `index` is that of the question in its batch. */
  | { readonly kind: 'failure'; readonly index: number; readonly what: ThreadFailure['what']; readonly message: string };

/** The variables of the caller could change how Node runs, and the time zone how a parser reads a date. */
const ENVIRONMENT = { TZ: 'UTC' };

export class SupervisedProcess<I, A> implements Supervised<I> {
  readonly #options: SupervisedPoolOptions;
  readonly #listener: Listener<I, A>;
  #child: ChildProcess | null = null;
  #batch: readonly I[] = [];
  #answered = 0;
  #isNew = true;
  #hasBegun = false;
  #failedStarts = 0;

  constructor(options: SupervisedPoolOptions, listener: Listener<I, A>) {
    this.#options = options;
    this.#listener = listener;
  }

  get isFree(): boolean {
    return this.#batch.length === 0;
  }

  start(): void {
    this.#child ??= this.#startChild();
  }

  ask(items: readonly I[]): void {
    this.#batch = items;
    this.#answered = 0;
    this.#hasBegun = false;
    this.start();
    this.#send({ questions: items.map(this.#listener.content) });
  }

  /** The process itself does. */
  checkTime(): void {}

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#batch = [];
    if (child !== null) await ended(child);
  }

  #startChild(): ChildProcess {
    const { processFile } = this.#options;
    // Loaded here: it costs a millisecond, and most runs start no process.
    const child = process.getBuiltinModule('node:child_process').fork(processFile, [], {
      env: ENVIRONMENT,
      execArgv: [],
      serialization: 'advanced',
      // Output of a parser is discarded: it would be mixed with the records.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#isNew = true;
    child.on('message', (message: FromProcess) => this.#child === child && this.#take(message));
    child.on('error', (error) => this.#child === child && this.#listener.onBroken(error));
    child.on('exit', (_, signal) => this.#child === child && this.#onExit(signal));
    this.#child = child;
    this.#send({ options: this.#options });
    return child;
  }

  /** That it cannot be reached any more is noticed by its end. */
  #send(message: ToProcess): void {
    this.#child?.send(message, () => {});
  }

  #take(message: FromProcess): void {
    if (message.kind === 'failure') {
      const { index, what, message: text } = message;
      return this.#replace(index, new ThreadFailure(what, text));
    }
    if (message.kind === 'broken') return this.#listener.onBroken(message.isRefusal ? folderRemoved() : new Error(message.message));
    if (message.kind === 'begun') {
      this.#hasBegun = true;
      this.#failedStarts = 0;
      return;
    }
    countRead(message.read);
    if (message.kind === 'read') return;
    this.#listener.onAnswer(this.#batch[this.#answered++] as I, message.answer as A);
    this.#isNew = false;
    if (this.#answered < this.#batch.length) return;
    this.#batch = [];
    if (message.isLarge) void this.stop();
  }

  /** The system kills a process if the machine has no memory left. No question is to blame for a process that has not begun any. */
  #onExit(signal: NodeJS.Signals | null): void {
    if (!this.#hasBegun) {
      if (++this.#failedStarts >= MAX_FAILED_STARTS) return this.#listener.onBroken(new Error(ENDED_SILENTLY.message));
      const batch = this.#batch;
      void this.stop();
      return this.#listener.onReturned(batch);
    }
    this.#replace(this.#answered, signal === 'SIGKILL' ? tooMuchMemory(this.#options.memoryMb) : ENDED_SILENTLY);
  }

  #replace(index: number, failure: ThreadFailure): void {
    const batch = this.#batch;
    const answered = this.#answered;
    const cause = failure.what === 'wanted too much memory' && !this.#isNew ? undefined : batch[index];
    void this.stop();
    if (cause !== undefined) this.#listener.onAnswer(cause, failure);
    const rest = batch.filter((item, at) => at >= answered && item !== cause);
    // The one that wanted too much comes first, so that a new process has read nothing else.
    const first = cause === undefined ? batch[index] : undefined;
    this.#listener.onReturned(first === undefined ? rest : [first, ...rest.filter((item) => item !== first)]);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
