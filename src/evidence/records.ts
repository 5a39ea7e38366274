/**
 * The verdict on a stream of records of vacuum, hashbytes or fingerprint: its members are the records. A record with a hash is verified by
 * hashing its file again; a record without one cannot be.
 */
import { counted } from '#core/count-text';
import type { MemberTally } from '#lock/verify';
import { memberFindings } from './lock.ts';
import { noRoot } from './lock-not-checked.ts';
import { createVerdict, type NotChecked, type Root, type Verdict } from './verdict.ts';

export interface JudgedRecords {
  readonly given: string;
  readonly digest: string;
  readonly root: Root | null;
  readonly several: readonly string[];
  readonly selfOnly: boolean;
  /** Records with a hash, and those without: skipped when they were made, or not hashed yet. */
  readonly hashed: number;
  readonly skippedBefore: number;
  readonly unhashed: number;
  /** Null if no file was read. */
  readonly tally: MemberTally | null;
}

export function recordsVerdict(judged: JudgedRecords): Verdict {
  const { given, digest, root, selfOnly, hashed, skippedBefore, unhashed, tally } = judged;
  const without = skippedBefore + unhashed;
  const read = tally === null ? 0 : hashed;
  const failed = tally?.failures.count ?? 0;
  const skipped = (tally === null && !selfOnly ? hashed : (tally?.skips.count ?? 0)) + (selfOnly ? 0 : without);
  const verified = tally?.verified ?? 0;
  return createVerdict({
    kind: 'records',
    path: given,
    id: null,
    digest,
    outcome: failed > 0 ? 'FAILED' : skipped > 0 ? 'PARTIAL' : 'OK',
    coverage: { expected: hashed + without, verified, failed, skipped, not_selected: selfOnly ? hashed - read + without : 0, extra: 0 },
    findings: memberFindings({ given, root, list: null }, tally),
    notChecked: [...notReadIn(judged), ...withoutHash(judged)],
    root,
    report: null,
  });
}

function notReadIn({ selfOnly, hashed, tally, several }: JudgedRecords): readonly NotChecked[] {
  if (tally !== null || hashed === 0) return [];
  const reason = selfOnly
    ? '--self-only: no file was read'
    : several.length > 0
      ? noRoot(several, '')
      : 'the files are neither where the records say, nor beside them; --root DIR names their folder';
  return [{ what: counted(hashed, 'record'), reason }];
}

function withoutHash({ skippedBefore, unhashed }: JudgedRecords): readonly NotChecked[] {
  return [
    ...(skippedBefore === 0 ? [] : [{ what: counted(skippedBefore, 'record'), reason: 'skipped when the records were made' }]),
    ...(unhashed === 0 ? [] : [{ what: counted(unhashed, 'record'), reason: 'without a hash; hashbytes adds it' }]),
  ];
}
