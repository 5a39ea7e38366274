/** Asks again and again, with growing pauses of at most 2 ms, until `isDone` or until `waitMs` are over; says which. Blocks the thread. */
import { pause } from './pause.ts';

export function waitUntil(isDone: () => boolean, waitMs: number): boolean {
  const end = performance.now() + waitMs;
  for (let ms = 0.25; !isDone(); ms = Math.min(ms * 2, 2)) {
    if (performance.now() >= end) return false;
    pause(ms);
  }
  return true;
}
