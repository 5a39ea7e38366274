/** The verdict on a witness ledger, from `witness-verify.v0`: its members are its lines. */
import { shellPath } from '#core/shell-words';
import { explainFinding, verdictReport } from '#witness/report';
import type { Finding as LineFinding, WitnessVerdict } from '#witness/verify';
import { listedReport, mappedFindings } from './contract.ts';
import { createVerdict, type Finding, type Verdict } from './verdict.ts';

export function ledgerVerdict(
  given: string,
  { ledger, digest }: { readonly ledger: string; readonly digest: string },
  own: WitnessVerdict,
): Verdict {
  const { lines, intact, findings, last } = own;
  return createVerdict({
    kind: 'ledger',
    path: given,
    id: last?.id ?? null,
    digest,
    outcome: findings.length === 0 ? 'OK' : 'FAILED',
    coverage: { expected: lines, verified: intact, failed: findings.length, skipped: 0, not_selected: 0, extra: 0 },
    findings: mappedFindings(findings, (finding) => common(given, finding)),
    notChecked: [{ what: 'lines that may be missing at the end', reason: 'a ledger cannot show them; witness verify --expect ID does' }],
    root: null,
    report: listedReport({ ...verdictReport(ledger, own) }, 'findings', findings, (finding) => ({ ...finding })),
  });
}

function common(given: string, finding: LineFinding): Finding {
  const { line, reason } = finding;
  const [wanted, found] = reason === 'EDITED' ? [finding.expected, finding.actual] : [null, null];
  const message = `line ${line} ${SENTENCES[reason]}: ${explainFinding(finding)}`;
  return { code: reason, path: `line ${line}`, wanted, found, message, next_command: `sed -n ${line}p ${shellPath(given)}` };
}

const SENTENCES: Readonly<Record<LineFinding['reason'], string>> = {
  TORN: 'is cut short',
  UNREADABLE: 'cannot be read',
  EDITED: 'was edited',
  NOT_CANONICAL: 'is not in canonical form',
  MALFORMED: 'is not a record',
  DUPLICATE: 'is a duplicate',
  FORK: 'begins a second chain',
  GAP: 'follows a record that is not there',
  OUT_OF_ORDER: 'is out of order',
};
