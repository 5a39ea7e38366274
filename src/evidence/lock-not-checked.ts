/** What the verdict on a lock did not check, and why. */
import { counted, grouped } from '#core/count-text';
import { intactBy, isUnexpected, type MembersReport, type VerifyReport } from '#lock/report';
import { CONFIDENCE_PERCENT } from '#lock/sample';
import { weakerTexts } from '#lock/strength';
import type { JudgedLockfile } from './lock.ts';
import type { NotChecked } from './verdict.ts';

/** Why no file was read. */
export function noRoot(several: readonly string[], where: string): string {
  if (several.length === 0) return `no folder with these members ${where} or one level up; --root DIR names it`;
  const more = several.length > 3 ? ` and ${several.length - 3} more` : '';
  return `they are in ${several.slice(0, 3).join(', ')}${more}, and it is not known which is meant; --root DIR names it`;
}

function leftBy(members: MembersReport | null): string {
  const { sample } = members ?? {};
  if (members === null || sample === undefined) return '--only leaves them out';
  const intact = intactBy(members);
  const drawn = `not in the sample of ${grouped(sample.chosen.length)} (seed ${sample.seed})`;
  if (intact === null) return drawn;
  return `${drawn}, which shows with ${CONFIDENCE_PERCENT} % confidence that at least ${grouped(intact)} of ${grouped(sample.population)} are intact`;
}

export function notCheckedIn(
  { members: count, profiles, hasFingerprints = false, selfOnly, root, several, closed = false }: JudgedLockfile,
  { lockHash, expected, members, leftOut }: VerifyReport,
): readonly NotChecked[] {
  const all = counted(count, 'member');
  if (!lockHash.valid) return [{ what: all, reason: 'the lock itself cannot be trusted' }];
  if (isUnexpected(expected)) return [{ what: all, reason: 'the lock is not the expected one' }];
  const skipped = leftOut?.skipped ?? 0;
  const left = members?.notSelected ?? 0;
  return [
    ...(members === null && selfOnly ? [{ what: all, reason: '--self-only: no file was read' }] : []),
    ...(members === null && !selfOnly && root === null ? [{ what: all, reason: noRoot(several, 'beside the lock') }] : []),
    ...(members === null ? [] : weakerTexts(members.weaker).map((what) => ({ what, reason: 'accepted without being read, as asked for' }))),
    ...(profiles > 0 ? [{ what: counted(profiles, 'profile'), reason: 'lock verify --profile FILE checks them' }] : []),
    ...(hasFingerprints ? [{ what: 'what fingerprints said of the members', reason: 'lock verify --content tests it again' }] : []),
    ...(skipped > 0 ? [{ what: counted(skipped, 'path'), reason: 'skipped when the lock was made' }] : []),
    ...((leftOut?.scope ?? null) === null
      ? []
      : [{ what: 'files outside of the scope of the lock', reason: 'the lock was made with --include, --exclude or --no-follow' }]),
    ...(left === 0 ? [] : [{ what: counted(left, 'member'), reason: leftBy(members) }]),
    ...(members === null || closed ? [] : [{ what: 'files that the lock does not list', reason: 'lock verify --closed looks for them' }]),
  ];
}
