/**
 * The evidence with which a lock is compared: the tree it was made from, or stores with everything it pins.
 *
 *     await openEvidence({ lock, path, shown: 'stack.lock', root: null, zone: null, store: null, cwd, prefix: 'msez' })
 */

import { joinPath } from '#disk/path/join-path';
import { realPath } from '#disk/path/real-path';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import type { Evidence, UnusedKey } from '../../verify/report.ts';
import type { Derived } from '../../verify/verify.ts';
import type { ArtifactStore } from '../artifacts/store.ts';
import { gatherStack } from '../gather/gather.ts';
import { findZone, type LocatedZone, locateZone, openTreeFor } from '../gather/zone.ts';
import type { LockFile } from '../lock-file.ts';
import { deriveFromStore } from './from-store.ts';
import { deriveFromTree } from './from-tree.ts';

export interface EvidenceRequest {
  readonly lock: LockFile;
  /** The path of the lock as typed. */
  readonly given: string;
  /** The path as typed; null for the nearest folder above the zone or the lock that contains `modules`. */
  readonly root: string | null;
  /** The path as typed; null for the zone below the root with the lock's `zone_id`. */
  readonly zone: string | null;
  /** Null if the tree is used. */
  readonly store: ArtifactStore | null;
  readonly cwd: string;
  readonly prefix: LawpackPrefix;
}

export interface OpenEvidence {
  readonly evidence: Evidence;
  readonly derived: Derived;
  readonly warnings: readonly string[];
  /** Unused keys in the files of a tree. */
  readonly unusedKeys: readonly UnusedKey[];
  /** The absolute paths of the files of a tree that were read. */
  readonly filesRead: readonly string[];
}

export async function openEvidence(asked: EvidenceRequest): Promise<OpenEvidence> {
  const { lock, store, prefix } = asked;
  if (store !== null) {
    const evidence = { root: null, zone: null, stores: store.roots };
    return { evidence, derived: await deriveFromStore(store, lock, { prefix }), warnings: [], unusedKeys: [], filesRead: [] };
  }
  const { tree, zonePlace } = locate(asked);
  const gathered = gatherStack(tree, zonePlace);
  const evidence = { root: tree.show(''), zone: tree.show(zonePlace), stores: [] };
  const { warnings, unusedKeys } = gathered;
  const derived = await deriveFromTree(gathered, lock.lock, { prefix });
  return { evidence, derived, warnings, unusedKeys, filesRead: tree.filesRead() };
}

function locate({ lock, given, root, zone, cwd }: EvidenceRequest): LocatedZone {
  if (zone !== null) return locateZone({ zone, root, cwd });
  const tree = openTreeFor(realPath(joinPath(cwd, given)), given, { root, cwd });
  return { tree, zonePlace: findZone(tree, lock.lock.zone_id, `${given} zone_id`) };
}
