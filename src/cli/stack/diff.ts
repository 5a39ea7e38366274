/** `stack diff`: what changed between two locks, the most severe change first. */

import { diffDocument, diffOutcome, diffStackLocks } from '#stack/diff/diff';
import type { Severity } from '#stack/diff/diff-severity';
import { diffLines } from '#stack/diff/diff-text';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, showInOutput } from '../output-file.ts';
import { lockArgument } from './lock-argument.ts';

export function run(invocation: Invocation): Finished {
  const [old, now] = invocation.args as [string, string];
  const names = { old, new: now };
  invocation.record.params = { subcommand: 'diff' };
  requireWritableOutput(invocation);
  const diff = diffStackLocks(lockArgument(invocation, old).document, lockArgument(invocation, now).document);
  const { bad, warn, dim } = invocation.paint;
  const paints = { critical: bad, high: bad, medium: warn, low: dim, info: dim };
  const weigh = (severity: Severity, text: string): string => paints[severity](text);
  showInOutput(invocation, {
    document: () => diffDocument(diff, names),
    lines: () => diffLines(diff, names, { show: escapeControls, weigh }),
  });
  const outcome = diffOutcome(diff);
  return { exit: outcome === 'NO_CHANGES' ? 0 : 1, outcome };
}
