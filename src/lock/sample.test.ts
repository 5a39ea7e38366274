import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { parseGlobs } from '#stream/filter';
import { EntryTable } from './entry-table.ts';
import { drawSample, intactAtLeast, parseSampleSize, type SampleSize, sizeIn } from './sample.ts';

function table(count: number): EntryTable {
  const members = new EntryTable();
  for (let index = 0; index < count; index++)
    members.appendValue({ path: `${index % 2 === 0 ? 'even' : 'odd'}/${String(index).padStart(6, '0')}` });
  return members;
}

const sizeOf = (text: string): SampleSize => parseSampleSize(text) as SampleSize;
const drawn = (count: number, size: string, seed: string, only: readonly string[] = []) =>
  drawSample({ asked: size, size: sizeOf(size), seed }, table(count), parseGlobs(only), newHasher);

describe('parseSampleSize()', () => {
  it.each(['', '0', '0%', '0.0000001%', '101%', '100.000001%', '-1', '1.5', '1e3', '5 %', '%', '1%%', '１%'])('refuses %j', (text) => {
    expect(parseSampleSize(text)).toBeNull();
  });

  it('reads shares exactly, and a part of a member is a whole one', () => {
    expect([sizeIn(sizeOf('1%'), 10_000), sizeIn(sizeOf('1%'), 10_001), sizeIn(sizeOf('0.000001%'), 3)]).toEqual([100, 101, 1]);
    expect([sizeIn(sizeOf('100%'), 7), sizeIn(sizeOf('200'), 7), sizeIn(sizeOf('1%'), 0)]).toEqual([7, 7, 0]);
  });
});

describe('drawSample()', () => {
  it('is the same for the same seed, and as its description says', () => {
    expect(drawn(1000, '10', 'a').chosen).toEqual(drawn(1000, '1%', 'a').chosen);
    expect(drawn(1000, '10', 'a').chosen).not.toEqual(drawn(1000, '10', 'b').chosen);
    const number = (counter: number, last: number) =>
      Number.parseInt(createHash('sha256').update(`a\n${counter}`).digest('hex').slice(0, 12), 16) % (last + 1);
    expect([...drawn(1000, '2', 'a').chosen]).toEqual([number(0, 998), number(1, 999)].sort((one, other) => one - other));
  });

  it('has each member once, ascending, of those that are selected', () => {
    for (const size of ['1', '50', '100%']) {
      const { chosen, population } = drawn(100, size, 'seed', ['odd/*']);
      expect(population).toBe(50);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect([...chosen].every((index, place) => index % 2 === 1 && (place === 0 || index > (chosen[place - 1] as number)))).toBe(true);
    }
    expect(drawn(0, '5', 'seed').chosen).toHaveLength(0);
  });

  it('takes every member about as often as every other', () => {
    const often = new Uint32Array(20);
    for (let seed = 0; seed < 2000; seed++) for (const index of drawn(20, '5', String(seed)).chosen) often[index] = (often[index] ?? 0) + 1;
    // The mean is 500 and the standard deviation 19.
    for (const count of often) expect(Math.abs(count - 500)).toBeLessThan(120);
  });
});

describe('intactAtLeast()', () => {
  it('is the exact bound for a draw without replacement', () => {
    expect([intactAtLeast(10_000, 100), intactAtLeast(100, 100), intactAtLeast(0, 0), intactAtLeast(10, 0)]).toEqual([9707, 100, 0, 0]);
    // Of 20 members 10 were drawn. With 4 damaged, C(16,10)/C(20,10) = 0.043 of all samples show none; with 3 it is 0.105.
    expect(intactAtLeast(20, 10)).toBe(17);
  });

  it('of one member of many says little', () => {
    expect(intactAtLeast(1_000_000, 1)).toBe(50_001);
  });
});
