/**
 * The verdict on a dataset lock, from `lock-verify.v0`. Findings are read from the tables of the report and never copied.
 *
 *     lockVerdict({ given: 'dec.lock.json', digest, root, selfOnly: false, members: 4003 }, report).coverage.failed
 */
import { grouped } from '#core/count-text';
import { isUrl, shellPath } from '#core/shell-words';
import type { SortedEntries } from '#lock/entries/sorted-entries';
import { emitReport, isUnexpected, type Finding as LockFinding, type MembersReport, outcomeOf, type VerifyReport } from '#lock/report';
import { weakerSum } from '#lock/strength';
import { wrongRootText } from '#lock/wrong-root';
import { notCheckedIn } from './lock-not-checked.ts';
import { type Coverage, createVerdict, type Finding, type Findings, type Outcome, type Root, type Verdict } from './verdict.ts';

export interface JudgedLockfile {
  readonly given: string;
  readonly digest: string;
  /** Null if none was found, or none was wanted. */
  readonly root: Root | null;
  /** Folders of which each could be the root, so that none was taken. */
  readonly several: readonly string[];
  readonly selfOnly: boolean;
  /** How many members and profiles the lock names. */
  readonly members: number;
  readonly profiles: number;
  /** True if the lock keeps what fingerprints said of its members. */
  readonly hasFingerprints?: boolean;
  /** True if files that the lock does not list were looked for. */
  readonly closed?: boolean;
}

export function lockVerdict(lock: JudgedLockfile, report: VerifyReport): Verdict {
  const coverage = coverageOf(lock, report);
  return createVerdict({
    kind: 'lock',
    path: lock.given,
    id: report.lockHash.stored,
    digest: lock.digest,
    outcome: outcomeFor(coverage, report),
    coverage,
    findings: findingsIn(lock, report),
    notChecked: notCheckedIn(lock, report),
    root: lock.root,
    report: (emit) => emitReport(report, emit),
  });
}

function coverageOf({ members: expected, selfOnly }: JudgedLockfile, { members, lockHash }: VerifyReport): Coverage {
  const none = { expected, verified: 0, failed: 0, skipped: 0, not_selected: 0, extra: 0 };
  if (members === null) return selfOnly && lockHash.valid ? { ...none, not_selected: expected } : { ...none, skipped: expected };
  return {
    ...none,
    verified: members.verified,
    failed: members.failures.count - members.extras,
    skipped: members.skips.count - members.unlisted,
    // They were accepted without being read, because that was asked for; `not_checked` says so.
    not_selected: (members.notSelected ?? 0) + weakerSum(members.weaker),
    extra: members.extras,
  };
}

function outcomeFor({ skipped }: Coverage, report: VerifyReport): Outcome {
  const own = outcomeOf(report);
  if (own === 'VERIFY_FAILED') return 'FAILED';
  return own === 'VERIFY_PARTIAL' || skipped > 0 ? 'PARTIAL' : 'OK';
}

/** True if no member was found at all, and there is more than one: the report then has a hint on the root itself. */
function isWrongRoot({ failures, extras, hints }: MembersReport): boolean {
  return failures.count - extras > 1 && hints.some(({ path }) => path === '.');
}

function findingsIn(lock: JudgedLockfile, report: VerifyReport): Findings {
  const { lockHash, members } = report;
  const isElsewhere = members !== null && isWrongRoot(members);
  const first = [
    ...(lockHash.valid ? [] : [tampered(lock, report)]),
    ...(isUnexpected(report.expected) ? [unexpected(report)] : []),
    ...(isElsewhere ? [wrongRoot(lock, members)] : []),
  ];
  const rest = memberFindings({ ...lock, list: lock.given }, members);
  return {
    count: first.length + rest.count,
    *[Symbol.iterator]() {
      yield* first;
      yield* rest;
    },
  };
}

/** Where members are looked for; `list` is the lock that names them, if it is one. */
interface MemberPlace {
  readonly given: string;
  readonly root: Root | null;
  readonly list: string | null;
}

interface FoundMembers {
  readonly failures: SortedEntries;
  readonly skips: SortedEntries;
}

