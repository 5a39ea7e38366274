/** `stack verify`: a lock against the tree it was made from, or against what a store keeps. */
import { formatPretty } from '#core/json/pretty';
import { encodeUtf8 } from '#core/utf8';
import { reportDocument, type StackVerdict, verifyOutcome } from '#stack/report';
import { reportLines } from '#stack/report-text';
import { verifyStack } from '#verbs/stack-verify';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, writePayload } from '../payload.ts';
import { evidenceAsked, requireOneKind, timeAsked } from './evidence-options.ts';
import { lockArgument } from './lock-argument.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [given] = invocation.args as [string];
  requireOneKind(invocation);
  const at = timeAsked(invocation);
  const requireActive = invocation.has('--require-active');
  invocation.record.params = { subcommand: 'verify', at: invocation.value('--at') ?? null, require_active: requireActive };
  requireWritableOutput(invocation);
  const asked = evidenceAsked(invocation, given, lockArgument(invocation, given));
  const { verdict, warnings } = await verifyStack({ ...asked, at, requireActive });
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  show(invocation, verdict);
  const outcome = verifyOutcome(verdict);
  return { exit: outcome === 'STACK_OK' ? 0 : 1, outcome };
}

function show(invocation: Invocation, verdict: StackVerdict): void {
  const { good, bad, warn } = invocation.paint;
  writePayload(invocation, (write) => {
    if (invocation.has('--json')) write(encodeUtf8(`${formatPretty(reportDocument(verdict))}\n`));
    else for (const line of reportLines(verdict, { show: escapeControls, good, bad, warn })) write(encodeUtf8(`${line}\n`));
  });
}
