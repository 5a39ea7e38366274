/** `lock plan FROM --parts N`: ranges of paths for the tasks of a scan; and `--plan`, which uses them. */
import { encodeUtf8 } from '#core/bytes/utf8';
import { counted } from '#core/count-text';
import { isShard, MAX_SHARDS } from '#core/shard';
import { headCommand } from '#core/shell-words';
import { isCopyOf } from '#lock/ops/part/same-bytes';
import { planFrom, readPlan } from '#lock/ops/plan';
import { formatPlan, type Plan, rangeOf } from '#lock/plan/document';
import { badPlan } from '#lock/plan/refusals';
import { outputExists } from '#lock/refusals';
import type { ScanOptions } from '#stream/ops/scan-root';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import type { GivenShard } from '../vacuum/shard.ts';

export function run(invocation: Invocation): Finished {
  const [from] = invocation.args as [string];
  const parts = invocation.integer('--parts', 1);
  if (parts === undefined) throw new UsageError('--parts N is missing: the number of tasks');
  if (!isShard({ index: 0, count: parts })) throw new UsageError(`--parts is at most ${MAX_SHARDS}, found ${parts}`);
  invocation.record.params = { subcommand: 'plan', parts };
  requireWritableOutput(invocation);
  const plan = planFrom(from, (read) => readFileArgument(invocation, from, read), parts);
  writePayload(invocation, (write) => write(encodeUtf8(formatPlan(plan))), {
    // M3: only the same plan is replaced without being asked to.
    beforeWrite: (staged) => {
      const given = invocation.value('--output') as string;
      if (!invocation.has('--force') && !isCopyOf(invocation.resolve(given), staged))
        throw outputExists(given, { kind: 'no such plan' }, headCommand(given));
    },
    made: { id: plan.hash, facts: [counted(parts, 'part'), counted(membersIn(plan), 'member')] },
  });
  invocation.record.params = { ...invocation.record.params, plan_hash: plan.hash };
  return { exit: 0, outcome: 'PLAN_CREATED' };
}

function membersIn({ expected }: Plan): number {
  return expected.reduce((sum, { members }) => sum + members, 0);
}

/** The shard of a scan, by hash or as a range of a plan. */
export interface ScanShard extends Omit<GivenShard, 'rule'> {
  readonly rule: Pick<ScanOptions, 'keeps' | 'range'>;
  /** The hash of the plan; null without one. */
  readonly plan: string | null;
}

/** With `--plan` the shard is a range. */
export function plannedShard(invocation: Invocation, shard: GivenShard): ScanShard {
  const file = invocation.value('--plan');
  if (file === undefined) return { ...shard, plan: null };
  const plan = readPlan(file, (read) => readFileArgument(invocation, file, read));
  const parts = plan.expected.length;
  if (parts !== shard.count) throw badPlan(file, `it has ${counted(parts, 'part')}, and --shard says ${shard.count}`);
  return { ...shard, plan: plan.hash, rule: { range: rangeOf(plan, shard.index) } };
}
