/** `chain diff`: what changed between two lockfiles, in any folders. */

import { diffDocument, diffOutcome } from '#chain/diff';
import { diffLines } from '#chain/diff-text';
import { diffLockfiles, type GivenLock, readGivenLock } from '#chain/ops/diff';
import { cannotAccess } from '#chain/refusals';
import { errorCode, osText } from '#disk/os-error';
import type { Finished, Invocation } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';

export function run(invocation: Invocation): Finished {
  const [old, now] = invocation.args as [string, string];
  const names = { old, new: now };
  invocation.record.params = { subcommand: 'diff' };
  const diff = diffLockfiles(readGiven(invocation, old), readGiven(invocation, now));
  show(invocation, { document: () => diffDocument(diff, names), lines: () => diffLines(diff, names, escapeControls) });
  const outcome = diffOutcome(diff);
  return { exit: outcome === 'NO_CHANGES' ? 0 : 1, outcome };
}

function readGiven(invocation: Invocation, given: string): GivenLock {
  try {
    return { given, bytes: readFileArgument(invocation, given, (source) => readGivenLock(source, given)) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read lockfile ${given}: ${osText(error)}`, given, osText(error));
  }
}
