/**
 * Which paths below a root are regular files, by the listings of their folders. For many files of one folder this costs less than a stat of
 * each, and it is enough to open them without following a link. Folders are asked about in byte order.
 *
 *     const names = new RegularNames('/data/');
 *     names.has('tape/', 'loans.csv')      true: a regular file, no link
 */
import { readdirSync } from 'node:fs';

const NONE: ReadonlySet<string> = new Set();

export class RegularNames {
  readonly #root: string;
  /** The listings of the folder that was asked about last, and of the folders above it. */
  readonly #folders = new Map<string, ReadonlySet<string>>();

  /** `root` ends with a separator. */
  constructor(root: string) {
    this.#root = root;
  }

  isListed(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /** `folder` ends with a slash, or is empty. False also where the folder cannot be listed: the caller then has to look at the file itself. */
  has(folder: string, name: string): boolean {
    return this.#namesIn(folder).has(name);
  }

  #namesIn(folder: string): ReadonlySet<string> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    for (const other of this.#folders.keys()) if (!folder.startsWith(other)) this.#folders.delete(other);
    const names = this.#list(folder);
    this.#folders.set(folder, names);
    return names;
  }

  #list(folder: string): ReadonlySet<string> {
    const names = new Set<string>();
    try {
      for (const entry of readdirSync(this.#root + folder, { withFileTypes: true })) {
        // A replacement character may stand for other bytes: the entry is then another file than the one that would be opened.
        if (entry.isFile() && !entry.name.includes('\u{fffd}')) names.add(entry.name);
      }
    } catch {
      return NONE;
    }
    return names;
  }
}
