/**
 * The comparison of a changed member with its older version as text for people, to stand below its line:
 *
 *         2 cells changed, 1 row added (rows paired by Loan ID)
 *         C12 Balance (Loan ID "L7"): "100" -> "200"
 *         row 31 (Loan ID "L9") added: "L9 | 500"
 *         and 1 more
 */

import type { Alignment, Comparison, Difference, DifferenceCode } from '#core/comparison';
import { counted, grouped } from '#core/count-text';
import { quote } from '#core/json/write';
import type { Compared } from './content.ts';

export function* comparisonLines({ comparison, not_compared }: Partial<Compared>): Generator<string, void, undefined> {
  if (comparison === null) yield `not compared: ${not_compared ?? ''}`;
  if (comparison === null || comparison === undefined) return;
  const { key, differences, total, is_complete } = comparison;
  yield summary(comparison);
  for (const difference of differences) yield differenceText(difference, key);
  if (total > differences.length) yield `and ${is_complete ? '' : 'at least '}${grouped(total - differences.length)} more`;
}

function summary({ counts, aligned, key, is_complete, total }: Comparison): string {
  if (total === 0) return is_complete ? 'no difference was found in what is compared' : 'the differences could not be named';
  const parts = Object.entries(counts).map(([code, count]) => {
    const [noun, verb] = wordsOf(code as DifferenceCode);
    return `${counted(count, noun)} ${verb}`;
  });
  return `${is_complete ? '' : 'at least '}${parts.join(', ')}${paired(aligned, key)}`;
}

function paired(aligned: readonly Alignment[], key: readonly string[] | null): string {
  const isByPosition = aligned.includes('POSITION') ? ['too many differ to pair them all by content: some by position'] : [];
  const byKey = key === null ? [] : [`rows paired by ${key.join(', ')}`];
  const words = [...byKey, ...isByPosition];
  return words.length === 0 ? '' : ` (${words.join('; ')})`;
}

function differenceText(difference: Difference, names: readonly string[] | null): string {
  const { code, at, old, new: now, old_at, column, key } = difference;
  const [noun, verb] = wordsOf(code);
  const name = column === undefined || column === '' ? '' : ` ${column}`;
  const label = key === undefined ? '' : ` (${key.map((value, i) => `${names?.[i] ?? ''} ${quoted(value)}`.trim()).join(', ')})`;
  // Values of JSON are quoted already.
  const shown = noun === 'value' || noun === 'detail' ? plain : quoted;
  const place = `${noun === 'column' || noun === 'sheet' ? `${noun} ` : ''}${at}${name}${label}`;
  switch (verb) {
    case 'added':
      return `${place} added: ${shown(now)}`;
    case 'removed':
      return `${place} removed: ${shown(old)}`;
    case 'moved':
      return `${place} moved from ${old_at ?? ''}: ${shown(now)}`;
    case 'changed':
      return `${place}: ${shown(old)} -> ${shown(now)}`;
    default:
      return `${place} ${verb}: ${shown(old)} -> ${shown(now)}`;
  }
}

/** `['cell', 'changed']` */
function wordsOf(code: DifferenceCode): readonly [string, string] {
  return code.toLowerCase().split('_') as unknown as readonly [string, string];
}

function quoted(value: string | null): string {
  return value === null ? 'blank' : quote(value);
}

function plain(value: string | null): string {
  return value ?? '';
}
