/**
 * A sample of the members of a lock: which members it has, and what it proves if all of them are as the lock says.
 *
 *     const sample = drawSample({ asked: '1%', size: parseSampleSize('1%'), seed: 'a1b2' }, lock.members, [], newHasher);
 *     sample.chosen                       the numbers of its members, ascending
 *     intactAtLeast(10_000, 100)          9,707: at least so many of 10,000 are intact, with a confidence of 95 %
 *
 * The draw can be repeated by anyone (Floyd's algorithm). For each `last` from population - drawn to population - 1, a number from 0 to
 * `last` is taken; if it was taken before, `last` is taken instead. The numbers come from SHA-256 of the seed, a line feed and a counter
 * that starts at 0: its first 48 bits, unless they are in the incomplete last run of `last + 1` values, modulo `last + 1`.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { type Glob, isSelected } from '#core/glob/glob';
import type { NewHasher } from '#core/ports';
import type { EntryTable } from './entry-table.ts';

/** A share in millionths of a per cent, or a number of members. */
export type SampleSize = { readonly kind: 'share'; readonly parts: bigint } | { readonly kind: 'count'; readonly count: number };

export interface SampleQuestion {
  /** As it was typed: `1%`, `200`. */
  readonly asked: string;
  readonly size: SampleSize;
  readonly seed: string;
}

export interface Sample extends Pick<SampleQuestion, 'asked' | 'seed'> {
  /** How many members it was drawn from. */
  readonly population: number;
  /** The numbers of its members in the lock, ascending. */
  readonly chosen: Uint32Array;
}

export const CONFIDENCE_PERCENT = 95;
const WHOLE = 100_000_000n;

/** Null for anything but a share of more than 0 and at most 100 per cent, or a number of at least 1. */
export function parseSampleSize(text: string): SampleSize | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,6}))?%$/.exec(text) ?? [];
  if (whole !== undefined) {
    const parts = BigInt(whole + fraction.padEnd(6, '0'));
    return parts > 0n && parts <= WHOLE ? { kind: 'share', parts } : null;
  }
  return /^[1-9]\d{0,11}$/.test(text) ? { kind: 'count', count: Number(text) } : null;
}

/** A part of a member is a whole one. */
export function sizeIn(size: SampleSize, population: number): number {
  if (size.kind === 'count') return Math.min(size.count, population);
  return Number((BigInt(population) * size.parts + WHOLE - 1n) / WHOLE);
}

/** Drawn from the members that `only` selects. */
export function drawSample(question: SampleQuestion, members: EntryTable, only: readonly Glob[], newHasher: NewHasher): Sample {
  const candidates = only.length === 0 ? null : selected(members, only);
  const population = candidates?.length ?? members.count;
  const places = draw(population, sizeIn(question.size, population), numbersFrom(question.seed, newHasher));
  const chosen = candidates === null ? places : places.map((place) => candidates[place] as number);
  return { asked: question.asked, seed: question.seed, population, chosen };
}

function selected(members: EntryTable, only: readonly Glob[]): Uint32Array {
  const indices = new Uint32Array(members.count);
  let count = 0;
  for (let index = 0; index < members.count; index++) if (isSelected(only, members.path(index))) indices[count++] = index;
  return indices.slice(0, count);
}

function draw(population: number, drawn: number, upTo: (last: number) => number): Uint32Array {
  const taken = new Set<number>();
  for (let last = population - drawn; last < population; last++) {
    const place = upTo(last);
    taken.add(taken.has(place) ? last : place);
  }
  return Uint32Array.from(taken).sort();
}

const RANGE = 2 ** 48;

/** Every number from 0 to `last` is equally likely. */
function numbersFrom(seed: string, newHasher: NewHasher): (last: number) => number {
  let counter = 0;
  return (last) => {
    const limit = RANGE - (RANGE % (last + 1));
    for (;;) {
      const hasher = newHasher('sha256');
      hasher.update(encodeUtf8(`${seed}\n${counter++}`));
      const number = Number.parseInt(hasher.digest().slice(0, 12), 16);
      if (number < limit) return number % (last + 1);
    }
  };
}

/**
 * How many of the population are intact, if all that were drawn are: with one more member damaged, a random sample would have shown a
 * damaged one in at least 95 of 100 cases.
 */
export function intactAtLeast(population: number, drawn: number): number {
  let missed = 1;
  for (let damaged = 1; damaged <= population; damaged++) {
    missed *= Math.max(0, population - drawn - damaged + 1) / (population - damaged + 1);
    if (missed <= 1 - CONFIDENCE_PERCENT / 100) return population - damaged + 1;
  }
  return 0;
}
