/** What `fingerprint test` says to people. */
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { Definition } from '#fingerprint/define/definition';
import type { TestedSample } from '#fingerprint/ops/test-samples';

export interface TestLook {
  readonly show: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export function* testLines(
  { id }: Definition,
  tested: readonly TestedSample[],
  { show, good, bad }: TestLook,
): Generator<string, undefined, undefined> {
  for (const { name, fingerprint, error } of tested) {
    if (fingerprint === null) {
      yield `${bad('✗')} ${show(name)} — not judged: ${show(error ?? '')}`;
      continue;
    }
    const { matched, reason, assertions, extracted, content_hash } = fingerprint;
    const verdict = matched ? 'matches' : `does not match: ${show(reason ?? '')}`;
    yield `${matched ? good('✓') : bad('✗')} ${show(name)} — ${id} ${verdict}`;
    for (const { name: assertion, passed, detail } of assertions)
      yield `  ${passed ? good('✓') : bad('✗')} ${show(assertion)}: ${show(detail)}`;
    for (const [key, value] of Object.entries(extracted ?? {})) yield `  ${show(key)} = ${show(shortened(value))}`;
    if (content_hash !== null) yield `  content_hash = ${content_hash}`;
  }
  return undefined;
}

const WIDEST = 100;

function shortened(value: JsonValue): string {
  const text = formatSpine(value);
  return text.length > WIDEST ? `${text.slice(0, WIDEST).toWellFormed()}…` : text;
}
