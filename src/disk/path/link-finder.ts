/**
 * Whether a link lies on the way from a folder to a file below it, the file itself included. Folders are asked once.
 *
 *     new LinkFinder('/data/').isOnTheWayTo('a/b.csv')   true where /data/a or /data/a/b.csv is a link
 */
import { lstatSync } from 'node:fs';

/** In bytes, and more in characters: no system opens a longer path, so nothing beyond is found. */
const LONGEST_PATH = 4096;

export class LinkFinder {
  readonly #root: string;
  readonly #folders = new Map<string, boolean>();

  /** `root` ends with a separator; whether it is a link itself does not matter. */
  constructor(root: string) {
    this.#root = root;
  }

  isOnTheWayTo(path: string): boolean {
    if (path.length > LONGEST_PATH) return false;
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

  /** What cannot be asked is judged when it is opened. */
  #isLink(path: string): boolean {
    try {
      return lstatSync(this.#root + path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    } catch {
      return false;
    }
  }
}
