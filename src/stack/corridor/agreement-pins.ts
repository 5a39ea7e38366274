/**
 * Finds which of the files listed in `corridor.yaml` a lock pins. A file that was absent when the stack was locked has no digest in the lock, so
 * the index of a digest in the lock may differ from its index in the list.
 *
 *     pinnedPaths(['a.vc.json', 'b.vc.json'], entry)     ['b.vc.json'] where the lock has the payload of b alone
 */

import type { CorridorEntry } from '../document.ts';
import type { AbsentFile } from '../inputs/facts.ts';
import type { Answer } from '../verify/verify.ts';

/** Returns the paths in the order of the lock; null if its digests and payloads do not determine them. */
export function pinnedPaths(listed: readonly string[], entry: CorridorEntry): readonly string[] | null {
  const count = entry.corridor_agreement_vc_sha256?.length ?? 0;
  if (count === listed.length) return listed;
  const payloads = entry.corridor_agreement_payload_sha256_by_path ?? {};
  const pinned = listed.filter((path) => Object.hasOwn(payloads, path));
  return pinned.length === count ? pinned : null;
}

/** A listed agreement, and whether the file exists. */
export interface ListedAgreement extends AbsentFile {
  readonly isThere: boolean;
}

const DIGEST = /^corridor_agreement_vc_sha256\[(\d+)\]$/;
const GONE = { tag: 'missing', reason: 'it is not there' } as const;

/** Moves the answers for the existing agreement files of one corridor to the indexes that the lock uses. */
export function alignAgreements(answers: readonly Answer[], listed: readonly ListedAgreement[], entry: CorridorEntry): readonly Answer[] {
  const pinned = pinnedPaths(
    listed.map(({ path }) => path),
    entry,
  );
  const there = listed.filter(({ isThere }) => isThere);
  const isOwn = ({ section, id, field }: Answer): boolean => section === 'corridors' && id === entry.corridor_id && DIGEST.test(field);
  if (pinned === null || isSameOrder(pinned, there)) return answers;
  const given = new Map(answers.filter(isOwn).map((answer) => [Number(DIGEST.exec(answer.field)?.[1]), answer]));
  const at = (field: string) => ({ section: 'corridors', id: entry.corridor_id, field }) as const;
  const files = new Map(listed.map((file) => [file.path, file]));
  const own = pinned.flatMap((path, index): readonly Answer[] => {
    const field = `corridor_agreement_vc_sha256[${index}]`;
    const file = files.get(path) as ListedAgreement;
    if (!file.isThere) return [{ ...at(field), file: file.place, result: GONE }];
    const answer = given.get(there.findIndex((other) => other.path === path));
    return answer === undefined ? [] : [{ ...answer, field }];
  });
  const unpinned = there.flatMap(({ path }, index): readonly Answer[] => {
    const answer = pinned.includes(path) ? undefined : given.get(index);
    return answer === undefined ? [] : [answer];
  });
  const more = unpinned.map((answer, index) => ({ ...answer, field: `corridor_agreement_vc_sha256[${pinned.length + index}]` }));
  const payloads = listed
    .filter(({ isThere }) => !isThere)
    .map(({ path, place }) => ({ ...at(`corridor_agreement_payload_sha256_by_path.${path}`), file: place, result: GONE }));
  return [...answers.filter((answer) => !isOwn(answer)), ...own, ...more, ...payloads];
}

function isSameOrder(pinned: readonly string[], there: readonly ListedAgreement[]): boolean {
  return pinned.length === there.length && pinned.every((path, index) => there[index]?.path === path);
}
