/**
 * The verdict on a lock from the parts that `lock verify --shard` wrote: the same as that of one machine.
 *
 *     mergedVerdict(openVerdictParts(files), { expect: null, strict: false }).outcome
 */
import { mergedReport, type VerdictParts } from '#lock/ops/verdict-part/merge';
import { lockVerdict } from '../lock.ts';
import type { Verdict } from '../verdict.ts';

/** Refuses where shards are missing. */
export function mergedVerdict(parts: VerdictParts, asked: { readonly expect: string | null; readonly strict: boolean }): Verdict {
  const { lockfile, digest, memberCount, profiles, hasFingerprints, root, options } = parts.head.question;
  const judged = {
    given: lockfile,
    digest,
    root: { path: root.given, how: 'option' } as const,
    several: [],
    selfOnly: false,
    members: memberCount,
    profiles: profiles.length,
    hasFingerprints,
    closed: options.closed,
  };
  return lockVerdict(judged, mergedReport(parts, asked));
}
