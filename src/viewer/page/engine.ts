/**
 * Starts the worker that judges, and later answers questions. Its code is text in the page, so that nothing is loaded.
 *
 *     prepareRun();
 *     const run = startRun({ kind: 'judge', files, given: '.', root: null, known: [] }, (message) => …);
 *     await run.ask({ about: 'show', path: 'd.lock.json' });
 *     run.stop();
 */
import type { MemberTable } from '../engine/members.ts';
import type { FromWorker, Judge, Question, ToWorker } from '../engine/messages.ts';

export interface Run {
  stop(): void;
  ask(question: Question): Promise<MemberTable | string>;
}

type RunMessage = Exclude<FromWorker, { kind: 'answer' }>;

interface Engine {
  readonly worker: Worker;
  end(): void;
}

let prepared: Engine | null = null;

/** The next run begins at once: an engine and its hash workers need a quarter of a second to start, and people longer to choose files. */
export function prepareRun(): void {
  prepared ??= newEngine();
  // If it fails, the run starts another one, and reports what is wrong with that.
  prepared.worker.addEventListener('error', () => void (prepared = null));
}

function newEngine(): Engine {
  const code = (...ids: readonly string[]): Blob =>
    new Blob(
      ids.map((id) => document.getElementById(id)?.textContent ?? ''),
      { type: 'text/javascript' },
    );
  const url = URL.createObjectURL(code('hashing', 'engine'));
  const worker = new Worker(url);
  worker.postMessage({ kind: 'prepare', hashing: code('hashing') } satisfies ToWorker);
  const end = (): void => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
  return { worker, end };
}

export function startRun(question: Judge, onMessage: (message: RunMessage) => void): Run {
  const { worker, end } = prepared ?? newEngine();
  prepared = null;
  const waiting = new Map<number, { resolve: (answer: MemberTable | string) => void; reject: (error: Error) => void }>();
  const send = (message: ToWorker): void => worker.postMessage(message);
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind !== 'answer') return onMessage(data);
    const { resolve, reject } = waiting.get(data.number) ?? {};
    waiting.delete(data.number);
    if (data.answer === null) reject?.(new Error(data.error ?? 'no answer'));
    else resolve?.(data.answer);
  });
  worker.addEventListener('error', (event) => {
    end();
    onMessage({ kind: 'failed', message: event.message });
  });
  send(question);
  let number = 0;
  return {
    stop: end,
    ask: (asked) =>
      new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject });
        send({ kind: 'ask', number, question: asked });
      }),
  };
}
