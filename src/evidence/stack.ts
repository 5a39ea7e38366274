/**
 * The verdict on a deployment lock, from `stack-verify.v0`: its members are its claims. A claim that nothing can prove, such as the time of
 * locking, is accepted as written (`not_selected`); one whose evidence was not there is `skipped`.
 */
import { counted } from '#core/count-text';
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { shellPath } from '#core/shell-words';
import type { Finding as StackFinding } from '#stack/verify/findings';
import { countsOf, reportDocument, type StackVerdict } from '#stack/verify/report';
import { isTakenAsWritten } from '#stack/verify/verify';
import { documentReport, mappedFindings } from './contract.ts';
import { createVerdict, type Finding, NO_FINDINGS, type NotChecked, type Root, type Verdict } from './verdict.ts';

export interface JudgedStack {
  readonly given: string;
  readonly digest: string;
  readonly how: Root['how'];
}

export function stackVerdict({ given, digest, how }: JudgedStack, own: StackVerdict): Verdict {
  const { claims, verified, drifted, notChecked, beside } = countsOf(own);
  const taken = own.judged.notChecked.filter(({ field }) => isTakenAsWritten(field)).length;
  const skipped = notChecked - taken;
  const { findings } = own.judged;
  return createVerdict({
    kind: 'stack-lock',
    path: given,
    id: own.zoneId,
    digest,
    outcome: findings.length > 0 ? 'FAILED' : skipped > 0 ? 'PARTIAL' : 'OK',
    coverage: { expected: claims, verified, failed: drifted, skipped, not_selected: taken, extra: beside },
    findings: mappedFindings(findings, (finding) => common(given, finding)),
    notChecked: [
      ...[...own.judged.notChecked, ...own.notLookedUp].map(({ section, id, field, reason }): NotChecked => {
        return { what: [section, id, field].filter((part) => part !== null).join(' '), reason };
      }),
      ...notInForce(own),
    ],
    root: own.evidence.root === null ? null : { path: own.evidence.root, how },
    report: documentReport(reportDocument(own)),
  });
}

/** What a good lock may hide: a corridor that the lock rightly calls inactive is not in force, and a key that nothing reads has no effect. */
function notInForce({ corridors, unusedKeys }: StackVerdict): readonly NotChecked[] {
  const inactive = corridors.filter(({ activated }) => activated === false);
  return [
    ...inactive.map(({ corridorId, blockers }) => ({ what: `corridors ${corridorId}`, reason: `not active: ${blockers.join(', ')}` })),
    ...unusedKeys.map(({ file, key }) => ({ what: `${file} ${key}`, reason: 'nothing reads this key' })),
  ];
}

export interface UnreadStack {
  readonly zoneId: string;
  readonly claims: number;
  readonly selfOnly: boolean;
}

/** The verdict if no file was read: none was wanted, or no tree was found. The claims are those of the lock. */
export function unreadStackVerdict(
  { given, digest }: Pick<JudgedStack, 'given' | 'digest'>,
  { zoneId, claims, selfOnly }: UnreadStack,
): Verdict {
  const reason = selfOnly ? '--self-only: no file was read' : 'no folder above the lock contains modules; --root DIR names it';
  return createVerdict({
    kind: 'stack-lock',
    path: given,
    id: zoneId,
    digest,
    outcome: selfOnly ? 'OK' : 'PARTIAL',
    coverage: { expected: claims, verified: 0, failed: 0, skipped: selfOnly ? 0 : claims, not_selected: selfOnly ? claims : 0, extra: 0 },
    findings: NO_FINDINGS,
    notChecked: [{ what: counted(claims, 'claim'), reason }],
    root: null,
    report: null,
  });
}

function common(given: string, { kind, section, id, field, file, expected, actual, reason }: StackFinding): Finding {
  const what = [section, id, field].filter((part) => part !== null).join(' ');
  const message = `${what} ${SENTENCES[kind]}${reason === null ? '' : `: ${reason}`}`;
  return {
    code: kind,
    path: file,
    wanted: textOf(expected),
    found: textOf(actual),
    message,
    next_command: `custody stack explain ${shellPath(given)}`,
  };
}

const SENTENCES: Readonly<Record<StackFinding['kind'], string>> = {
  CHANGED: 'has changed',
  MISSING: 'is missing',
  UNREADABLE: 'cannot be read',
  DIFFERS: 'differs from the lock',
  UNPINNED: 'is not in the lock',
  STRAY: 'may be the missing one',
  AT_TIME: 'is in another state at that time',
  INACTIVE: 'is not active',
};

function textOf(value: JsonValue): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : formatSpine(value);
}
