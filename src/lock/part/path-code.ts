/**
 * Codes that order paths without comparing them. The code of a path has the number of bytes that it shares with the path before it, and the
 * first byte behind them. Of two paths that are greater than one path, the one that shares more bytes with it is the smaller one
 * (offset-value coding).
 *
 *     codeOf(3, 0x61) < codeOf(2, 0x61)
 */
import { MAX_LINE } from './space.ts';

/** The code of a part that has no further entry. */
export const AT_END = 0x3fffffff;
/** The code of a path that is the same as the one before. */
export const SAME = 0;

/** A smaller code is a smaller path. Both must be relative to the same path, which sorts before them. */
export function codeOf(shared: number, byte: number): number {
  return (MAX_LINE - shared) * 256 + byte;
}

/** How many bytes a path of this code shares at least. */
export function sharedIn(code: number): number {
  return code === SAME ? 0 : MAX_LINE - (code >> 8);
}
