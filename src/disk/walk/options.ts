/** What a walk is asked to do, and what it is told about its entries. */

/** Thrown by a walk with `mayHold` where a folder is found that only a link leads to. */
export class NeedsWholeWalk extends Error {
  override readonly name = 'NeedsWholeWalk';
}

export interface WalkOptions {
  readonly follow: boolean;
  /**
   * Called with the path of each directory and link below the root; false passes it over together with everything below it. Of several
   * links to a folder only the first is followed, and it may have been passed over: such a folder ends the walk with `NeedsWholeWalk`.
   */
  readonly mayHold?: (relativePath: string) => boolean;
  /** The prefix of the path of every entry, with a slash at its end: a name must be safe together with it. */
  readonly prefix?: string;
  /** Called with the path of each directory below the root; true leaves out the directory and everything below it. */
  readonly prune?: (relativeDirectory: string) => boolean;
  /** Called with each directory below the root before it is read; an error that it throws ends the walk. */
  readonly onDirectory?: (relativeDirectory: string, path: string) => void;
  /** Called with the real path of every file that a link leads to, and of every directory that is listed through one. */
  readonly onLink?: (realPath: string) => void;
}
