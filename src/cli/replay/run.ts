/** `replay run`: the state that a bundle rebuilds to, and its trace; ReplayV1 does not hash. */

import { replayFound } from '#replay/ops/run';
import { countsText } from '#replay/state';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput } from '../output-file.ts';
import { bundleArgument, recordSnapshot, refuseOutputInBundle } from './bundle-argument.ts';
import { finishedAs, showDocument, showLines, showVerdict } from './show.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'run' };
  refuseOutputInBundle(invocation);
  const found = bundleArgument(invocation);
  requireWritableOutput(invocation);
  const replayed = replayFound(found);
  recordSnapshot(invocation, found, replayed.snapshot);
  if (replayed.state === null) {
    showVerdict(invocation, replayed.verdict);
    return finishedAs(replayed.verdict.outcome);
  }
  const isText = invocation.value('--format') === 'text';
  if (isText) showLines(invocation, [`OK replay ${escapeControls(found.ref)} ${countsText(replayed.state)}`]);
  else showDocument(invocation, replayed.document);
  return finishedAs('REPLAY_OK');
}
