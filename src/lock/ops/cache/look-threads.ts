/** The threads that look at the files of a cache, besides the one that asks. Few files are not worth a thread. */
import { availableParallelism } from 'node:os';
import { builtFile } from '#installation/paths';
import type { SharedLooks } from './row-looks.ts';

/** The number of files that can be looked at while a thread starts: for fewer files none is started. */
export const WORTH_A_THREAD = 8192;

/** `threads` is how many may work, including the one that asks. The work is done without a thread that cannot start. */
export function startLooking(shared: SharedLooks, threads = availableParallelism()): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  try {
    for (let started = 1; started < threads; started++) {
      const worker = new Worker(builtFile('look-worker'), { workerData: shared, execArgv: [], stdin: false, trackUnmanagedFds: false });
      worker.on('error', () => {});
      worker.unref();
    }
  } catch {
    // There are no descriptors or there is no memory for another thread.
  }
}
