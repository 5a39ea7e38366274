/** The verdict on a tool-chain lock, from `chain-verify.v0`: its members are the elements of the chain. */

import type { ChainLock } from '#chain/document';
import type { Finding as ChainFinding } from '#chain/findings';
import { reportDocument } from '#chain/report';
import type { ToolVerdict } from '#chain/verify';
import { counted } from '#core/count-text';
import { shellPath } from '#core/shell-words';
import { documentReport } from './contract.ts';
import { type Coverage, createVerdict, type Finding, findingsOf, type NotChecked, type Root, type Verdict } from './verdict.ts';

export interface JudgedChain {
  readonly given: string;
  readonly digest: string;
  readonly lock: ChainLock;
  readonly root: Root | null;
  /** Why the tools were not compared with this lock, or null. */
  readonly unchecked: string | null;
  readonly selfOnly: boolean;
  /** What else was not checked. */
  readonly notes: readonly NotChecked[];
}

export function chainVerdict({ given, digest, lock, root, unchecked, selfOnly, notes }: JudgedChain, own: ToolVerdict | null): Verdict {
  const { chain } = lock;
  const id = `${chain[0]?.itemId}@${lock.version}`;
  const fields = { kind: 'chain-lock' as const, path: given, id, digest, root };
  const none = { expected: chain.length, verified: 0, failed: 0, skipped: 0, not_selected: 0, extra: 0 };
  const report = own === null ? null : documentReport(reportDocument([own], false));
  if (own === null || unchecked !== null) {
    const notChecked = [{ what: counted(chain.length, 'element'), reason: unchecked ?? '--self-only: no tool was read' }];
    const coverage = selfOnly ? { ...none, not_selected: chain.length } : { ...none, skipped: chain.length };
    return createVerdict({ ...fields, outcome: selfOnly ? 'OK' : 'PARTIAL', coverage, findings: findingsOf([]), notChecked, report });
  }
  return createVerdict({
    ...fields,
    outcome: own.findings.length === 0 ? 'OK' : 'FAILED',
    coverage: coverageOf(chain.length, own.findings),
    findings: findingsOf(own.findings.map((finding) => common(given, finding))),
    notChecked: [...notCheckedIn(own), ...notes],
    report,
  });
}

export const UNSEEN = 'the lock pins tools in the user space or the system space, which cannot be seen here';

/** Of the chain only the elements before position `unseen` could be looked for. */
export function partlySeenVerdict(judged: JudgedChain, own: ToolVerdict, unseen: number): Verdict {
  const { given, digest, lock, root, unchecked } = judged;
  if (unchecked !== null) return chainVerdict(judged, own);
  const seen = own.findings.filter(({ position }) => position !== null && position < unseen);
  const left = lock.chain.length - unseen;
  const { skipped, ...coverage } = coverageOf(unseen, seen);
  return createVerdict({
    kind: 'chain-lock',
    path: given,
    id: `${lock.chain[0]?.itemId}@${lock.version}`,
    digest,
    root,
    outcome: seen.length === 0 ? 'PARTIAL' : 'FAILED',
    coverage: { ...coverage, expected: lock.chain.length, skipped: skipped + left },
    findings: findingsOf(seen.map((finding) => common(given, finding))),
    notChecked: [...notCheckedIn({ ...own, findings: seen }), { what: counted(left, 'element'), reason: UNSEEN }],
    report: null,
  });
}

/** An element below one that is missing, or that names another executor, was not compared. */
function coverageOf(expected: number, findings: readonly ChainFinding[]): Coverage {
  const failed = new Set(
    findings.flatMap(({ position }) => (position === null ? [] : [position])).filter((position) => position < expected),
  );
  const ends = findings.flatMap(({ kind, position }) =>
    (kind === 'MISSING' || kind === 'EXECUTOR_CHANGED') && position !== null ? [position] : [],
  );
  const length = Number(findings.find(({ kind }) => kind === 'CHAIN_LENGTH')?.actual ?? expected);
  const compared = Math.min(expected, length, ...ends.map((position) => position + 1));
  const skipped = Array.from({ length: expected }, (_, position) => position).filter(
    (position) => position >= compared && !failed.has(position),
  ).length;
  return {
    expected,
    verified: expected - failed.size - skipped,
    failed: failed.size,
    skipped,
    not_selected: 0,
    extra: Math.max(0, length - expected),
  };
}

function common(given: string, { kind, itemId, file, expected, actual }: ChainFinding): Finding {
  // `chain verify` would need the same spaces; the lock itself is always there.
  const next = file === null ? `custody show ${shellPath(given)}` : `ls -ld ${shellPath(file)}`;
  return { code: kind, path: file ?? itemId, wanted: expected, found: actual, message: sentence(kind, itemId), next_command: next };
}

function sentence(kind: ChainFinding['kind'], itemId: string): string {
  switch (kind) {
    case 'CHANGED':
      return `${itemId} has other content than when it was locked`;
    case 'MISSING':
      return `${itemId} is missing`;
    case 'SHADOWED':
      return `${itemId} is found in another space than the lock pins`;
    case 'EXECUTOR_CHANGED':
      return `${itemId} names another executor or type`;
    case 'CHAIN_LENGTH':
      return `the chain of ${itemId} has another length`;
    case 'UNLOCKED':
      return `no lock pins this version of ${itemId}`;
    case 'ROLLED_BACK':
      return `${itemId} has an older version than the lock in force pins`;
    case 'UNSIGNED':
      return `${itemId} is not signed`;
    case 'BAD_SIGNATURE':
      return `the signature of ${itemId} is not valid`;
    case 'UNTRUSTED':
      return `${itemId} is signed by a key that is not trusted`;
    default:
      return kind satisfies never;
  }
}

function notCheckedIn({ findings }: ToolVerdict): readonly NotChecked[] {
  const isCut = findings.some(({ kind }) => kind === 'MISSING' || kind === 'EXECUTOR_CHANGED' || kind === 'CHAIN_LENGTH');
  return isCut ? [{ what: 'elements below the first difference', reason: 'the chain leads elsewhere' }] : [];
}
