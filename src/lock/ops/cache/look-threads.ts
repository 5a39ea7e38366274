/** The threads that look at the files of a cache, besides the one that asks. Few files are not worth a thread. */
import { availableParallelism } from 'node:os';
import { builtFile } from '#installation/paths';
import type { SharedLooks } from './row-looks.ts';

/** As many files are looked at while a thread starts. */
export const WORTH_A_THREAD = 8192;

/** `threads` is how many may work, the one that asks among them. A thread that cannot start is not missed. */
export function startLooking(shared: SharedLooks, threads = availableParallelism()): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  try {
    for (let started = 1; started < threads; started++) {
      const worker = new Worker(builtFile('look-worker'), { workerData: shared, execArgv: [], stdin: false, trackUnmanagedFds: false });
      worker.on('error', () => {});
      worker.unref();
    }
  } catch {
    // No descriptors or no memory for another thread.
  }
}
