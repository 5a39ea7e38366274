/**
 * The parts of one scan as one part or one lock. What is judged here is told by the heads alone: the same scan, no shard twice and, for a
 * lock, none missing.
 *
 *     const whole = joinHeads([{ name: 'part-0', head }, …]);
 *     requireAllShards(whole);
 */
import { formatSpine } from '#core/json/write';
import { firstOverlap, joinCovers, missingIn } from './cover.ts';
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
  const covers = parts.map(({ head }) => head.covers);
  const overlap = firstOverlap(covers);
  if (overlap !== null)
    throw repeatedShard(overlap.shard, (parts[overlap.first] as NamedHead).name, (parts[overlap.second] as NamedHead).name);
  const sum = (count: (head: PartHead) => number): number => parts.reduce((total, { head }) => total + count(head), 0);
  return {
    ...first.head,
    covers: joinCovers(covers),
    memberCount: sum(({ memberCount }) => memberCount),
    skippedCount: sum(({ skippedCount }) => skippedCount),
  };
}

export function requireAllShards({ covers, identity: { shards } }: PartHead): void {
  const missing = missingIn(covers, shards);
  if (missing.length > 0) throw missingShards(missing, shards);
}

function differing(a: NamedHead, b: NamedHead): readonly string[] {
  const [left, right] = [identityFields(a.head.identity), identityFields(b.head.identity)];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return names.filter((name) => formatSpine(left[name] ?? null) !== formatSpine(right[name] ?? null));
}
