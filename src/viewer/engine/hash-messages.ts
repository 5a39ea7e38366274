/** What the engine and its hash workers say to each other. A worker has one file at a time. */
import type { Algorithm } from '#core/ports';

/** The name of a worker that only hashes. */
export const HASHER = 'hasher';

export type ToHasher =
  | { readonly kind: 'file'; readonly file: Blob; readonly algorithm: Algorithm }
  | { readonly kind: 'piece'; readonly algorithm: Algorithm; readonly buffer: ArrayBuffer; readonly length: number }
  /** Sent after the last piece. `isWhole` is false if the file could not be read to its end. */
  | { readonly kind: 'end'; readonly isWhole: boolean };

export type FromHasher =
  /** Null if the file could not be read. */
  { readonly kind: 'hashed'; readonly hex: string | null } | { readonly kind: 'piece'; readonly buffer: ArrayBuffer };
