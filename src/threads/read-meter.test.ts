import { expect, it } from 'vitest';
import { bytesRead, countRead, joinMeter, reportReads, sharedMeter, threadsJoined, watchReads } from './read-meter.ts';

it('countRead() counts more bytes than fit in 32 bits', () => {
  const before = bytesRead();
  for (let piece = 0; piece < 9; piece++) countRead(2 ** 31 - 1);
  expect(bytesRead() - before).toBe(9 * (2 ** 31 - 1));
});

it('countRead() calls the watcher, as reportReads() does, until it is removed', () => {
  let told = 0;
  watchReads(() => told++);
  countRead(1);
  reportReads();
  watchReads(null);
  countRead(1);
  expect(told).toBe(2);
});

it('joinMeter() counts the threads that have joined', () => {
  const before = threadsJoined();
  joinMeter(sharedMeter());
  expect(threadsJoined() - before).toBe(1);
});
