/**
 * The folders that a walk with links has listed, each real folder once (M6). The path without links always counts as the first; of the
 * paths through links, the first in byte order.
 *
 *     d/sub and d/link -> sub: through d/link, wayTo() says sub, whichever name sorts first
 */
import { accessSync, constants } from 'node:fs';
import { sep } from 'node:path';
import { isRelPath } from '#core/path/rel-path';

export class SeenFolders {
  /** The real path of the root, with a separator at its end. */
  readonly #root: string;
  readonly #isPruned: (relativeDirectory: string) => boolean;
  readonly #ways = new Map<string, string>();

  constructor(root: string, isPruned: (relativeDirectory: string) => boolean) {
    this.#root = root;
    this.#isPruned = isPruned;
  }

  /** Whether the folder contains the root of the walk: following a link to it would list the root again. `real` is its real path. */
  holdsRoot(real: string): boolean {
    return this.#root.startsWith(real.endsWith(sep) ? real : real + sep);
  }

  /** The other path below the root that leads to the folder; null where this is the first and only a link leads there. */
  wayTo(real: string, identity: string): string | null {
    return this.#plainWay(real) ?? this.#ways.get(identity) ?? null;
  }

  /** Records that the folder was listed under this path. */
  note(identity: string, relativePath: string): void {
    this.#ways.set(identity, relativePath);
  }

  /** The path without links, if the walk can use it: it may be pruned, or contain a folder that cannot be listed. */
  #plainWay(real: string): string | null {
    if (!real.startsWith(this.#root)) return null;
    const way = real.slice(this.#root.length);
    for (let end = way.indexOf('/'); end >= 0; end = way.indexOf('/', end + 1)) {
      const folder = way.slice(0, end);
      if (this.#isPruned(folder) || !isListable(this.#root + folder)) return null;
    }
    return isRelPath(way) && !this.#isPruned(way) ? way : null;
  }
}

function isListable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
