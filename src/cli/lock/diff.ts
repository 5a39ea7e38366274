/** `lock diff`: what changed between two lockfiles; each must match its own hash. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine } from '#core/json/write';
import { version } from '#installation/paths';
import { diffDocument, diffLocks, diffOutcome } from '#lock/diff';
import { diffLines } from '#lock/diff-text';
import { type JudgedLock, requireUntampered } from '#lock/verify';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { openLockfile } from './open-lockfile.ts';

export function run(invocation: Invocation): Finished {
  const [old, now] = invocation.args as [string, string];
  const names = { old, new: now };
  invocation.record.params = { subcommand: 'diff' };
  requireWritableOutput(invocation);
  const diff = diffLocks(openTrusted(invocation, old, 'a_lock_hash'), openTrusted(invocation, now, 'b_lock_hash'));
  const { good, bad, warn } = invocation.paint;
  writePayload(invocation, (write) => {
    if (invocation.has('--json')) write(encodeUtf8(formatSpine(diffDocument(diff, names, version))));
    else for (const line of diffLines(diff, names, { path: escapeControls, good, bad, warn })) write(encodeUtf8(`${line}\n`));
  });
  const outcome = diffOutcome(diff);
  return { exit: outcome === 'NO_CHANGES' ? 0 : 1, outcome };
}

function openTrusted(invocation: Invocation, path: string, idField: string): JudgedLock {
  return requireUntampered(path, openLockfile(invocation, path, { idField }));
}
