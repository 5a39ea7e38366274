/**
 * A tree of foreign objects below a URL, as a scan sees it: listed in the byte order of their names, and read one by one. Nothing is ever
 * written.
 *
 *     for await (const page of tree.list()) for (const object of page) await tree.read(object, 'sha256');
 */
import type { PathRange } from '#core/path-range';
import type { Algorithm } from '#core/ports';
import type { Pace } from './pace.ts';

export interface ListedObject {
  /** The name of the object below the URL: `2025/a.csv`; empty for an object whose name is the URL's own folder. Any text: it may be no safe path. */
  readonly name: string;
  /** The bytes of a name that is not UTF-8; null for every other one. */
  readonly nameBytes: Uint8Array | null;
  readonly size: number;
  /** When it was written, in milliseconds since 1970; null where the store does not say so. */
  readonly modified: number | null;
  /** The store's name of this content, without quotes; null where the list has none. */
  readonly etag: string | null;
  /** The class of an object that cannot be read before it is restored: GLACIER. */
  readonly archived: string | null;
}

export type ReadObject =
  /** `isUnnamed` where the answer did not say of which version its bytes are: they may be others than those of the listed ETag. */
  | { readonly kind: 'read'; readonly hex: string; readonly size: number; readonly isUnnamed?: true }
  | { readonly kind: 'missing' }
  /** It was replaced after it was listed, or while it was read. `size` is the new one, where it is known and another. */
  | { readonly kind: 'changed'; readonly size: number | null }
  /** It is stored with another size, and cannot have been replaced: its name is its digest. */
  | { readonly kind: 'other size'; readonly size: number }
  | { readonly kind: 'unreadable'; readonly error: string };

/** What the store states of an object without sending it. */
export type StatedObject =
  /** `sha256` is the hex of the whole object, or null where the store states none. */
  { readonly kind: 'stated'; readonly sha256: string | null } | Exclude<ReadObject, { readonly kind: 'read' }>;

/** The size that the store states of an object without sending it. */
export type SizedObject = { readonly kind: 'sized'; readonly size: number } | Exclude<ReadObject, { readonly kind: 'read' }>;

export interface ObjectTree {
  /** The URL in the form that may be shown and recorded, without a slash at its end. */
  readonly url: string;
  readonly pace: Pace;
  /**
   * Pages in byte order of the names. A list that repeats a name, or is in another order, is refused. Of a range, the objects whose names are
   * in it by their bytes; a list that is not the store's own is always whole.
   */
  list(range?: PathRange): AsyncIterable<readonly ListedObject[]>;
  /** Reads all bytes. A failure that concerns only this object is part of the result, any other is a refusal. */
  read(object: WantedObject, algorithm: Algorithm): Promise<ReadObject>;
  /** Asks the store about an object that a given list names. Absent if the list is the store's own. */
  sized?(object: WantedObject): Promise<SizedObject>;
  /** True if the ETag of an object is the digest of its bytes. */
  readonly isContentAddressed?: boolean;
  /** What the records of the store state of the bytes of an object, without reading them. */
  stated(object: WantedObject): Promise<StatedObject>;
  close(): void;
}

/** An object as it was listed: with another size or ETag it is another one. */
export type WantedObject = Pick<ListedObject, 'name' | 'size' | 'etag'>;
