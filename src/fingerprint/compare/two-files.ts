/** The two files of a comparison. Each can be read several times, and one of them is in memory at a time. */
import type { Parsed } from '#core/parsed';

export interface ReadableFile {
  /** Parses the file, and checks after `use` that it still is the same file. Throws `NotComparable`. */
  read<T>(use: (parsed: Parsed) => T): Promise<T>;
}

export interface TwoFiles {
  readonly old: ReadableFile;
  readonly now: ReadableFile;
}

/** The comparison is not made, and says why. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
}
