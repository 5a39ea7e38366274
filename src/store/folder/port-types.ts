/** What a folder store needs of the disk and does not do itself; handed in by `verbs`. */
export interface FolderPorts {
  /**
   * Copies and hashes in one pass, several files at a time; answers come in the order of the jobs. What was copied is proven by its hash
   * alone: a copy with another hash than the wanted one may come of anything.
   */
  copyFiles<T>(next: () => CopyJob<T> | undefined, deliver: (item: T, copied: Copied) => void): void;
  /** The SHA-256 of files, several at a time; answers come in the order of the jobs. */
  hashFiles<T>(next: () => HashJob<T> | undefined, deliver: (item: T, hashed: Copied) => void): void;
  /** A hidden folder in `parent`, which is made if it is not there; what dead processes left there is removed. */
  stageFolder(parent: string, name: string): { readonly path: string; discard(): void };
  /** Removes what dead processes left in `parent`. */
  removeStale(parent: string): void;
  /** These files and folders below `root` are on the disk when this returns. This and the next do nothing where that is not wanted. */
  syncBelow(root: string, paths: () => Iterable<string>): void;
  syncFolder(folder: string): void;
}

export interface HashJob<T> {
  readonly item: T;
  readonly path: string;
}

/** `from` is a regular file, no link is followed to it; `to` is not there yet, its folder is. */
export interface CopyJob<T> {
  readonly item: T;
  readonly from: string;
  readonly to: string;
}

export type Copied =
  | { readonly kind: 'copied'; readonly hex: string; readonly size: number }
  | { readonly kind: 'unreadable' | 'unwritable'; readonly error: string; readonly isMissing: boolean }
  | { readonly kind: 'irregular' };
