/**
 * The parts of a bundle: `snapshot.json`, and the JSON files of five optional folders. They are loaded in this order:
 *
 *     snapshot.json   units/*.json   versions/*.json   claims/*.json   meaning/*.json   uncertainty/*.json
 *
 * Within a folder, files are sorted by the bytes of their names. The suffix `.json` may be in any case. Subfolders are not read.
 */

export const SNAPSHOT_FILE = 'snapshot.json';

export const COLLECTIONS = ['units', 'versions', 'claims', 'meaning', 'uncertainty'] as const;

export type Collection = (typeof COLLECTIONS)[number];

export interface BundleFile {
  /** The path relative to the bundle root: `claims/claim1.json`. */
  readonly file: string;
  /** Null for the snapshot itself. */
  readonly collection: Collection | null;
  /** The bytes as stored, with the byte order mark if there is one. */
  readonly bytes: Uint8Array;
}

/** Why an input is invalid; `message` names the file. */
export interface Problem {
  readonly file: string;
  readonly kind: 'missing' | 'unreadable' | 'invalid';
  readonly message: string;
  /** The line number, from 1; undefined if the whole file is meant. */
  readonly line?: number | undefined;
}

/** The content of a bundle that could be loaded, and the problems with the rest. */
export interface LoadedBundle {
  /** The path of the bundle as shown in the trace. */
  readonly root: string;
  /** The paths that were opened, or that could not be opened, in load order. */
  readonly trace: readonly string[];
  readonly files: readonly BundleFile[];
  readonly problems: readonly Problem[];
}

export function isBundleFileName(name: string): boolean {
  return name.length >= 5 && name.slice(-5).toLowerCase() === '.json';
}
