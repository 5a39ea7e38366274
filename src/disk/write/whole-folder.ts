/**
 * A folder that is complete or absent (C6): filled next to its target, synced once, renamed, and the parent fsynced.
 *
 *     const staged = stageFolder('/evidence/december', { sync: true });
 *     try { …write below staged.path…; staged.commit(); } finally { staged.discard(); }
 *
 * The second commit to one target gets the system's error: a folder that is not empty is never replaced.
 */
import { chmodSync, lstatSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { interruptible } from '#threads/interruptible';
import { errorCode } from '../os-error.ts';
import { makeFolders } from './make-folders.ts';
import { removeIfEmpty } from './remove-if-empty.ts';
import { openStagedFolder, removeStale, type StagedPath } from './staging-names.ts';
import { syncTree } from './sync.ts';
import { syncFolder } from './whole-file.ts';

/** How often another run may remove a parent between its creation and its first use. */
const TRIES = 100;

export interface StagedFolder {
  /** The path to write to. */
  readonly path: string;
  /**
   * Moves the folder to its target; `target` names it where it was not known before, in the same parent as the staging. An empty folder is
   * replaced and its permissions are kept; anything else, also a link, throws `ENOTEMPTY`, `EEXIST` or `ENOTDIR`.
   */
  commit(target?: string): void;
  /** Removes the staging and the parents that were made for it; does nothing after a commit. */
  discard(): void;
}

/** Absolute paths: a target, or the parent of a later target and a name for the staging. */
export function stageFolder(target: string | { parent: string; name: string }, options: { sync: boolean }): StagedFolder {
  const known = typeof target === 'string' ? target : undefined;
  const [parent, name] = typeof target === 'string' ? [dirname(known as string), basename(known as string)] : [target.parent, target.name];
  const { staging, made } = openStaging(parent, name);
  let isStaged = true;
  return {
    path: staging.path,
    commit(given) {
      const place = given ?? known;
      if (place === undefined) throw new Error('a staged folder has no target');
      if (options.sync) interruptible(() => syncTree(staging.path, made));
      replaceEmpty(staging.path, place);
      isStaged = false;
      staging.close();
      if (options.sync) syncFolder(dirname(place));
    },
    discard() {
      if (!isStaged) return;
      isStaged = false;
      staging.close();
      for (const folder of made.toReversed()) if (!removeIfEmpty(folder)) return;
    },
  };
}

function replaceEmpty(staging: string, place: string): void {
  const own = statSync(staging).mode;
  const replaced = lstatSync(place, { throwIfNoEntry: false });
  if (replaced?.isDirectory()) chmodSync(staging, replaced.mode & 0o7777);
  try {
    renameSync(staging, place);
  } catch (error) {
    // The permissions are restored, so that the staging can be removed.
    chmodSync(staging, own & 0o7777);
    throw error;
  }
}

function openStaging(parent: string, name: string): { staging: StagedPath; made: readonly string[] } {
  for (let tries = 1; ; tries++) {
    const made = makeFolders(parent);
    try {
      removeStale(parent);
      return { staging: openStagedFolder(parent, name), made };
    } catch (error) {
      for (const folder of made.toReversed()) removeIfEmpty(folder);
      // Another run has discarded its staging and removed the parent that both needed.
      if (errorCode(error) !== 'ENOENT' || tries === TRIES) throw error;
    }
  }
}
