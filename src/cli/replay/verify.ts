/** `replay verify`: one bundle, or with `--all` every bundle below a folder. */
import { Refusal } from '#core/refusal';
import { openAgainst } from '#replay/ops/against';
import { placeAt } from '#replay/ops/find-bundle';
import { type VerifyRequest, verifyFound } from '#replay/ops/verify';
import { verifyAll } from '#replay/ops/verify-all';
import { resultV1, type Verdict } from '#replay/result';
import { summaryOutcome } from '#replay/summary';
import { announce } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { requireWritableOutput } from '../output-file.ts';
import { startProgress } from '../progress.ts';
import { bundleArgument, recordSnapshot, refuseOutputInBundle } from './bundle-argument.ts';
import { withResult } from './failure.ts';
import { finishedAs, showSummary, showVerdict } from './show.ts';

/** Options for a single bundle, not allowed with `--all`. */
const OF_ONE = ['--ref', '--bundle', '--data', '--fixture-root', '--prefer-data', '--against'];

export function run(invocation: Invocation): Finished {
  const root = invocation.value('--all');
  const profile = (invocation.value('--profile') ?? 'auto') as VerifyRequest['profile'];
  const writeExpected = invocation.has('--write-expected');
  invocation.record.params = { subcommand: 'verify', profile, write_expected: writeExpected };
  const misplaced = OF_ONE.find((flag) => root !== undefined && invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} applies to one bundle and cannot be combined with --all`);
  refuseOutputInBundle(invocation);
  // An invalid time is refused before anything is written.
  if (invocation.value('--format') === 'junit') createdAt(invocation);
  const request = { profile, writeExpected, sync: !invocation.has('--no-sync'), listsFiles: root === undefined, against: null };
  return root === undefined ? runOne(invocation, request) : runAll(invocation, root, request);
}

function runOne(invocation: Invocation, request: VerifyRequest): Finished {
  const found = bundleArgument(invocation);
  requireWritableOutput(invocation);
  const named = invocation.value('--against');
  const against = named === undefined ? { files: null } : openAgainst(placeAt(invocation.context.cwd, named));
  if ('problem' in against) {
    recordSnapshot(invocation, found, null);
    const { problem: message } = against;
    const result = resultV1({ ref: found.ref, errors: [message], message });
    showVerdict(invocation, { outcome: 'REPLAY_INVALID', result, place: named as string });
    return finishedAs('REPLAY_INVALID');
  }
  const verified = verifyFound(found, { ...request, against: against.files });
  recordSnapshot(invocation, found, verified.snapshot);
  try {
    showVerdict(invocation, verified);
  } catch (error) {
    throw error instanceof Refusal ? withResult(verified.result, error) : error;
  }
  announceWritten(invocation, [verified]);
  return finishedAs(verified.outcome);
}

function runAll(invocation: Invocation, root: string, request: VerifyRequest): Finished {
  invocation.record.params = { ...invocation.record.params, all: root };
  invocation.record.inputs.push({ path: root, hash: null, bytes: null });
  requireWritableOutput(invocation);
  const progress = startProgress(invocation, { tool: 'replay' });
  const summary = verifyAll(placeAt(invocation.context.cwd, root), request, progress.advance);
  progress.done();
  showSummary(invocation, summary);
  announceWritten(invocation, summary.verdicts);
  return finishedAs(summaryOutcome(summary));
}

/** Reports what `--write-expected` has changed on the disk. */
function announceWritten(invocation: Invocation, verdicts: readonly Verdict[]): void {
  for (const { place, wrote } of verdicts)
    if (wrote !== undefined && place !== null) announce(invocation, { how: 'updated', place, id: wrote });
}
