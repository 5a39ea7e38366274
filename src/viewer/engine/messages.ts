/** What the page and its worker say to each other. */
import type { PlannedHash } from '../node/hashed-before.ts';

export interface PageFile {
  /** Relative, with `/` between its names. */
  readonly path: string;
  readonly file: File;
}

export interface KnownFile {
  readonly planned: PlannedHash;
  readonly hex: string;
}

export interface ToWorker {
  readonly files: readonly PageFile[];
  /** What is to be judged, as on the command line. */
  readonly given: string;
  readonly root: string | null;
  /** Hashes that an earlier worker has computed. */
  readonly known: readonly KnownFile[];
}

export type FromWorker =
  | {
      readonly kind: 'progress';
      readonly files: number;
      readonly bytes: number;
      readonly ofFiles: number;
      readonly ofBytes: number;
      /** Bytes that were read of documents and archives. */
      readonly read: number;
      readonly fresh: readonly KnownFile[];
    }
  | { readonly kind: 'judged'; readonly json: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };
