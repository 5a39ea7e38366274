/**
 * Ctrl-C during synchronous work. Node reports a signal only when this thread is idle, and work on many files keeps it busy. Without a
 * handler the process would end at once and leave its staging files. So the engine runs such work in a mode in which SIGINT stops it, and
 * the error passes through all callers that have something to clean up.
 *
 *     interruptible(() => copyAllOfIt())                                     throws Interrupted
 *     const release = whenInterrupted(() => staged.discard());               while something is awaited
 *
 * Only the program itself enables this (`stopOnInterrupt`): a library leaves signals to the program that uses it. A second Ctrl-C, and
 * SIGTERM or SIGHUP during such work, end the process at once; the next run removes the staging files that are left.
 */
import { Script } from 'node:vm';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const WORK = Symbol.for('custody.interruptible');
const holder = globalThis as { [WORK]?: () => unknown };
let onInterrupt: (() => void) | undefined;
let isInside = false;
let script: Script | undefined;

/** `tell` reports the interruption to the user. */
export function stopOnInterrupt(report: () => void): void {
  onInterrupt = report;
}

export function stopsOnInterrupt(): boolean {
  return onInterrupt !== undefined;
}

/** On an interruption the `finally` blocks inside `act` do not run. */
export function interruptible<T>(act: () => T): T {
  if (onInterrupt === undefined || isInside) return act();
  script ??= new Script("globalThis[Symbol.for('custody.interruptible')]()");
  isInside = true;
  holder[WORK] = act;
  try {
    return script.runInThisContext({ breakOnSigint: true, displayErrors: false }) as T;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    throw code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' ? new Interrupted('interrupted') : error;
  } finally {
    isInside = false;
    delete holder[WORK];
  }
}

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Until it is released, a signal that arrives while the thread is idle calls `undo`; then the process ends by that signal. Only SIGINT is named
 * where `interruptible` work follows: the others would wait for its end.
 */
export function whenInterrupted(undo: () => void, signals = SIGNALS): () => void {
  if (onInterrupt === undefined) return () => {};
  const end = (signal: Signal): void => {
    release();
    try {
      undo();
      onInterrupt?.();
    } finally {
      process.kill(process.pid, signal);
    }
  };
  const release = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return release;
}