/** The findings on members, read from their tables. */
export function memberFindings(place: MemberPlace, tally: FoundMembers | null): Findings {
  return {
    count: tally === null ? 0 : tally.failures.count + tally.skips.count,
    *[Symbol.iterator]() {
      for (const list of tally === null ? [] : [tally.failures, tally.skips])
        for (const entry of list.inOrder() as Iterable<LockFinding>) yield memberFinding(place, entry);
    },
  };
}

function tampered({ given }: JudgedLockfile, { lockHash: { stored, computed } }: VerifyReport): Finding {
  const message = 'the lock was edited after it was made: its own hash does not match, so its members cannot be trusted';
  return { code: 'TAMPERED', path: null, wanted: stored, found: computed, message, next_command: `head -c 200 ${shellPath(given)}` };
}

function unexpected({ expected, lockHash: { computed } }: VerifyReport): Finding {
  const message = 'this is another lock than the expected one, so its members say nothing about it';
  return { code: 'UNEXPECTED_ID', path: null, wanted: expected?.expected ?? null, found: computed, message, next_command: null };
}

function wrongRoot({ given, root }: JudgedLockfile, { hints, failures, extras }: MembersReport): Finding {
  const count = failures.count - extras;
  const elsewhere = hints.find(({ path }) => path === '.')?.found ?? '';
  const message = wrongRootText(count, elsewhere);
  const folder = root?.path ?? '.';
  // Never --self-only: it would turn the failure into an OK.
  const next =
    elsewhere === '' ? `ls -la ${shellPath(folder)}` : `custody verify ${shellPath(given)} --root ${shellPath(`${folder}/${elsewhere}`)}`;
  return {
    code: 'WRONG_ROOT',
    path: null,
    wanted: grouped(count),
    found: '0',
    message,
    next_command: next,
  };
}

function memberFinding({ root, list }: MemberPlace, finding: LockFinding): Finding {
  const { reason: code, path } = finding;
  const place = root === null || root.path === '.' ? path : `${root.path}/${path}`;
  const next = isUrl(root?.path ?? '')
    ? askAgain(root?.path ?? '', list)
    : code === 'MISSING'
      ? lookFor(root?.path ?? '.', list)
      : `ls -ld ${shellPath(place)}`;
  return { code, path, ...explained(finding, list === null ? 'recorded' : 'locked'), next_command: next };
}

/** What is in a store can only be asked for again. */
function askAgain(root: string, list: string | null): string | null {
  return list === null ? null : `lock verify ${shellPath(list)} --root ${shellPath(root)}`;
}

/** A file that is missing cannot be looked at; its folder may be missing too. */
function lookFor(root: string, list: string | null): string {
  return list === null ? `ls -la ${shellPath(root)}` : `lock verify ${shellPath(list)} --root ${shellPath(root)} --closed`;
}

function explained(finding: LockFinding, done: 'locked' | 'recorded'): Pick<Finding, 'wanted' | 'found' | 'message'> {
  const { path } = finding;
  switch (finding.reason) {
    case 'HASH_MISMATCH':
      return { wanted: finding.expected, found: finding.actual, message: `${path} has other bytes than when it was ${done}` };
    case 'SUSPECTED_DAMAGE': {
      const message = `${path} has other bytes than when it was read last, but the same size and times: the disk may be damaged`;
      return { wanted: finding.expected, found: finding.actual, message };
    }
    case 'SIZE_MISMATCH':
      return {
        wanted: bytes(finding.expected_size),
        found: bytes(finding.actual_size),
        message: `${path} has another size than when it was ${done}`,
      };
    case 'MISSING':
      return { wanted: (finding as { expected?: string }).expected ?? null, found: null, message: `${path} is missing` };
    case 'NOT_REGULAR':
      return { wanted: (finding as { expected?: string }).expected ?? null, found: null, message: `${path} is not a regular file` };
    case 'EXTRA':
      return { wanted: null, found: null, message: `${path} is not in the lock` };
    case 'SKIPPED_PRESENT':
      return { wanted: null, found: null, message: `${path} was skipped when the lock was made, and is there now` };
    case 'IO_ERROR':
      return { wanted: null, found: null, message: `${path} could not be read: ${finding.detail}` };
    case 'NOT_CHECKED':
      return { wanted: null, found: null, message: `${path} was not checked: ${finding.detail}` };
    default:
      return finding satisfies never;
  }
}

function bytes(size: number | bigint): string {
  return `${size} bytes`;
}
