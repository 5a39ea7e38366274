/**
 * The order of records: each record names the record above it as `prev`; the first names none.
 *
 *     a(null)  b(a)  d(c)        d is a GAP: there is no record c above it
 *     a(null)  b(a)  c(a)        c is a FORK: b already follows a
 *     a(null)  b(a)  b(a)        the second b is a DUPLICATE
 *     a(null)  c(b)  b(a)        c is a GAP, b is OUT_OF_ORDER: it follows a, but c is between them
 */
import { idIndex } from './id-index.ts';

export type Break =
  | { readonly reason: 'DUPLICATE'; readonly first_line: number }
  | { readonly reason: 'FORK'; readonly prev: string | null; readonly other_line: number }
  | { readonly reason: 'GAP'; readonly expected: string | null; readonly actual: string | null }
  | { readonly reason: 'OUT_OF_ORDER'; readonly expected: string | null; readonly actual: string; readonly actual_line: number };

export interface Chain {
  /** Adds a record. Returns what is wrong with its position, or null. */
  add(line: number, id: string, prev: string | null): Break | null;
  /** Adds a record that has a fault itself. The next record may name it by any of `ids`. */
  addFaulty(line: number, ids: readonly string[], prev: string | null | undefined): void;
}

export function createChain(): Chain {
  const index = idIndex();
  let firstLine = 0;
  /** The allowed values for `prev` of the next record. */
  let heads: readonly (string | null)[] = [null];

  /** Returns the first line that follows `prev`, which is `line` if there was none before. Returns 0 if no record above has that id. */
  const follow = (prev: string | null, line: number): number => {
    if (prev !== null) return index.follow(prev, line);
    firstLine ||= line;
    return firstLine;
  };

  return {
    add(line, id, prev) {
      const sameLine = index.lineOf(id);
      if (sameLine !== 0) return { reason: 'DUPLICATE', first_line: sameLine };
      const expected = heads[0] as string | null;
      const isInPlace = heads.includes(prev);
      const follower = follow(prev, line);
      index.add(id, line);
      heads = [id];
      if (follower !== 0 && follower !== line) return { reason: 'FORK', prev, other_line: follower };
      if (isInPlace) return null;
      if (prev === null || follower === 0) return { reason: 'GAP', expected, actual: prev };
      return { reason: 'OUT_OF_ORDER', expected, actual: prev, actual_line: index.lineOf(prev) };
    },
    addFaulty(line, ids, prev) {
      if (prev !== undefined) follow(prev, line);
      for (const id of ids) index.add(id, line);
      heads = ids;
    },
  };
}
