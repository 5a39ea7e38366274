/**
 * The parts of one scan as one part or one lock. The heads alone are judged here: they must be of the same scan, have no shard twice
 * and, for a lock, none missing.
 *
 *     const whole = joinHeads([{ name: 'part-0', head }, …]);
 *     requireAllShards(whole.covers, whole.identity.shards);
 */
import { formatSpine } from '#core/json/write';
import { type Cover, firstOverlap, joinCovers, missingIn } from './cover.ts';
import { identityFields, type PartHead } from './document.ts';
import { missingShards, otherScan, repeatedShard } from './refusals.ts';

export interface NamedHead {
  readonly name: string;
  readonly head: PartHead;
}

/** The head of a part that has the shards of all of them. There is at least one. */
export function joinHeads(parts: readonly NamedHead[]): PartHead {
  const [first, ...others] = parts as readonly [NamedHead, ...NamedHead[]];
  for (const other of others) if (other.head.scan !== first.head.scan) throw otherScan(first.name, other.name, differing(first, other));
  const sum = (count: (head: PartHead) => number): number => parts.reduce((total, { head }) => total + count(head), 0);
  return {
    ...first.head,
    covers: coversOf(parts),
    memberCount: sum(({ memberCount }) => memberCount),
    skippedCount: sum(({ skippedCount }) => skippedCount),
  };
}

interface Covering {
  readonly name: string;
  readonly head: { readonly covers: Cover };
}

/** The shards that parts of any kind have together. Refuses a shard that is in two of them. */
export function coversOf(parts: readonly Covering[]): Cover {
  const covers = parts.map(({ head }) => head.covers);
  const overlap = firstOverlap(covers);
  if (overlap === null) return joinCovers(covers);
  throw repeatedShard(overlap.shard, (parts[overlap.first] as Covering).name, (parts[overlap.second] as Covering).name);
}

export function requireAllShards(covers: Cover, shards: number): void {
  const missing = missingIn(covers, shards);
  if (missing.length > 0) throw missingShards(missing, shards);
}

function differing(a: NamedHead, b: NamedHead): readonly string[] {
  const [left, right] = [identityFields(a.head.identity), identityFields(b.head.identity)];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return names.filter((name) => formatSpine(left[name] ?? null) !== formatSpine(right[name] ?? null));
}
