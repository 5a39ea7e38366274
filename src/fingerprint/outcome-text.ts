/**
 * The canonical text of an outcome, `formatSpine(outcomeObject(outcome))`. That of most files has one shape, and thousands of them are
 * written at once without an object each.
 */
import { formatSpine, quote } from '#core/json/write';
import type { Candidate, NamedVerdict } from './candidate.ts';
import { detailOf, type Outcome, outcomeObject } from './outcome.ts';

export function outcomeText(outcome: Outcome): string {
  const { candidate, assertions, children, contentHash, extracted, isDiagnosed, matched, reason } = outcome;
  if (isDiagnosed || children !== null || !assertions.every(({ verdict }) => verdict.passed)) return formatSpine(outcomeObject(outcome));
  const told = assertions.map(assertionText).join(',');
  const hash = contentHash === null ? 'null' : `"${contentHash}"`;
  const why = reason === null ? 'null' : quote(reason);
  return `{"assertions":[${told}],"content_hash":${hash},"extracted":${formatSpine(extracted)},${whoText(candidate)},"matched":${matched},"reason":${why}}`;
}

function assertionText(assertion: NamedVerdict): string {
  return `{"detail":${quote(detailOf(assertion))},"name":${quote(assertion.name)},"passed":true}`;
}

const written = new WeakMap<Candidate, string>();

/** The same for every file. */
export function whoText(candidate: Candidate): string {
  const before = written.get(candidate);
  if (before !== undefined) return before;
  const { crate, id, source, version } = candidate;
  const text = `"fingerprint_crate":${quote(crate)},"fingerprint_id":${quote(id)},"fingerprint_source":${quote(source)},"fingerprint_version":${quote(version)}`;
  written.set(candidate, text);
  return text;
}
