/** `lock --scan DIR --shard I/N --output PART`: one part of a lock, for `lock merge`. A part that was written is a success, whatever it skipped. */
import { newHasher } from '#hashing/hashers';
import type { LockDraft, LockFacts } from '#lock/create';
import { requireReplaceablePart } from '#lock/ops/part/output';
import { identityOf, type ScanIdentity, scanId } from '#lock/part/document';
import { emitPart, tableLines } from '#lock/part/write';
import { parseFilter } from '#stream/filter';
import { scanScope } from '#stream/ops/scan-root';
import { parseAlgorithm } from '../algorithm.ts';
import { membersText } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { type GivenShard, shardOption } from '../vacuum/shard.ts';
import type { ScanCheck } from './create.ts';
import { refuseOutputAmongMembers } from './output-in-root.ts';
import { plannedShard, type ScanShard } from './plan.ts';

type FromScan = (invocation: Invocation, typed: string, check: ScanCheck) => Promise<LockDraft>;

export async function writePart(invocation: Invocation, typed: string, facts: LockFacts, fromScan: FromScan): Promise<Finished> {
  const given = invocation.value('--output');
  if (given === undefined) throw new UsageError('--shard needs --output: a part is written whole or not at all');
  if (invocation.has('--strict')) throw new UsageError('--strict belongs to lock merge: a part records what it skipped');
  const epoch = invocation.context.env['SOURCE_DATE_EPOCH'];
  if (!invocation.has('--created') && (epoch === undefined || epoch === ''))
    throw new UsageError('--shard needs --created, or SOURCE_DATE_EPOCH: the clocks of the tasks differ, and their parts must not');
  const shard = plannedShard(invocation, (await shardOption(invocation)) as GivenShard);
  const identity = identityFor(invocation, typed, facts, shard);
  const head = { identity, scan: scanId(identity, newHasher), covers: [[shard.index, shard.index]] as const };
  const output = { given, path: invocation.resolve(given), force: invocation.has('--force') };
  const check = (): void => requireReplaceablePart(output, head);
  const draft = await fromScan(invocation, typed, {
    shard,
    check: () => {
      requireWritableOutput(invocation);
      check();
    },
  });
  const { members, skipped } = draft.finish(facts, true);
  refuseOutputAmongMembers(invocation, { members }, draft.roots);
  const whole = { ...head, memberCount: members.count, skippedCount: skipped.count };
  const lists = { members: tableLines(members), skipped: tableLines(skipped) };
  writePayload(invocation, (write) => emitPart(whole, lists, newHasher, write), {
    beforeWrite: check,
    made: { facts: [`shard ${shard.text}`, ...membersText(members.count, draft.bytes), `${skipped.count} skipped`] },
  });
  invocation.record.params = { ...invocation.record.params, scan_id: head.scan };
  return { exit: 0, outcome: 'PART_CREATED' };
}

/** What the parts of one scan have in common. */
function identityFor(invocation: Invocation, root: string, facts: LockFacts, { count: shards, plan }: ScanShard): ScanIdentity {
  const filter = parseFilter({ include: invocation.values('--include'), exclude: invocation.values('--exclude') });
  const scope = scanScope({ filter, follow: !invocation.has('--no-follow') });
  return identityOf(facts, { algorithm: parseAlgorithm(invocation), plan, root, scope, shards });
}
