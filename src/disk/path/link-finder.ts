/**
 * Whether a link is on the path from a folder to a file below it, including the file itself. Each folder is examined once.
 *
 *     new LinkFinder('/data/').isOnTheWayTo('a/b.csv')   true where /data/a or /data/a/b.csv is a link
 */
import { lstatSync } from 'node:fs';

/** In bytes, so more than enough in characters: no system opens a longer path. */
const MAX_PATH_LENGTH = 4096;

export class LinkFinder {
  readonly #root: string;
  readonly #folders = new Map<string, boolean>();

  /** `root` ends with a separator; the root itself may be a link. */
  constructor(root: string) {
    this.#root = root;
  }

  isOnTheWayTo(path: string): boolean {
    if (path.length > MAX_PATH_LENGTH) return false;
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) if (this.#isLinkedFolder(path.slice(0, end))) return true;
    return this.#isLink(path);
  }

  #isLinkedFolder(folder: string): boolean {
    let found = this.#folders.get(folder);
    if (found === undefined) {
      found = this.#isLink(folder);
      this.#folders.set(folder, found);
    }
    return found;
  }

  /** A path that cannot be examined is judged when it is opened. */
  #isLink(path: string): boolean {
    try {
      return lstatSync(this.#root + path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    } catch {
      return false;
    }
  }
}
