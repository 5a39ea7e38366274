/** `pack seal --from-run ID`: reads the options, and says what was not searched and not found. */
import { counted } from '#core/count-text';
import { filesOfRun as findFiles, isRunId, type RunFiles } from '#evidence/ops/run-files';
import { artifactAt } from '#pack/ops/collect';
import { ledgerPath } from '#witness/ops/append';
import { type Invocation, UsageError } from '../command.ts';

export function filesOfRun(invocation: Invocation, run: string): RunFiles {
  const { args, context, resolve, has, integer, value } = invocation;
  if (!isRunId(run)) throw new UsageError(`--from-run needs blake3: and up to 64 lower-case hex digits, found '${run}'`);
  if (args.length === 0) throw new UsageError('--from-run needs the folders in which the files are searched');
  const files = findFiles({
    run,
    ledger: ledgerPath(context.env, context.cwd),
    places: args.map((given) => artifactAt(given, resolve)),
    ancestors: has('--ancestors'),
    strict: has('--strict'),
    note: value('--note') ?? null,
    threads: integer('--jobs', 0),
  });
  const { passedOver, origin } = files;
  if (passedOver > 0) invocation.say(`${counted(passedOver, 'path')} not searched: links, devices, or not readable`);
  if (origin.missing.length > 0)
    invocation.say(`${origin.missing.length} of the files of the run not found; the note of the pack lists them`);
  return files;
}
