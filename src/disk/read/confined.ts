/**
 * Files below one folder, read whole and once: regular ones only, and none that a link leads to, so that what is pinned under a name is what
 * lies there. The folder itself may be reached through links.
 *
 *     const root = openConfined('/srv/stack');
 *     root.read(parseRelPath('zones/one/overlays/core.patch'))
 */
import { sep } from 'node:path';
import type { RelPath } from '#core/path/rel-path';
import { errorCode } from '../os-error.ts';
import { withSeparator } from '../path/below.ts';
import { exactRealPath } from '../path/real-path.ts';
import { readRegularFile } from './regular-file.ts';

export interface ConfinedFolder {
  /** Free of links. */
  readonly path: string;
  /** Throws `ThroughLink`, the system's error, or one that says in words why the file will not do. */
  read(path: RelPath): Uint8Array;
}

/** A link stands on the way to a file, or in its place. */
export class ThroughLink extends Error {
  override readonly name = 'ThroughLink';
}

const LONGEST = 1 << 28;

/** Throws the system's error where there is no such folder. */
export function openConfined(folder: string): ConfinedFolder {
  const path = exactRealPath(folder);
  const known = new Set<string>();
  const requireNoLink = (parent: string): void => {
    if (known.has(parent)) return;
    if (exactRealPath(parent) !== parent) throw new ThroughLink(parent);
    known.add(parent);
  };
  return {
    path,
    read(place) {
      const full = withSeparator(path) + place;
      const slash = full.lastIndexOf(sep);
      requireNoLink(full.slice(0, slash) || sep);
      try {
        return readRegularFile(full, { most: LONGEST, follow: false });
      } catch (error) {
        throw errorCode(error) === 'ELOOP' ? new ThroughLink(full) : error;
      }
    },
  };
}
