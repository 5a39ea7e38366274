import { expect, it } from 'vitest';
import { isSettled } from './settled.ts';

const NOW = 1_768_473_000_000;
const before = (ms: number, ns = 1n): bigint => BigInt(NOW - ms) * 1_000_000n + ns;

it.each([
  ['long ago', before(60_000), before(60_000), true],
  ['in the same tick', before(0), before(0), false],
  ['in the tick before', before(10), before(10), false],
  ['ten ticks before', before(102), before(102), true],
  ['changed just now, dated back', before(60_000), before(5), false],
  ['dated into the future', before(-60_000), before(60_000), false],
  ['in whole seconds, one second ago', before(1000, 0n), before(1000, 0n), false],
  ['in whole seconds, three seconds ago', before(3000, 0n), before(3000, 0n), true],
])('isSettled() judges a file that was written %s', (_, mtimeNs, ctimeNs, settled) => {
  expect(isSettled({ mtimeNs, ctimeNs }, NOW, { isOnNetwork: false })).toBe(settled);
});

it('isSettled() distrusts the clock of another machine for a day', () => {
  const hours = (count: number): boolean =>
    isSettled({ mtimeNs: before(count * 3_600_000), ctimeNs: before(count * 3_600_000) }, NOW, { isOnNetwork: true });
  expect([hours(1), hours(23), hours(25)]).toEqual([false, false, true]);
});
