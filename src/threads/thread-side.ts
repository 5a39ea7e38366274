/** The thread's side of a supervised pool: it answers batches of questions, one by one, and reports which one it works on. */
import { parentPort, workerData } from 'node:worker_threads';
import { uptimeMs } from './clock.ts';
import { joinMeter } from './read-meter.ts';
import { CELLS } from './supervised-thread.ts';

/** Answers are sent at the end of the batch, or after this time. */
const SEND_EVERY_MS = 20;

interface PoolData {
  readonly shared: SharedArrayBuffer;
  readonly meter: SharedArrayBuffer;
  readonly data: unknown;
}

/** The `workerData` in the options of the pool. */
export function threadData(): unknown {
  return (workerData as PoolData).data;
}

/** `answerTo` receives each question of the pool and returns its answer. */
export function serveQuestions(answerTo: (question: never) => unknown): void {
  const port = parentPort;
  if (port === null) throw new Error('expected to run as a thread of a pool');
  const cells = new BigInt64Array((workerData as PoolData).shared);
  joinMeter((workerData as PoolData).meter);
  const answerAll = async (questions: readonly never[]): Promise<void> => {
    let answers: unknown[] = [];
    let sent = uptimeMs();
    for (const [index, question] of questions.entries()) {
      const now = uptimeMs();
      if (now - sent > SEND_EVERY_MS) {
        port.postMessage(answers);
        answers = [];
        sent = now;
      }
      Atomics.add(cells, CELLS.beat, 1n);
      Atomics.store(cells, CELLS.at, BigInt(index + 1));
      answers.push(await answerTo(question));
    }
    Atomics.store(cells, CELLS.at, 0n);
    port.postMessage(answers);
  };
  // An error that is thrown here ends the thread, and the pool notices.
  port.on('message', (questions: readonly never[]) => void answerAll(questions));
}

/** Reports progress with the current question: its time limit starts again. */
export function reportProgress(): void {
  Atomics.add(new BigInt64Array((workerData as PoolData).shared), CELLS.beat, 1n);
}
