/** `stack explain`: why the corridors of a lock are active or not. */

import { explainStack } from '#stack/ops/explain';
import { explainDocument, explainOutcome } from '#stack/verify/explain';
import { explainLines } from '#stack/verify/explain-text';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { AT_LOCK, evidenceRequest, requestedTime, requireOneKind } from './evidence-options.ts';
import { lockArgument } from './lock-argument.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [given] = invocation.args as [string];
  requireOneKind(invocation);
  const time = requestedTime(invocation);
  const corridor = invocation.value('--corridor') ?? null;
  invocation.record.params = { subcommand: 'explain', corridor, at: invocation.value('--at') ?? null };
  const asked = evidenceRequest(invocation, given, lockArgument(invocation, given));
  const explanation = await explainStack({ ...asked, corridor, at: time === AT_LOCK ? null : time });
  const { good, bad, warn } = invocation.paint;
  show(invocation, {
    document: () => explainDocument(explanation),
    lines: () => explainLines(explanation, { show: escapeControls, good, bad, warn }),
  });
  const outcome = explainOutcome(explanation);
  return { exit: outcome === 'STACK_OK' ? 0 : 1, outcome };
}
