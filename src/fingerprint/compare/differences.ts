/**
 * Collects differences: all are counted, and of each code the first ones are kept. If more are kept than may be named, each code gets its turn,
 * so that a thousand changed cells do not hide the one row that was removed.
 *
 *     differences.add('CELL_CHANGED', () => ({ at: 'C12', ...excerpts('100', '200') }));
 */

import { type Alignment, type Comparison, DIFFERENCE_CODES, type Difference, type DifferenceCode } from '#core/comparison';
import { shortText } from '#core/short-text';

type Named = Omit<Difference, 'code'>;

const MAX_PLACE_LENGTH = 300;

export class Differences {
  readonly #most: number;
  readonly #counts = new Map<DifferenceCode, number>();
  readonly #kept = new Map<DifferenceCode, Difference[]>();
  readonly #aligned = new Set<Alignment>();
  #key: readonly string[] | null = null;
  #isComplete = true;

  constructor(most: number) {
    this.#most = most;
  }

  /** `describe` is called only if the difference may be named. */
  add(code: DifferenceCode, describe: () => Named): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    const kept = this.#kept.get(code) ?? [];
    if (kept.length >= this.#most) return;
    const { at, ...rest } = describe();
    kept.push({ ...rest, at: cutPlace(at), ...(rest.old_at === undefined ? {} : { old_at: cutPlace(rest.old_at) }), code });
    this.#kept.set(code, kept);
  }

  aligned(by: Alignment, key: readonly string[] | null = null): void {
    this.#aligned.add(by);
    this.#key ??= key;
  }

  /** Not all differences could be counted. */
  leaveOut(): void {
    this.#isComplete = false;
  }

  result(): Comparison {
    const codes = DIFFERENCE_CODES.filter((code) => this.#counts.has(code));
    const shares = this.#shares(codes);
    const counts = codes.map((code) => [code, this.#counts.get(code) ?? 0] as const);
    return {
      aligned: [...this.#aligned].sort(),
      counts: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      differences: codes.flatMap((code) => (this.#kept.get(code) ?? []).slice(0, shares.get(code))),
      is_complete: this.#isComplete,
      key: this.#key,
      total: counts.reduce((sum, [, count]) => sum + count, 0),
    };
  }

  /** How many of each code are named: one of each in turn, until there are enough. */
  #shares(codes: readonly DifferenceCode[]): ReadonlyMap<DifferenceCode, number> {
    const shares = new Map<DifferenceCode, number>(codes.map((code) => [code, 0]));
    for (let left = this.#most, before = -1; left > 0 && left !== before; ) {
      before = left;
      for (const code of codes) {
        const share = shares.get(code) ?? 0;
        if (left === 0 || share >= (this.#kept.get(code)?.length ?? 0)) continue;
        shares.set(code, share + 1);
        left--;
      }
    }
    return shares;
  }
}

/** The names in a JSON document may have any length. */
function cutPlace(place: string): string {
  return shortText(place, MAX_PLACE_LENGTH);
}

const MAX_LENGTH = 80;
/** What is shown before the first character that differs. */
const BEFORE = 20;

/** Two texts, shortened so that their first difference is seen. */
export function excerpts(old: string | null, now: string | null): { readonly old: string | null; readonly new: string | null } {
  if (old === null || now === null || (old.length <= MAX_LENGTH && now.length <= MAX_LENGTH))
    return { old: old === null ? null : excerpt(old), new: now === null ? null : excerpt(now) };
  let same = 0;
  while (same < old.length && same < now.length && old.charCodeAt(same) === now.charCodeAt(same)) same++;
  const from = same < MAX_LENGTH - BEFORE ? 0 : same - BEFORE;
  return { old: excerpt(old, from), new: excerpt(now, from) };
}

export function excerpt(text: string, from = 0): string {
  const end = from + MAX_LENGTH;
  // Half a character at one of the ends would not be well-formed.
  const cut = text
    .slice(from, end)
    .replace(/^[\udc00-\udfff]/, '')
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
  return `${from > 0 ? '…' : ''}${end < text.length ? `${cut}…` : cut}`;
}
