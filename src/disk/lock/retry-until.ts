/**
 * Waiting that blocks the thread.
 *
 *     waitUntil(() => tryLock(fd), 30_000)      repeats, with growing pauses of at most 2 ms; false when the time is over
 *     pause(2)
 */
import { uptimeMs } from '#threads/clock';

export function waitUntil(isDone: () => boolean, waitMs: number): boolean {
  const end = uptimeMs() + waitMs;
  for (let ms = 0.25; !isDone(); ms = Math.min(ms * 2, 2)) {
    if (uptimeMs() >= end) return false;
    pause(ms);
  }
  return true;
}

export function pause(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
