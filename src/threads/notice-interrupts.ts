/**
 * Ctrl-C during synchronous work that must not be stopped at any point, as `interruptible` does it: native code that calls back into this thread
 * aborts the process if it is stopped there. A small thread waits for the signal, and the work asks between its steps whether it came.
 *
 *     noticingInterrupts(() => { const staged = stage(); try { …; throwIfInterrupted(); … } finally { staged.discard(); } })
 *
 * A signal that comes after the last question is too late, and the work is complete. A second Ctrl-C ends the process at once.
 */
import { Interrupted, stopsOnInterrupt } from './interruptible.ts';

/** The signal stops the script of this thread; while it waits, no other code of the process sees it. */
const THREAD = `
const { workerData: state } = require('node:worker_threads');
globalThis.state = state;
try {
  new (require('node:vm').Script)('Atomics.store(state, 1, 1); Atomics.notify(state, 1); Atomics.wait(state, 0, 0)')
    .runInThisContext({ breakOnSigint: true, displayErrors: false });
} catch {
  Atomics.store(state, 0, 1);
}
Atomics.store(state, 1, 2);
Atomics.notify(state, 1);
`;

/** The first word is 1 after the signal and 2 after the work; the second is 1 while the thread waits, and 2 afterwards. */
const [SIGNAL, PHASE] = [0, 1];
const [CAME, OVER] = [1, 2];
/** A thread that does not start in this time, on a machine that is too busy, is not waited for. */
const PATIENCE_MS = 2000;

let state: Int32Array | null = null;

/** `act` begins when the thread waits. Without the program, or within other such work, it is only called. */
export function noticingInterrupts<T>(act: () => T): T {
  if (!stopsOnInterrupt() || state !== null) return act();
  const own = new Int32Array(new SharedArrayBuffer(8));
  if (!start(own)) return act();
  state = own;
  try {
    return act();
  } finally {
    state = null;
    Atomics.compareExchange(own, SIGNAL, 0, OVER);
    Atomics.notify(own, SIGNAL);
    // Until the thread is done it would also take the signal by which the process ends itself.
    Atomics.wait(own, PHASE, 1, PATIENCE_MS);
  }
}

function start(own: Int32Array): boolean {
  try {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const worker = new Worker(THREAD, { eval: true, workerData: own, execArgv: [], stdin: false, trackUnmanagedFds: false });
    worker.on('error', () => {});
    worker.unref();
  } catch {
    return false;
  }
  return Atomics.wait(own, PHASE, 0, PATIENCE_MS) !== 'timed-out';
}

/** Asked often: between two members, and between two pieces of a long one. */
export function throwIfInterrupted(): void {
  if (state !== null && Atomics.load(state, SIGNAL) === CAME) throw new Interrupted('interrupted');
}
