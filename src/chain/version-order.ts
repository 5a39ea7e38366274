/**
 * Which of two versions of a tool is the newer one (K9): by the numbers and words in them, as people read them, never by a time, for the time
 * in a lock is not covered by anything.
 *
 *     1.9.0 < 1.10.0        2.0.0-rc9 < 2.0.0-rc10 < 2.0.0 < 2.0.0+build.2        v1 < v2        2026-9-1 < 2026-10-1
 *
 * As semver has it: the numbers between points, an absent one as 0; then what follows `-`, which is older than nothing, like Python's `rc1`;
 * and then, unlike there, what follows `+`, which is newer than nothing. Of two that are the same in all of this the longer text is the
 * newer one, so that any two versions have an order.
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const [one, other] = [partsOf(a), partsOf(b)];
  return (
    compareParts(one.core, other.core) ||
    Number(one.early === '') - Number(other.early === '') ||
    compareParts(one.early, other.early) ||
    compareParts(one.build, other.build) ||
    a.length - b.length ||
    (a < b ? -1 : 1)
  );
}

/** A `v` before the first number is no part of it. */
const PARTS = /^(?:v(?=\d))?([^+-]*)-?([^+]*)\+?(.*)$/i;
/** As Python writes a version before the version. */
const EARLY = /^([^+-]*\d)[._]?((?:a|b|c|rc|alpha|beta|pre|preview|dev)[._]?\d+)/i;

function partsOf(version: string): { readonly core: string; readonly early: string; readonly build: string } {
  const [, core = '', early = '', build = ''] = PARTS.exec(version.replace(EARLY, '$1-$2')) ?? [];
  return { core, early, build };
}

/** Runs of digits by their number, others by their letters; a number is older than a word. */
function compareParts(a: string, b: string): number {
  const [one, other] = [runsOf(a), runsOf(b)];
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const order = compareRuns(one[i] ?? '', other[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function runsOf(text: string): readonly string[] {
  return text.match(/\d+|[^\d._-]+/g) ?? [];
}

function compareRuns(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d*$/.test(a), /^\d*$/.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  const [one, other] = isNumber ? [a.replace(/^0+/, ''), b.replace(/^0+/, '')] : [a, b];
  if (isNumber && one.length !== other.length) return one.length - other.length;
  return one === other ? 0 : one < other ? -1 : 1;
}
