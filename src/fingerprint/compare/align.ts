/**
 * Pairs the records of two files. By key: those with the same key, the first with the first if there are several. By content: a record that is
 * in both files keeps its place between its neighbours, as in a comparison of lines; records that changed are paired by their first value, or
 * by their place if as many were there before.
 *
 *     match[i]     the record of the old file that became record i of the new one, or -1
 */
import { longestIncreasing } from './longest-increasing.ts';
import type { Numbered } from './record-hashes.ts';
import { commonPairs } from './shortest-edit.ts';

export interface Aligned {
  readonly match: Int32Array;
  /** True if some records had to be compared by their positions, because too many differ. */
  readonly isByPosition: boolean;
}

export function joinByKey({ old, now, count }: Numbered): Aligned {
  const heads = new Int32Array(count).fill(-1);
  const next = new Int32Array(old.length);
  for (let i = old.length - 1; i >= 0; i--) {
    const key = old[i] as number;
    next[i] = heads[key] as number;
    heads[key] = i;
  }
  const match = new Int32Array(now.length);
  for (let i = 0; i < now.length; i++) {
    const key = now[i] as number;
    const found = heads[key] as number;
    match[i] = found;
    if (found >= 0) heads[key] = next[found] as number;
  }
  return { match, isByPosition: false };
}

/** `firsts` are the numbers of the first values; without them, changed records are paired by their places. */
export function alignByContent(all: Numbered, firsts: Numbered | null): Aligned {
  const match = new Int32Array(all.now.length).fill(-1);
  const aligner = new Aligner(all, match);
  aligner.range({ from: 0, to: all.old.length, nowFrom: 0, nowTo: all.now.length }, 0);
  if (firsts !== null) {
    const pairing = new Aligner(firsts, match);
    for (const run of unpaired(match, all.old.length)) if (!isSingle(run)) pairing.range(run, 0);
  }
  for (const { from, to, nowFrom, nowTo } of unpaired(match, all.old.length)) {
    if (to - from === nowTo - nowFrom) for (let i = 0; i < to - from; i++) match[nowFrom + i] = from + i;
  }
  return { match, isByPosition: aligner.isByPosition };
}

/** Records `from` to `to` of the old file, and `nowFrom` to `nowTo` of the new one, without the ends. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

function isSingle({ from, to, nowFrom, nowTo }: Run): boolean {
  return to - from === 1 && nowTo - nowFrom === 1;
}

/** The records between those that are paired, where there are some in both files. */
function unpaired(match: Int32Array, oldCount: number): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  let nowFrom = 0;
  for (let i = 0; i <= match.length; i++) {
    const found = i === match.length ? oldCount : (match[i] as number);
    if (found < 0) continue;
    if (found > from && i > nowFrom) runs.push({ from, to: found, nowFrom, nowTo: i });
    from = found + 1;
    nowFrom = i + 1;
  }
  return runs;
}

/** A deeper search would not find more. */
const MAX_DEPTH = 64;

class Aligner {
  readonly #old: Int32Array;
  readonly #now: Int32Array;
  readonly #match: Int32Array;
  /** How often each number is in the current run, and where it was last. */
  readonly #inOld: Int32Array;
  readonly #inNow: Int32Array;
  readonly #place: Int32Array;
  isByPosition = false;

  constructor({ old, now, count }: Numbered, match: Int32Array) {
    this.#old = old;
    this.#now = now;
    this.#match = match;
    this.#inOld = new Int32Array(count);
    this.#inNow = new Int32Array(count);
    this.#place = new Int32Array(count);
  }

  range(run: Run, depth: number): void {
    const { from, to, nowFrom, nowTo } = this.#trim(run);
    if (from === to || nowFrom === nowTo) return;
    const inner = { from, to, nowFrom, nowTo };
    const anchors = depth === MAX_DEPTH ? [] : this.#anchors(inner);
    if (anchors.length === 0) {
      this.#edit(inner);
      return;
    }
    let [start, nowStart] = [from, nowFrom];
    for (const anchor of [...anchors, nowTo]) {
      const found = anchor === nowTo ? to : (this.#match[anchor] as number);
      this.range({ from: start, to: found, nowFrom: nowStart, nowTo: anchor }, depth + 1);
      [start, nowStart] = [found + 1, anchor + 1];
    }
  }

  /** Pairs equal records at both ends of the run, and returns the rest. */
  #trim({ from, to, nowFrom, nowTo }: Run): Run {
    let [start, end, nowStart, nowEnd] = [from, to, nowFrom, nowTo];
    while (start < end && nowStart < nowEnd && this.#old[start] === this.#now[nowStart]) this.#match[nowStart++] = start++;
    while (start < end && nowStart < nowEnd && this.#old[end - 1] === this.#now[nowEnd - 1]) this.#match[--nowEnd] = --end;
    return { from: start, to: end, nowFrom: nowStart, nowTo: nowEnd };
  }

  /** Pairs the records that are once in both parts of the run, as many as keep their order, and returns their places in the new file. */
  #anchors({ from, to, nowFrom, nowTo }: Run): readonly number[] {
    this.#count({ from, to, nowFrom, nowTo }, 1);
    const places: number[] = [];
    for (let i = nowFrom; i < nowTo; i++) {
      const number = this.#now[i] as number;
      if (this.#inOld[number] === 1 && this.#inNow[number] === 1) places.push(i);
    }
    const found = Int32Array.from(places, (i) => this.#place[this.#now[i] as number] as number);
    this.#count({ from, to, nowFrom, nowTo }, 0);
    return Array.from(longestIncreasing(found), (index) => {
      const place = places[index] as number;
      this.#match[place] = found[index] as number;
      return place;
    });
  }

  #count({ from, to, nowFrom, nowTo }: Run, step: 0 | 1): void {
    for (let i = from; i < to; i++) {
      const number = this.#old[i] as number;
      this.#inOld[number] = step === 0 ? 0 : (this.#inOld[number] as number) + 1;
      this.#place[number] = i;
    }
    for (let i = nowFrom; i < nowTo; i++) {
      const number = this.#now[i] as number;
      this.#inNow[number] = step === 0 ? 0 : (this.#inNow[number] as number) + 1;
    }
  }

  /** Pairs records that are several times in the run. Those that are in one file only are left out before. */
  #edit(run: Run): void {
    this.#count(run, 1);
    const old = placesOf(this.#old, run.from, run.to, this.#inNow);
    const now = placesOf(this.#now, run.nowFrom, run.nowTo, this.#inOld);
    this.#count(run, 0);
    if (old.length === 0 || now.length === 0) return;
    const pairs = commonPairs(
      old.map((i) => this.#old[i] as number),
      now.map((i) => this.#now[i] as number),
    );
    if (pairs !== null) {
      for (const [a, b] of pairs) this.#match[now[b] as number] = old[a] as number;
      return;
    }
    this.isByPosition = true;
    for (let i = run.from, j = run.nowFrom; i < run.to && j < run.nowTo; i++, j++) {
      if (this.#old[i] === this.#now[j]) this.#match[j] = i;
    }
  }
}

function placesOf(numbers: Int32Array, from: number, to: number, inOther: Int32Array): Int32Array {
  const places: number[] = [];
  for (let i = from; i < to; i++) if ((inOther[numbers[i] as number] as number) > 0) places.push(i);
  return Int32Array.from(places);
}
