import { closeSync, fstatSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isUnchanged, isWhole, startReading } from './unchanged.ts';

const look = { size: 5n, mtimeNs: 7n };

it.each([
  ['the same size and time, and that many bytes', look, 5, true],
  ['fewer bytes than the size says', look, 4, false],
  ['more bytes than the size says', look, 6, false],
  ['another size', { ...look, size: 6n }, 5, false],
  ['another size that the bytes agree with', { ...look, size: 6n }, 6, false],
  ['a time that is one nanosecond later', { ...look, mtimeNs: 8n }, 5, false],
])('isWhole() %s', (_, after, count, expected) => expect(isWhole(look, after, count)).toBe(expected));

it('startReading() is not whole where a regular file gives more bytes than its size says', () => {
  const fd = openSync('/proc/version', 'r');
  try {
    const before = fstatSync(fd, { bigint: true });
    const { source, isWhole: isWholeNow } = startReading(fd);
    expect([before.isFile(), before.size, isWholeNow()]).toEqual([true, 0n, false]);
    expect(source.size).toBeGreaterThan(0);
    // Nothing but the number of bytes shows it.
    expect(isUnchanged(before, fstatSync(fd, { bigint: true }))).toBe(true);
  } finally {
    closeSync(fd);
  }
});
