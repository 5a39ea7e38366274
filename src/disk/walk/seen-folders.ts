/**
 * Which folders a walk that follows links has listed, each real folder once (M6). The way without links always counts as the first; of ways through
 * links it is the one that the walk, in byte order of its paths, comes to first.
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

  /** The folder holds the root of the walk, `real` being its real path: to follow a link there would list the root again. */
  holdsRoot(real: string): boolean {
    return this.#root.startsWith(real.endsWith(sep) ? real : real + sep);
  }

  /** Under the root, how the folder is reached otherwise; null where nothing but a link leads there and this is the first. */
  wayTo(real: string, identity: string): string | null {
    return this.#plainWay(real) ?? this.#ways.get(identity) ?? null;
  }

  /** It was listed, under this path. */
  note(identity: string, relativePath: string): void {
    this.#ways.set(identity, relativePath);
  }

  /** The way without links, if the walk can go it: it may be pruned, or lead through a folder that cannot be listed. */
  #plainWay(real: string): string | null {
    if (!real.startsWith(this.#root)) return null;
    const way = sep === '/' ? real.slice(this.#root.length) : real.slice(this.#root.length).replaceAll(sep, '/');
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
