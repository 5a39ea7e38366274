/** `chain prune`: removes the locks of tools and versions that are no more, and says why each goes or stays. */
import { listDocument } from '#chain/list';
import { pruneLines } from '#chain/list-text';
import { openFinder } from '#chain/ops/find-tools';
import { listLocks, pruneLocks } from '#chain/ops/list';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { announceUnsaid } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { lockFolders, spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  const roots = spacesOf(invocation);
  const [dryRun, anyProject] = [invocation.has('--dry-run'), invocation.has('--any-project')];
  invocation.record.params = { subcommand: 'prune', dry_run: dryRun, any_project: anyProject };
  invocation.record.inputs = lockFolders(roots);
  const locks = pruneLocks(listLocks(roots, openFinder(roots)), { roots, dryRun, anyProject });
  const lines = invocation.has('--json')
    ? [formatPretty(listDocument(locks))]
    : pruneLines(locks, { show: escapeControls, ...invocation.paint });
  invocation.stdout.write(encodeUtf8([...lines].map((line) => `${line}\n`).join('')));
  announceUnsaid(
    invocation,
    locks.flatMap(({ id, version, file, action }) =>
      action === 'REMOVED' ? [{ how: 'removed', place: file, id: `${id} ${version}` }] : [],
    ),
  );
  return { exit: 0, outcome: 'CHAIN_OK' };
}
