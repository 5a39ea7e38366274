/** `--shard I/N`, or `auto`: the part of a scan that this task does. What is needed for it is loaded only where the option is given. */
import type { Shard } from '#core/shard';
import { type Invocation, UsageError } from '../command.ts';
import { inform } from '../note.ts';

export interface GivenShard extends Shard {
  /** `3/8`, also where the engine gave it. */
  readonly text: string;
  /** What a scan needs to know. */
  readonly rule: { readonly keeps: (relativePath: string) => boolean };
}

/** Undefined without the option. Refuses `auto` where the environment leaves a doubt. */
export async function shardOption(invocation: Invocation): Promise<GivenShard | undefined> {
  const typed = invocation.value('--shard');
  if (typed === undefined) return undefined;
  const [{ isShard, keepsShard, MAX_SHARDS, parseCount, parseShard }, { sha256Text }] = await Promise.all([
    import('#core/shard'),
    import('#hashing/hashers'),
  ]);
  const isAuto = /^auto(?:\/|$)/.test(typed);
  const total = isAuto && typed !== 'auto' ? parseCount(typed.slice('auto/'.length)) : undefined;
  const isBad = isAuto ? total === null || (total !== undefined && !isShard({ index: 0, count: total })) : parseShard(typed) === null;
  if (isBad) throw new UsageError(`--shard needs I/N with I from 0 to N-1, auto or auto/N, N at most ${MAX_SHARDS}, found '${typed}'`);
  const shard = isAuto ? await engineShard(invocation, total ?? null) : (parseShard(typed) as Shard);
  return { ...shard, text: `${shard.index}/${shard.count}`, rule: { keeps: keepsShard(shard, sha256Text) } };
}

async function engineShard(invocation: Invocation, count: number | null): Promise<Shard> {
  const { shardFromEngine } = await import('#stream/shard-auto');
  const { shard, engine, used } = shardFromEngine(invocation.context.env, count);
  inform(invocation, `shard ${shard.index}/${shard.count} from ${engine} (${used.join(', ')})`);
  return shard;
}
