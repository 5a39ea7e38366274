/**
 * Ctrl-C in the midst of work. Node tells of a signal only once this thread has nothing to do, and work on many files keeps it busy; without
 * more the process would end at once and leave its staging. So such work is run where the engine stops it on SIGINT, and the error
 * goes up through everybody who has something to clear away.
 *
 *     interruptible(() => copyAllOfIt())                                     throws Interrupted
 *     const release = whenInterrupted(() => staged.discard());               while something is awaited
 *
 * Only the program itself asks for it (`stopOnInterrupt`): a library leaves signals to the program that it is part of. A second Ctrl-C, and
 * SIGTERM or SIGHUP during such work, end the process at once; the next run removes what it left.
 */
import { Script } from 'node:vm';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const ACT = Symbol.for('custody.interruptible');
const holder = globalThis as { [ACT]?: () => unknown };
let say: (() => void) | undefined;
let isInside = false;
let script: Script | undefined;

/** `tell` says it to whoever pressed the keys. */
export function stopOnInterrupt(tell: () => void): void {
  say = tell;
}

/** What is inside is not unwound: no `finally` of it runs. */
export function interruptible<T>(act: () => T): T {
  if (say === undefined || isInside) return act();
  script ??= new Script("globalThis[Symbol.for('custody.interruptible')]()");
  isInside = true;
  holder[ACT] = act;
  try {
    return script.runInThisContext({ breakOnSigint: true, displayErrors: false }) as T;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    throw code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' ? new Interrupted('interrupted') : error;
  } finally {
    isInside = false;
    delete holder[ACT];
  }
}

/** `undo` is called should a signal come while the thread is idle, and the process then ends by that signal; until it is released. */
export function whenInterrupted(undo: () => void): () => void {
  if (say === undefined) return () => {};
  const signals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const end = (signal: Signal): void => {
    release();
    try {
      undo();
      say?.();
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
