/**
 * `--shard auto`: the shard that the engine of an array job gives to this task by environment variables.
 *
 *     shardFromEngine({ AWS_BATCH_JOB_ARRAY_INDEX: '3', AWS_BATCH_JOB_ARRAY_SIZE: '8' }, null)     shard 3 of 8, AWS Batch
 *     shardFromEngine({ JOB_COMPLETION_INDEX: '3' }, 8)                                            shard 3 of 8, Kubernetes
 *
 * The variables of an engine describe one submission. Tasks that are submitted again alone have other counts, so a count is taken only
 * where it cannot be that of a part of the tasks, and every doubt is a refusal.
 */

import { isShard, parseCount, type Shard } from '#core/shard';
import { ambiguousShard } from './refusals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface EngineShard {
  readonly shard: Shard;
  readonly engine: string;
  /** The variables that were read, `NAME=value`. */
  readonly used: readonly string[];
}

interface Engine {
  readonly name: string;
  readonly index: string;
  /** The index of the first task. */
  readonly first: 0 | 1;
  /** The variables from which the number of tasks is told. */
  readonly counts: readonly string[];
  /** The number of tasks, or the reason why it cannot be told. */
  readonly count: (env: Environment) => number | string;
}

const SIZE = 'AWS_BATCH_JOB_ARRAY_SIZE';

const ENGINES: readonly Engine[] = [
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    first: 0,
    counts: ['SLURM_ARRAY_TASK_COUNT', 'SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX', 'SLURM_ARRAY_TASK_STEP'],
    count: slurmCount,
  },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, counts: [], count: () => 'Kubernetes does not tell the number of tasks' },
  {
    name: 'AWS Batch',
    index: 'AWS_BATCH_JOB_ARRAY_INDEX',
    first: 0,
    counts: [SIZE],
    // Older agents do not set it.
    count: (env) => parseCount(env[SIZE]) ?? `${SIZE} is ${isSet(env[SIZE]) ? 'not a whole number' : 'not set'}`,
  },
  { name: 'GNU parallel', index: 'PARALLEL_SEQ', first: 1, counts: [], count: () => 'GNU parallel does not tell the number of tasks' },
];

/** `SLURM_ARRAY_TASK_COUNT` counts the tasks of one submission: `--array=3,7` has 2. */
function slurmCount(env: Environment): number | string {
  const [count, min, max, step] = ['COUNT', 'MIN', 'MAX', 'STEP'].map((name) => parseCount(env[`SLURM_ARRAY_TASK_${name}`]));
  const isWhole = typeof count === 'number' && min === 0 && step === 1 && max === count - 1;
  return isWhole ? count : 'the array is not 0 to N-1 in steps of 1, so this may be a part of the tasks';
}

/** `count` is the number of shards if it was given (`auto/8`), else null. Refuses where the variables leave a doubt. */
export function shardFromEngine(env: Environment, count: number | null): EngineShard {
  const found = ENGINES.filter(({ index }) => isSet(env[index]));
  const [engine] = found;
  if (engine === undefined)
    throw ambiguousShard(`no array variable is set: ${ENGINES.map(({ index, name }) => `${index} (${name})`).join(', ')}`, []);
  const used = found.flatMap((each) => usedBy(each, env));
  if (found.length > 1) throw ambiguousShard(`variables of ${found.map(({ name }) => name).join(' and ')} are set`, used);
  const typed = parseCount(env[engine.index]);
  if (typed === null || typed < engine.first) throw ambiguousShard(`${engine.index} is no index from ${engine.first}`, used);
  const told = engine.count(env);
  if (count === null && typeof told === 'string') throw ambiguousShard(told, used);
  // Slurm's own count is that of a submission; only AWS Batch always submits all tasks.
  if (count !== null && engine.counts.length === 1 && isSet(env[SIZE]) && told !== count)
    throw ambiguousShard(`${SIZE} is not ${count}`, used);
  const shard = { index: typed - engine.first, count: count ?? (told as number) };
  if (!isShard(shard)) throw ambiguousShard(`index ${shard.index} is not below the number of shards ${shard.count}`, used);
  return { shard, engine: engine.name, used };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function usedBy({ index, counts }: Engine, env: Environment): readonly string[] {
  return [index, ...counts].flatMap((name) => (isSet(env[name]) ? [`${name}=${env[name]}`] : []));
}
