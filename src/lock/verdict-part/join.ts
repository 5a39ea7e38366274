/**
 * The parts of one verdict as one part, and as the report on the whole lock. The heads alone are judged here: they must answer the
 * same question, have no shard twice and, for a report, none missing.
 *
 *     const whole = joinVerdictHeads([{ name: 'part-0', head }, …]);
 *     requireWhole(whole);
 */
import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { coversOf, requireAllShards } from '../part/join.ts';
import { type MembersPlace, NOWHERE } from '../wrong-root.ts';
import { type PartCoverage, questionFields, type VerdictPartHead } from './document.ts';
import { badVerdictPart, nothingSelected, otherQuestion } from './refusals.ts';

export interface NamedVerdictHead {
  readonly name: string;
  readonly head: VerdictPartHead;
}

/** The head of a part that has the shards of all of them. There is at least one. */
export function joinVerdictHeads(parts: readonly NamedVerdictHead[]): VerdictPartHead {
  const [first, ...others] = parts as readonly [NamedVerdictHead, ...NamedVerdictHead[]];
  for (const other of others) if (other.head.id !== first.head.id) throw otherQuestion(first.name, other.name, differing(first, other));
  const sum = (count: (head: VerdictPartHead) => number): number => parts.reduce((total, { head }) => total + count(head), 0);
  const total = (name: keyof PartCoverage): number => sum(({ coverage }) => coverage[name] as number);
  return {
    ...first.head,
    covers: coversOf(parts),
    coverage: {
      expected: total('expected'),
      verified: total('verified'),
      failed: total('failed'),
      skipped: total('skipped'),
      not_selected: total('not_selected'),
      extra: total('extra'),
    },
    unlisted: sum(({ unlisted }) => unlisted),
    hints: sum(({ hints }) => hints),
    place: commonPlace(parts.map(({ head }) => head.place)),
  };
}

/** Null if some member of any part is in the root. */
function commonPlace(places: readonly (MembersPlace | null)[]): MembersPlace | null {
  return places.includes(null) ? null : (places.find((place) => (place as MembersPlace).there > 0) ?? NOWHERE);
}

/** Requires all shards, and that their members are those of the lock: the equation of the coverage then closes. */
export function requireWhole({ covers, coverage, unlisted, question }: VerdictPartHead, names: readonly string[]): void {
  requireAllShards(covers, question.shards);
  const { expected, not_selected, extra } = coverage;
  if (expected !== question.memberCount)
    throw badVerdictPart(names[0] as string, `all parts together have ${expected} members, the lock has ${question.memberCount}`);
  if (question.options.only.length > 0 && expected === not_selected && extra + unlisted === 0)
    throw nothingSelected(question.lockfile, question.options.only, question.memberCount);
}

/** Merges lists that are sorted by path. Entries with the same path are in the same part, and keep their order. */
export function* mergedByPath<T extends JsonObject & { readonly path: string }>(
  lists: readonly Iterable<T>[],
): Generator<T, void, undefined> {
  if (lists.length <= 1) return yield* lists[0] ?? [];
  const middle = lists.length >> 1;
  const [left, right] = [mergedByPath(lists.slice(0, middle)), mergedByPath(lists.slice(middle))];
  let [a, b] = [left.next(), right.next()];
  while (a.done !== true && b.done !== true) {
    if (compareUtf8(a.value.path, b.value.path) <= 0) {
      yield a.value;
      a = left.next();
    } else {
      yield b.value;
      b = right.next();
    }
  }
  for (; a.done !== true; a = left.next()) yield a.value;
  for (; b.done !== true; b = right.next()) yield b.value;
}

function differing(a: NamedVerdictHead, b: NamedVerdictHead): readonly string[] {
  const [left, right] = [questionFields(a.head.question), questionFields(b.head.question)];
  return Object.keys(left).filter((name) => formatSpine(left[name] ?? null) !== formatSpine(right[name] ?? null));
}
