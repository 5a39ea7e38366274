/** `lock verify --root DIR|URL --shard I/N --output PART`: one part of a verdict, for `custody verdict merge`. */
import { observedSource } from '#core/bytes/source';
import { counted, grouped } from '#core/count-text';
import { newHasher } from '#hashing/hashers';
import { emitShard, type JudgedShard, judgeShard, type ShardCheck } from '#lock/ops/verdict-part/judge';
import { openRoot } from '#lock/ops/verify';
import type { PartCoverage } from '#lock/verdict-part/document';
import { parseGlobs } from '#stream/filter';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { everywhere } from '../define.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { type GivenShard, shardOption } from '../vacuum/shard.ts';
import { ONE_BY_ONE } from './cache.ts';
import { openLockfile } from './open-lockfile.ts';
import { refuseOutputBelowRoot, refuseReportOverMember } from './output-in-root.ts';
import { rootCheck } from './verify.ts';
import type { judgeObjectShard } from './verify-objects.ts';

/** The options that concern one shard alone. Others would need the whole lock, so they are refused. */
const FITTING = [
  '--root',
  '--shard',
  '--created',
  '--output',
  '--only',
  '--closed',
  '--no-follow',
  '--confined',
  '--jobs',
  '--plain-http',
  '--ca-file',
  '--progress',
  '--no-sync',
];

/**
 * A part that was written is a success, whatever it says: an engine would run the task again, and find the same. `judgeObjects` is for the
 * URL of a store.
 */
export async function verifyShard(invocation: Invocation, root: string, judgeObjects: typeof judgeObjectShard | null): Promise<Finished> {
  requireFitting(invocation);
  const created = createdAt(invocation);
  const shard = (await shardOption(invocation)) as GivenShard;
  invocation.record.params = { ...invocation.record.params, shard: shard.text };
  const check = { ...rootCheck(invocation, root, parseGlobs(invocation.values('--only'))), keeps: shard.rule.keeps };
  requireWritableOutput(invocation);
  if (judgeObjects === null) refuseOutputBelowRoot(invocation, root);
  const asked = { created, shard: { index: shard.index, count: shard.count } };
  const part =
    judgeObjects === null
      ? judgeFolder(invocation, check, asked)
      : await judgeObjects(invocation, { ...lockToJudge(invocation), ...asked, root: check });
  writePayload(invocation, (write) => emitShard(part, write), { made: { facts: [`shard ${shard.text}`, ...factsOf(part.head.coverage)] } });
  invocation.record.params = { ...invocation.record.params, question: part.head.id };
  return { exit: 0, outcome: 'PART_CREATED' };
}

/** A cache is of the whole root. */
const CACHING = ['--cache', '--cache-file', '--max-age', '--budget'];

function requireFitting({ has, context: { env }, command: { options } }: Invocation): void {
  if (!has('--output')) throw new UsageError('--shard needs --output: a part is written whole or not at all');
  if (!has('--created') && (env['SOURCE_DATE_EPOCH'] ?? '') === '')
    throw new UsageError('--shard needs --created, or SOURCE_DATE_EPOCH: a part of an earlier run must not be taken for one of this run');
  const known = [...FITTING, ...everywhere.map(({ flag }) => flag)];
  const other = options.find(({ flag }) => has(flag) && !known.includes(flag));
  if (other === undefined) return;
  throw new UsageError(`${other.flag} does not go with --shard: ${whyNot(other.flag)}`);
}

function whyNot(flag: string): string {
  if (['--strict', '--expect', '--json'].includes(flag)) return 'it belongs to custody verdict merge';
  return CACHING.includes(flag) ? `tasks would replace each other's cache; ${ONE_BY_ONE}` : 'it needs the whole lock';
}

/** The threads start before the lockfile is read, and end here. */
function judgeFolder(
  invocation: Invocation,
  check: ReturnType<typeof rootCheck> & Keeping,
  asked: Pick<ShardCheck, 'created' | 'shard'>,
): JudgedShard {
  const root = { ...openRoot(check, invocation.resolve(invocation.args[0] as string)), keeps: check.keeps };
  try {
    const judged = lockToJudge(invocation);
    const part = judgeShard({ ...judged, ...asked, root });
    refuseReportOverMember(invocation, part, judged.lock);
    return part;
  } finally {
    root.pool.close();
  }
}

function lockToJudge(invocation: Invocation): Pick<ShardCheck, 'name' | 'source' | 'lock' | 'digest'> {
  const [name] = invocation.args as [string];
  const hasher = newHasher('sha256');
  const lock = openLockfile(invocation, name, { observed: (read) => observedSource(read, (bytes) => hasher.update(bytes)) });
  return { name, source: invocation.resolve(name), lock, digest: `sha256:${hasher.digest()}` };
}

interface Keeping {
  readonly keeps: (path: string) => boolean;
}

function factsOf({ expected, verified, failed, skipped, not_selected: left, extra }: PartCoverage): readonly string[] {
  const some = (count: number, what: string): readonly string[] => (count === 0 ? [] : [`${grouped(count)} ${what}`]);
  return [
    `${grouped(verified)} of ${counted(expected, 'member')} verified`,
    ...some(failed, 'failed'),
    ...some(skipped, 'skipped'),
    ...some(left, 'not selected'),
    ...some(extra, 'extra'),
  ];
}
