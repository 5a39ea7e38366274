/**
 * A limited number of slots: whoever finds none free waits for one.
 *
 *     const slots = openSlots(8);
 *     await slots.take();  …  slots.release();
 */
export interface Slots {
  take(): Promise<void>;
  release(): void;
}

export function openSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take() {
      if (free === 0) return new Promise((resolve) => void waiting.push(resolve));
      free--;
      return Promise.resolve();
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
  };
}
