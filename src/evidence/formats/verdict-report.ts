/**
 * Verdicts for CI systems: a JUnit suite for each, and one SARIF run for all.
 *
 * In JUnit, evidence that is OK is one case that passed; otherwise each finding is a case that failed. What was not checked is a case that
 * was skipped, so that it is never shown as passed; a signature that is trusted is a case that passed, one that trusts nobody one that was skipped. Evidence of which a part could not be checked, without a finding, is one case that failed.
 */
import type { Finding, PassedOver, Verdict } from '../verdict.ts';
import { coverageText, kindTitle } from './coverage-text.ts';
import type { JunitCase, JunitSuite } from './junit.ts';
import { placeOf } from './place.ts';
import { MAX_RESULTS, type SarifResult, type SarifRun } from './sarif.ts';
import { policyText, signatureText } from './signature-text.ts';

export function verdictSuite(verdict: Verdict): JunitSuite {
  const { path, outcome, findings, notChecked } = verdict;
  const bad = outcome === 'OK' ? 0 : Math.max(findings.count, 1);
  const isError = outcome === 'REFUSED';
  const signed = [...signatureCases(verdict)];
  const idle = signed.filter(({ ending }) => ending !== null).length;
  return {
    package: `custody verify: ${kindTitle(verdict)}`,
    name: path,
    tests: Math.max(bad, 1) + notChecked.length + signed.length,
    failures: isError ? 0 : bad,
    errors: isError ? bad : 0,
    skipped: notChecked.length + idle,
    cases: casesOf(verdict),
  };
}

/** What a search has passed over, as cases that were skipped. */
export function passedOverSuite(passedOver: readonly PassedOver[]): JunitSuite {
  return {
    package: 'custody verify',
    name: 'passed over',
    tests: passedOver.length,
    failures: 0,
    errors: 0,
    skipped: passedOver.length,
    cases: passedOver.map(({ path, reason }) => ({ name: path, ending: { tag: 'skipped' as const, message: reason } })),
  };
}

function* casesOf(verdict: Verdict): Generator<JunitCase> {
  const { path, outcome, findings, notChecked } = verdict;
  const tag = outcome === 'REFUSED' ? 'error' : 'failure';
  if (outcome === 'OK') yield { name: path, ending: null };
  else if (findings.count === 0) yield { name: path, ending: { tag, type: outcome, message: coverageText(verdict) } };
  for (const finding of findings) {
    const { code, message } = finding;
    yield { name: finding.path ?? path, ending: { tag, type: code, message, body: detailOf(verdict, finding) } };
  }
  for (const { what, reason } of notChecked) yield { name: what, ending: { tag: 'skipped', message: `not checked: ${reason}` } };
  yield* signatureCases(verdict);
}

/** What is wrong with a signature is a finding already. */
function* signatureCases({ signed }: Verdict): Generator<JunitCase> {
  for (const signature of signed?.signatures ?? []) {
    const { state, path } = signature;
    if (state === 'trusted') yield { name: `signature ${path}`, ending: null };
    else if (state !== 'bad') yield { name: `signature ${path}`, ending: { tag: 'skipped', message: signatureText(signature) } };
  }
}

function detailOf(verdict: Verdict, finding: Finding): string {
  const { path, line } = placeOf(verdict, finding);
  const { wanted, found, next_command: next } = finding;
  return [
    `${path}:${line}`,
    ...(wanted === null ? [] : [`wanted: ${wanted}`]),
    ...(found === null ? [] : [`found: ${found}`]),
    ...(next === null ? [] : [`next: ${next}`]),
  ].join('\n');
}

/** A rule for each code that was found. */
export class SarifCollector {
  readonly #rules = new Map<string, string>();
  readonly #results: SarifResult[] = [];
  readonly #notes: string[] = [];
  #found = 0;

  add(verdict: Verdict): void {
    const { path, outcome, findings, notChecked } = verdict;
    if (outcome === 'PARTIAL' && findings.count === 0) {
      const message = `${path}: not everything could be checked: ${coverageText(verdict)}`;
      this.#result({ rule: 'PARTIAL', level: 'warning', message, path }, kindTitle(verdict));
    }
    for (const finding of findings) {
      if (this.#results.length >= MAX_RESULTS) break;
      const message = `${path}: ${finding.message}`;
      this.#result({ rule: finding.code, message, ...placeOf(verdict, finding) }, kindTitle(verdict));
    }
    this.#found += Math.max(findings.count, outcome === 'PARTIAL' ? 1 : 0);
    for (const signature of verdict.signed?.signatures ?? []) this.#notes.push(`${path}: signed: ${signatureText(signature)}`);
    if (verdict.signed?.policy) this.#notes.push(`${path}: policy: ${policyText(verdict.signed.policy)}`);
    for (const { what, reason } of notChecked) this.#notes.push(`${path}: not checked: ${what}: ${reason}`);
  }

  #result(result: SarifResult, title: string): void {
    if (this.#results.length >= MAX_RESULTS) return;
    this.#results.push(result);
    if (!this.#rules.has(result.rule)) this.#rules.set(result.rule, title);
  }

  run(version: string, passedOver: readonly PassedOver[]): SarifRun {
    return {
      tool: 'custody verify',
      version,
      rules: [...this.#rules].map(([id, title]) => ({ id, title: `${id}, in a ${title}`, help: HELP })),
      results: this.#results,
      found: this.#found,
      notes: [...this.#notes, ...passedOver.map(({ path, reason }) => `passed over ${path}: ${reason}`)].slice(0, MAX_RESULTS),
    };
  }
}

const HELP = 'The message says what was found. custody verify shows it together with what was wanted and with a command that helps.';
