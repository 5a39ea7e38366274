/**
 * `lock verify --content --against OLD_ROOT`: compares each member whose content changed with its older version, if that is what the lock pins.
 */
import { withSeparator } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import type { Candidate } from '#fingerprint/candidate';
import { askComparisons, type VersionsQuestion } from '#fingerprint/ops/compare-threads';
import type { Compared, FoundContent, PinnedContent } from '../content/content.ts';
import type { Against, ContentCheck } from './verify-content.ts';

export interface ChangedMember {
  readonly pinned: PinnedContent;
  readonly found: Extract<FoundContent, { readonly kind: 'judged' }>;
}

export interface ChangesCheck extends Pick<ContentCheck, 'root' | 'confined' | 'settings'> {
  readonly against: Against;
  readonly fingerprints: readonly Candidate[];
  /** The index of the fingerprint that the lock names. */
  versionOf(pinned: PinnedContent): number;
}

export async function compareChanged(
  changed: readonly ChangedMember[],
  { root, against, confined, settings, fingerprints, versionOf }: ChangesCheck,
  onCompared: (member: ChangedMember, compared: Compared) => void,
): Promise<void> {
  const [now, old] = [withSeparator(root), withSeparator(against.root)];
  const [confine, oldConfine] = confined ? [exactRealPath(root), exactRealPath(against.root)] : [null, null];
  const toCompare: ChangedMember[] = [];
  for (const member of changed) {
    if (member.found.bytesHash === member.pinned.bytesHash) onCompared(member, SAME_BYTES);
    else toCompare.push(member);
  }
  const questions = toCompare.map(
    ({ pinned, found }): VersionsQuestion => ({
      old: { path: old + pinned.path, size: pinned.size, bytesHash: pinned.bytesHash, confine: oldConfine },
      now: { path: now + pinned.path, size: null, bytesHash: found.bytesHash, confine },
      fingerprint: versionOf(pinned),
      most: against.most,
    }),
  );
  let next = 0;
  await askComparisons(fingerprints, settings, questions, (answer) =>
    onCompared(
      toCompare[next++] as ChangedMember,
      answer.kind === 'compared'
        ? { comparison: answer.comparison, not_compared: null }
        : { comparison: null, not_compared: answer.detail.toWellFormed() },
    ),
  );
}

const SAME_BYTES: Compared = { comparison: null, not_compared: 'the bytes are those that the lock pins' };
