import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { countReceived } from './young-memory.ts';

it('countReceived() collects the young objects for every 4 MiB, and leaves no global function behind', async () => {
  const kinds: unknown[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kinds.push((entry as unknown as { readonly detail: { readonly kind: number } }).detail.kind);
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let piece = 0; piece < 32 * 64; piece++) countReceived(1 << 16);
  while (kinds.length < 20) await pause(10);
  observer.disconnect();
  expect(kinds.filter((kind) => kind === constants.NODE_PERFORMANCE_GC_MINOR).length).toBeGreaterThanOrEqual(20);
  expect('gc' in globalThis).toBe(false);
});
