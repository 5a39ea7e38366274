/**
 * What a bundle is made of: `snapshot.json`, and the JSON files of five folders, each of them optional. They are loaded in this order:
 *
 *     snapshot.json   units/*.json   versions/*.json   claims/*.json   meaning/*.json   uncertainty/*.json
 *
 * Within a folder, by the bytes of their names; `.json` in any case; not what lies in folders below.
 */

export const SNAPSHOT_FILE = 'snapshot.json';

export const COLLECTIONS = ['units', 'versions', 'claims', 'meaning', 'uncertainty'] as const;

export type Collection = (typeof COLLECTIONS)[number];

export interface BundleFile {
  /** Below the bundle root: `claims/claim1.json`. */
  readonly file: string;
  /** Null for the snapshot itself. */
  readonly collection: Collection | null;
  /** As they lie there, a byte order mark included. */
  readonly bytes: Uint8Array;
}

/** Why an input will not do; `message` names the file. */
export interface Problem {
  readonly file: string;
  readonly kind: 'missing' | 'unreadable' | 'invalid';
  readonly message: string;
  /** Where in the file, from 1; undefined where the file as a whole is meant. */
  readonly line?: number | undefined;
}

/** What was gathered of a bundle, whether all of it could be read or not. */
export interface LoadedBundle {
  /** As it is shown in the trace. */
  readonly root: string;
  /** The paths that were opened or tried, in load order. */
  readonly trace: readonly string[];
  readonly files: readonly BundleFile[];
  readonly problems: readonly Problem[];
}

export function isBundleFileName(name: string): boolean {
  return name.length >= 5 && name.slice(-5).toLowerCase() === '.json';
}
