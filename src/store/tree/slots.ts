/**
 * A limited number of buffers of one size, used again and again: whoever finds none free waits for one. They are made when they are needed.
 *
 *     const slots = openSlots(8, 8 << 20);
 *     const buffer = await slots.take();  …  slots.release(buffer);
 */
export interface Slots {
  take(): Promise<Uint8Array>;
  release(buffer: Uint8Array): void;
}

export function openSlots(count: number, size: number): Slots {
  const waiting: ((buffer: Uint8Array) => void)[] = [];
  const free: Uint8Array[] = [];
  let made = 0;
  return {
    take() {
      const buffer = free.pop();
      if (buffer !== undefined) return Promise.resolve(buffer);
      if (made === count) return new Promise((resolve) => void waiting.push(resolve));
      made++;
      return Promise.resolve(Buffer.allocUnsafeSlow(size));
    },
    release(buffer) {
      const next = waiting.shift();
      if (next === undefined) free.push(buffer);
      else next(buffer);
    },
  };
}
