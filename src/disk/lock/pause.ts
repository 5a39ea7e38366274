/** Blocks the thread for so many milliseconds. */
export function pause(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
