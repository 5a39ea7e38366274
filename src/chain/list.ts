/**
 * `chain-list.v0`: every lock of the three spaces, and whether it is still correct. Each lock has exactly one status:
 *
 *     CURRENT         it pins the current files
 *     ROOT_GONE       the tool is in no space
 *     OTHER_VERSION   the tool now has another version, and so another lock
 *     ROLLED_BACK     it is in force, and the tool now has an older version
 *     RETIRED         it is for the current version, but the lock of a newer version is in force
 *     HIDDEN          the same lock in a nearer space is used instead
 *     DRIFTED         the current files are not what it pins
 *     UNRESOLVED      the chain cannot be resolved, so there is no verdict
 *     CORRUPT         it is not a valid lock
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
  /** The reason in words; null if the lock is current. */
  readonly reason: string | null;
  /** The space of its root when it was pinned; null if the lock cannot be read. */
  readonly rootSpace: Space | null;
  /** True if the tool now has a newer version, which another lock pins. */
  readonly isSuperseded: boolean;
}

/** `action` is null if there was nothing to do. */
export interface PrunedLock extends ListedLock {
  readonly action: 'KEPT' | 'REMOVED' | 'WOULD_REMOVE' | null;
}

/**
 * Only locks of tools or versions that no longer exist are removed: the others are evidence of a change that a person must review first. Locks of
 * the system are never removed (K1). A tool must not lose its lock by changing its version number, and a user's lock of a project's tool may
 * belong to another project.
 */
export function isPrunable(
  { space, status, rootSpace, isSuperseded }: ListedLock,
  { anyProject }: { readonly anyProject: boolean },
): boolean {
  if (space === 'system') return false;
  if (status === 'OTHER_VERSION') return isSuperseded;
  return status === 'ROOT_GONE' && (anyProject || !mayBeElsewhere(space, rootSpace));
}

/** True if the lock may belong to another project: a user has one lock folder for all projects. */
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
