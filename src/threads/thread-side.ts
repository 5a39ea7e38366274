/** The other end of a watched crew: a thread that answers batches of questions, one by one, and says at which it is. */
import { parentPort, workerData } from 'node:worker_threads';
import { joinMeter } from './read-meter.ts';
import { CELLS } from './supervised-thread.ts';

/** Answers are told when the batch ends, or when so much time has passed. */
const TELL_EVERY_MS = 20;

interface Given {
  readonly shared: SharedArrayBuffer;
  readonly meter: SharedArrayBuffer;
  readonly data: unknown;
}

/** What the crew was given as `workerData`. */
export function crewData(): unknown {
  return (workerData as Given).data;
}

/** `answerTo` is asked what the crew is asked, and gives what the crew tells. */
export function serveCrew(answerTo: (question: never) => unknown): void {
  const port = parentPort;
  if (port === null) throw new Error('expected to run as a thread of a crew');
  const cells = new BigInt64Array((workerData as Given).shared);
  joinMeter((workerData as Given).meter);
  const answerAll = async (questions: readonly never[]): Promise<void> => {
    let answers: unknown[] = [];
    let told = performance.now();
    for (const [index, question] of questions.entries()) {
      const now = performance.now();
      if (now - told > TELL_EVERY_MS) {
        port.postMessage(answers);
        answers = [];
        told = now;
      }
      Atomics.add(cells, CELLS.beat, 1n);
      Atomics.store(cells, CELLS.at, BigInt(index + 1));
      answers.push(await answerTo(question));
    }
    Atomics.store(cells, CELLS.at, 0n);
    port.postMessage(answers);
  };
  // What is thrown ends the thread, and the crew hears of it.
  port.on('message', (questions: readonly never[]) => void answerAll(questions));
}

/** The question at hand has got on: its time begins anew. */
export function gotOn(): void {
  Atomics.add(new BigInt64Array((workerData as Given).shared), CELLS.beat, 1n);
}
