import { describe, expect, it } from 'vitest';
import { bytesRead, countRead, tellReads, watchReads } from './read-meter.ts';

describe('countRead()', () => {
  it('adds up beyond 32 bits', () => {
    const before = bytesRead();
    for (let piece = 0; piece < 9; piece++) countRead(2 ** 31 - 1);
    expect(bytesRead() - before).toBe(9 * (2 ** 31 - 1));
  });

  it('tells the watcher, as tellReads() does, until nobody watches', () => {
    let told = 0;
    watchReads(() => told++);
    countRead(1);
    tellReads();
    watchReads(null);
    countRead(1);
    expect(told).toBe(2);
  });
});
