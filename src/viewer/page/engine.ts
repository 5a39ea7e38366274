/**
 * Starts the worker that judges. Its code is text in the page, so that nothing is loaded.
 *
 *     const run = startRun({ files, given: '.', root: null, known: [] }, (message) => …);
 *     run.stop();
 */
import type { FromWorker, ToWorker } from '../engine/messages.ts';

export interface Run {
  stop(): void;
}

export function startRun(question: ToWorker, onMessage: (message: FromWorker) => void): Run {
  const code = document.getElementById('engine')?.textContent ?? '';
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const end = (): void => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind !== 'progress') end();
    onMessage(data);
  });
  worker.addEventListener('error', (event) => {
    end();
    onMessage({ kind: 'failed', message: event.message });
  });
  worker.postMessage(question);
  return { stop: end };
}
