/**
 * Signals that would end this process, kept for one that it starts. Between being caught and being handed on none is lost, so that what
 * has been made in the meantime is always cleared away.
 *
 *     const signals = catchSignals();
 *     try { …; signals.handTo((signal) => process.kill(child, signal)); … } finally { signals.release(); }
 */
export interface CaughtSignals {
  /** Those that have come already, and those to come. */
  handTo(receive: (signal: NodeJS.Signals) => void): void;
  /** From now on they do again what they did before. */
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
