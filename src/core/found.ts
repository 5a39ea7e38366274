/**
 * What was found at the path of a member. Locks, packs and all other lists of members are judged from these facts.
 *
 *     { kind: 'proven', size: 812 }                                  the expected bytes
 *     { kind: 'different', bytesHash: 'sha256:1c…', size: 812 }      other bytes
 */
import type { Digest } from './digest.ts';

export type Found =
  | { readonly kind: 'proven'; readonly size: number }
  | { readonly kind: 'different'; readonly bytesHash: Digest; readonly size: number }
  /** The size shows the difference, so the file was not read. */
  | { readonly kind: 'other size'; readonly size: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not regular' }
  | { readonly kind: 'unreadable'; readonly error: string };

/** Returns 0 if the member was not proven. */
export function provenSize(found: Found | undefined): number {
  return found?.kind === 'proven' ? found.size : 0;
}

export const MISSING: Found = { kind: 'missing' };
export const NOT_REGULAR: Found = { kind: 'not regular' };
