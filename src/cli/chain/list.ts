/** `chain list`: the locks of every space, and which of them are stale. */
import { listDocument } from '#chain/list';
import { listLines } from '#chain/list-text';
import { openFinder } from '#chain/ops/find-tools';
import { listLocks } from '#chain/ops/list';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { lockFolders, spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  const roots = spacesOf(invocation);
  invocation.record.params = { subcommand: 'list' };
  invocation.record.inputs = lockFolders(roots);
  const locks = listLocks(roots, openFinder(roots));
  const lines = invocation.has('--json')
    ? [formatPretty(listDocument(locks.map((lock) => ({ ...lock, action: null }))))]
    : listLines(locks, { show: escapeControls, ...invocation.paint });
  for (const line of lines) invocation.stdout.write(encodeUtf8(`${line}\n`));
  return { exit: 0, outcome: 'CHAIN_OK' };
}
