/**
 * Starts the worker that judges, and later answers questions. Its code is text in the page, so that nothing is loaded.
 *
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

type Told = Exclude<FromWorker, { kind: 'answer' }>;

export function startRun(question: Judge, onMessage: (message: Told) => void): Run {
  const code = (...ids: readonly string[]): Blob =>
    new Blob(
      ids.map((id) => document.getElementById(id)?.textContent ?? ''),
      { type: 'text/javascript' },
    );
  const url = URL.createObjectURL(code('hashing', 'engine'));
  const worker = new Worker(url);
  const waiting = new Map<number, { resolve: (answer: MemberTable | string) => void; reject: (error: Error) => void }>();
  const send = (message: ToWorker): void => worker.postMessage(message);
  const end = (): void => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
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
  send({ ...question, hashing: code('hashing') });
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
