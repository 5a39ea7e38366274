/**
 * Files below one folder, each read completely and once: only regular files, and none through a link, so that the content pinned under a
 * name is the file at that path. The path of the folder itself may contain links.
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
  /** The real path, without links. */
  readonly path: string;
  /** Throws `ThroughLink`, the system's error, or one that says why the file cannot be used. */
  read(path: RelPath): Uint8Array;
}

/** The path to a file contains a link, or the file itself is one. */
export class ThroughLink extends Error {
  override readonly name = 'ThroughLink';
}

const MAX_LENGTH = 1 << 28;

/** Throws the system's error where the folder does not exist. */
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
        return readRegularFile(full, { maxBytes: MAX_LENGTH, follow: false });
      } catch (error) {
        throw errorCode(error) === 'ELOOP' ? new ThroughLink(full) : error;
      }
    },
  };
}
