/** The locks of every space: which of them are stale, and which can go. */

import { listDocument } from '#chain/list';
import { listLines, pruneLines } from '#chain/list-text';
import { openFinder } from '#chain/ops/find-tools';
import { listLocks, pruneLocks } from '#chain/ops/list';
import { announceIfNotPrinted } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { lockFolders, spacesOf } from './spaces.ts';

/** `chain list`: the locks of every space, and which of them are stale. */
export function list(invocation: Invocation): Finished {
  const roots = spacesOf(invocation);
  invocation.record.params = { subcommand: 'list' };
  invocation.record.inputs = lockFolders(roots);
  const locks = listLocks(roots, openFinder(roots));
  show(invocation, {
    document: () => listDocument(locks.map((lock) => ({ ...lock, action: null }))),
    lines: () => listLines(locks, { show: escapeControls, ...invocation.paint }),
  });
  return { exit: 0, outcome: 'CHAIN_OK' };
}

/** `chain prune`: removes the locks of tools and versions that no longer exist, and gives the reason for each that is removed or kept. */
export function prune(invocation: Invocation): Finished {
  const roots = spacesOf(invocation);
  const [dryRun, anyProject] = [invocation.has('--dry-run'), invocation.has('--any-project')];
  invocation.record.params = { subcommand: 'prune', dry_run: dryRun, any_project: anyProject };
  invocation.record.inputs = lockFolders(roots);
  const locks = pruneLocks(listLocks(roots, openFinder(roots)), { roots, dryRun, anyProject });
  show(invocation, { document: () => listDocument(locks), lines: () => pruneLines(locks, { show: escapeControls, ...invocation.paint }) });
  announceIfNotPrinted(
    invocation,
    locks.flatMap(({ id, version, file, action }) =>
      action === 'REMOVED' ? [{ how: 'removed', place: file, id: `${id} ${version}` }] : [],
    ),
  );
  return { exit: 0, outcome: 'CHAIN_OK' };
}
