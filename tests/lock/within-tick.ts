/** The time in which a file counts as just written, without the tick by which its times may be behind the clock. */
const TICK_MS = 90;

/** Repeats what must happen while a file that it writes counts as just written: a busy machine may take longer. */
export function withinTick<T>(act: () => T): T {
  for (;;) {
    const began = Date.now();
    const result = act();
    if (Date.now() - began < TICK_MS) return result;
  }
}
