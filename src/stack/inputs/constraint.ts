/**
 * Checks which versions of a module another module accepts: comparisons joined by commas, all of which must be true. Pre-release and build
 * suffixes are ignored on both sides, as in the original: 0.2.0-rc1 counts as 0.2.0.
 *
 *     meets('0.2.0', '>=0.1.0,<0.3.0')    true
 */
type Numbers = readonly [number, number, number];

interface Comparison {
  readonly operator: '>=' | '<=' | '==' | '=' | '>' | '<';
  readonly version: Numbers;
}

/** A version without an operator means exactly that version. */
const COMPARISON = /^(>=|<=|==|=|>|<)?\s*(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:[-+][0-9A-Za-z.+-]*)?$/;

/** Returns null if the text is not a constraint; an empty text accepts every version. */
export function parseConstraint(text: string): readonly Comparison[] | null {
  if (text.trim() === '') return [];
  const comparisons = text.split(',').map((part) => parseComparison(part.trim()));
  return comparisons.includes(null) ? null : (comparisons as readonly Comparison[]);
}

/** Returns false also if the version has no numbers. */
export function satisfies(version: string, constraint: string): boolean {
  const actual = parseComparison(version)?.version;
  const comparisons = parseConstraint(constraint);
  if (actual === undefined || comparisons === null) return false;
  return comparisons.every(({ operator, version: wanted }) => isSatisfied(compare(actual, wanted), operator));
}

function parseComparison(text: string): Comparison | null {
  const match = COMPARISON.exec(text);
  if (match === null) return null;
  const [major, minor, patch] = [match[2], match[3], match[4]].map((part) => Number(part ?? 0)) as [number, number, number];
  return { operator: (match[1] ?? '==') as Comparison['operator'], version: [major, minor, patch] };
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function isSatisfied(order: number, operator: Comparison['operator']): boolean {
  switch (operator) {
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    default:
      return order === 0;
  }
}
