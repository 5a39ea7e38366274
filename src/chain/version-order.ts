/**
 * Decides which of two versions of a tool is newer (K9): by the numbers and words in them, never by time, because nothing protects the time in a
 * lock.
 *
 *     1.9.0 < 1.10.0        2.0.0-rc9 < 2.0.0-rc10 < 2.0.0 < 2.0.0+build.2        v1 < v2        2026-9-1 < 2026-10-1
 *
 * The rules are those of semver: first the numbers between points, where an absent number is 0; then the part after `-`, which makes a version
 * older, like Python's `rc1`. Unlike in semver, the part after `+` makes a version newer. If two versions are equal in all of this, the longer
 * text is newer, so that any two versions are ordered.
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

/** A `v` before the first number is ignored. */
const PARTS = /^(?:v(?=\d))?([^+-]*)-?([^+]*)\+?(.*)$/i;
/** A pre-release in Python's notation. */
const EARLY = /^([^+-]*\d)[._]?((?:a|b|c|rc|alpha|beta|pre|preview|dev)[._]?\d+)/i;

function partsOf(version: string): { readonly core: string; readonly early: string; readonly build: string } {
  const [, core = '', early = '', build = ''] = PARTS.exec(version.replace(EARLY, '$1-$2')) ?? [];
  return { core, early, build };
}

/** Digits are compared as numbers, other parts as text; a number is older than a word. */
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
