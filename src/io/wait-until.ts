/** Asks again and again, with growing pauses of at most 2 ms, until `isDone` or until `waitMs` are over; says which. Blocks the thread. */
export function waitUntil(isDone: () => boolean, waitMs: number): boolean {
  const end = performance.now() + waitMs;
  for (let pause = 0.25; !isDone(); pause = Math.min(pause * 2, 2)) {
    if (performance.now() >= end) return false;
    Atomics.wait(sleeper, 0, 0, pause);
  }
  return true;
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
