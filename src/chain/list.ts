/**
 * `chain-list.v0`: every lock of the three spaces, and whether it still says something true. Each ends in exactly one way:
 *
 *     CURRENT         it pins what is found
 *     ROOT_GONE       no space holds the tool
 *     OTHER_VERSION   the tool has another version now, and so another lock
 *     ROLLED_BACK     it is in force, and the tool has an older version now
 *     RETIRED         it is for the version that is found, and the lock of a newer one is in force
 *     HIDDEN          the same lock in a nearer space is the one that counts
 *     DRIFTED         what is found is not what it pins
 *     UNRESOLVED      the chain cannot be followed, so nothing can be said
 *     CORRUPT         it cannot be read as a lock
 */
import type { JsonObject } from '#core/json/value';
import type { Space } from './space.ts';

const LIST_VERSION = 'chain-list.v0';

const STATUSES = ['CURRENT', 'ROOT_GONE', 'OTHER_VERSION', 'ROLLED_BACK', 'RETIRED', 'HIDDEN', 'DRIFTED', 'UNRESOLVED', 'CORRUPT'] as const;

export type LockStatus = (typeof STATUSES)[number];

export interface ListedLock {
  readonly space: Space;
  readonly file: string;
  readonly id: string;
  readonly version: string;
  readonly status: LockStatus;
  /** In words; null where it is current. */
  readonly reason: string | null;
  /** Where its root was when it was pinned; null where it cannot be read. */
  readonly rootSpace: Space | null;
  /** Whether the version that the tool has now is a newer one, and pinned by another lock. */
  readonly isSuperseded: boolean;
}

/** `action` is null where nothing was to be done. */
export interface PrunedLock extends ListedLock {
  readonly action: 'KEPT' | 'REMOVED' | 'WOULD_REMOVE' | null;
}

/**
 * Only locks of what is no more: the others are evidence of a change that a person looks at first. The system's are never touched (K1). A tool
 * does not shake off its lock by changing its number, and a user's lock of a project's tool may be another project's.
 */
export function isPrunable(
  { space, status, rootSpace, isSuperseded }: ListedLock,
  { anyProject }: { readonly anyProject: boolean },
): boolean {
  if (space === 'system') return false;
  if (status === 'OTHER_VERSION') return isSuperseded;
  return status === 'ROOT_GONE' && (anyProject || !mayBeElsewhere(space, rootSpace));
}

/** A user has one folder of locks for all projects. */
export function mayBeElsewhere(lock: Space, root: Space | null): boolean {
  return lock !== 'project' && root === 'project';
}

export function listDocument(locks: readonly PrunedLock[]): JsonObject {
  const count = (status: LockStatus): number => locks.filter((lock) => lock.status === status).length;
  return {
    version: LIST_VERSION,
    outcome: 'CHAIN_OK',
    counts: Object.fromEntries(STATUSES.map((status) => [status.toLowerCase(), count(status)])),
    locks: locks.map(({ space, file, id, version, status, reason, action }) => ({
      space,
      file,
      tool_id: id,
      version,
      status,
      reason,
      action,
    })),
  };
}
