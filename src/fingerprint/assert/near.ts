/**
 * Finds two patterns near each other in a text, in either order. The gap between them is counted in characters; a gap of fewer than ten characters
 * that are all white space counts as 0.
 *
 *     nearestPair('Total rent:   $ 1,200', anchor 'Total rent:', pattern '\d[\d,]*')     the match '1,200', 5 characters away
 */
import type { Regex, RegexMatch } from '#core/regex';

export interface Pair {
  readonly match: RegexMatch;
  readonly gap: number;
}

const SLIGHT = 10;

/** Returns the first match of the pattern that has an anchor within that many characters; otherwise the closest match; null if there is no pair. */
export function nearestPair(text: string, { anchor, pattern, within }: { anchor: Regex; pattern: Regex; within: number }): Pair | null {
  const anchors = matchesOf(anchor, text);
  let before: RegexMatch | null = null;
  let after = nextOf(anchors);
  let nearest: Pair | null = null;
  for (const match of matchesOf(pattern, text)) {
    while (after !== null && after.start < match.end) {
      before = after;
      after = nextOf(anchors);
    }
    const gaps = [
      ...(before === null ? [] : [gapBetween(text, before.end, match.start)]),
      ...(after === null ? [] : [gapBetween(text, match.end, after.start)]),
    ];
    if (gaps.length === 0) return null;
    const gap = Math.min(...gaps);
    if (nearest === null || gap < nearest.gap) nearest = { match, gap };
    if (gap <= within) return nearest;
  }
  return nearest;
}

/** Counts characters, not UTF-16 units. */
export function countCharacters(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** Yields the matches in order, without overlaps. */
function* matchesOf(regex: Regex, text: string): Generator<RegexMatch, void> {
  for (let from = 0; from <= text.length; ) {
    const match = regex.find(text, from);
    if (match === null || match.start < from) return;
    yield match;
    from = match.end === match.start ? match.end + 1 : match.end;
  }
}

function nextOf(matches: Generator<RegexMatch, void>): RegexMatch | null {
  const next = matches.next();
  return next.done === true ? null : next.value;
}

function gapBetween(text: string, from: number, to: number): number {
  if (to <= from) return 0;
  if (to - from < SLIGHT && text.slice(from, to).trim() === '') return 0;
  // Attacker-controlled: long gaps are not counted character by character.
  return to - from > FAR ? to - from : countCharacters(text, from, to);
}

/** More than twice the largest `within` that a definition may request, so a longer gap never passes, whatever its characters. */
const FAR = 20_000;
