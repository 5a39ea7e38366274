import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { idIndex } from './id-index.ts';

const idFor = (number: number) => `blake3:${createHash('sha256').update(String(number)).digest('hex')}`;

it('idIndex() returns the line of each of many ids, and of no other', () => {
  const index = idIndex();
  for (let line = 1; line <= 5000; line++) index.add(idFor(line), line);
  for (let line = 1; line <= 5000; line++) expect(index.lineOf(idFor(line))).toBe(line);
  expect(index.lineOf(idFor(5001))).toBe(0);
});

it('idIndex() distinguishes ids with a common beginning', () => {
  const index = idIndex();
  const id = idFor(1);
  const alike = [15, 23, 31].map((at) => id.slice(0, at) + (id[at] === '0' ? '1' : '0') + id.slice(at + 1));
  [id, ...alike].forEach((each, place) => index.add(each, place + 1));
  expect([id, ...alike].map((each) => index.lineOf(each))).toEqual([1, 2, 3, 4]);
});

it('idIndex() keeps the first line of an id', () => {
  const index = idIndex();
  for (const id of [idFor(1), 'odd']) {
    index.add(id, 1);
    index.add(id, 2);
    expect(index.lineOf(id)).toBe(1);
  }
});

it('idIndex() keeps the first follower of an id, also while it grows, and none of an unknown one', () => {
  const index = idIndex();
  for (const id of [idFor(1), 'odd']) {
    index.add(id, 1);
    expect(index.follow(id, 2)).toBe(2);
  }
  for (let line = 2; line <= 5000; line++) index.add(idFor(line), line);
  expect([idFor(1), 'odd'].map((id) => index.follow(id, 3))).toEqual([2, 2]);
  expect([idFor(0), 'other'].map((id) => index.follow(id, 3))).toEqual([0, 0]);
});
