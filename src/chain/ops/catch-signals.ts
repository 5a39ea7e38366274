/**
 * Catches signals that would end this process, for a process that it starts. No signal is lost between being caught and being passed on, so that
 * temporary files are always removed.
 *
 *     const signals = catchSignals();
 *     try { …; signals.handTo((signal) => process.kill(child, signal)); … } finally { signals.release(); }
 */
export interface CaughtSignals {
  /** Passes on the signals that have arrived already, and those that follow. */
  handTo(receive: (signal: NodeJS.Signals) => void): void;
  /** Restores the default effect of the signals. */
  release(): void;
}

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

export function catchSignals(): CaughtSignals {
  const early: NodeJS.Signals[] = [];
  let receive = (signal: NodeJS.Signals): void => void early.push(signal);
  const listen = (signal: NodeJS.Signals): void => receive(signal);
  for (const signal of ENDING) process.on(signal, listen);
  return {
    handTo(receiver) {
      receive = receiver;
      for (const signal of early.splice(0)) receiver(signal);
    },
    release() {
      for (const signal of ENDING) process.off(signal, listen);
    },
  };
}
