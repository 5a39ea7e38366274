/** `stack verify`: checks a lock against the tree it was made from, or against the content of a store. */

import { isSameFile } from '#disk/path/same-file';
import { type RequiredActive, verifyStack } from '#stack/ops/verify';
import { reportDocument, verifyOutcome } from '#stack/verify/report';
import { reportLines } from '#stack/verify/report-text';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { outputIsInput, requireWritableOutput, showInOutput } from '../output-file.ts';
import { AT_LOCK, evidenceRequest, presentTime, requestedTime, requireOneKind } from './evidence-options.ts';
import { lockArgument } from './lock-argument.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [given] = invocation.args as [string];
  requireOneKind(invocation);
  const time = requestedTime(invocation);
  const required = requiredActive(invocation, time);
  invocation.record.params = { subcommand: 'verify', at: invocation.value('--at') ?? null, require_active: required !== null };
  requireWritableOutput(invocation);
  const asked = evidenceRequest(invocation, given, lockArgument(invocation, given));
  const { verdict, warnings, filesRead } = await verifyStack({ ...asked, at: time === AT_LOCK ? null : time, required });
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  refuseReportOver(invocation, filesRead);
  const { good, bad, warn } = invocation.paint;
  showInOutput(invocation, {
    document: () => reportDocument(verdict),
    lines: () => reportLines(verdict, { show: escapeControls, good, bad, warn }),
  });
  const outcome = verifyOutcome(verdict);
  return { exit: outcome === 'STACK_OK' ? 0 : 1, outcome };
}

/** Which files a lock leads to is known only now. */
function refuseReportOver({ value, resolve }: Invocation, files: readonly string[]): void {
  const output = value('--output');
  if (output === undefined) return;
  const path = resolve(output);
  if (files.some((file) => isSameFile(file, path))) throw outputIsInput(output, output, 'what this run reads');
}

/** Without `--at` the corridors are judged at the current time: a gate asks what is valid when it is passed. */
function requiredActive(invocation: Invocation, time: ReturnType<typeof requestedTime>): RequiredActive | null {
  const named = invocation.values('--corridor');
  if (!invocation.has('--require-active') && named.length === 0) return null;
  const at = time === AT_LOCK ? null : (time ?? presentTime(invocation));
  return { at, corridors: named.length === 0 ? null : named };
}
