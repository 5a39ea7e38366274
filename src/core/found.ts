/**
 * What lies where a member should be, as whoever looked there found it. Locks, packs and every other list of members are judged from these.
 *
 *     { kind: 'proven', size: 812 }                                  the bytes that were expected
 *     { kind: 'different', bytesHash: 'sha256:1c…', size: 812 }      other bytes
 */
import type { Digest } from './digest.ts';

export type Found =
  | { readonly kind: 'proven'; readonly size: number }
  | { readonly kind: 'different'; readonly bytesHash: Digest; readonly size: number }
  /** It was not read. */
  | { readonly kind: 'other size'; readonly size: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not regular' }
  | { readonly kind: 'unreadable'; readonly error: string };

/** Zero of what is not proven. */
export function provenSize(found: Found | undefined): number {
  return found?.kind === 'proven' ? found.size : 0;
}

export const MISSING: Found = { kind: 'missing' };
export const NOT_REGULAR: Found = { kind: 'not regular' };
