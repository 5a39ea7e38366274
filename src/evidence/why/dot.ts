/**
 * `why.v0` as a graph for Graphviz: the subject, evidence as notes, runs as ellipses, and an arrow for each finding.
 *
 *     digraph why {
 *       "subject" [label="data/a.csv\nsha256:246f53bb…", shape=box, style=bold];
 *       "e1" [label="d.lock.json\ndataset lock\nsha256:918d1dfa…", shape=note];
 *       "e1" -> "subject" [label="names\na.csv"];
 *     }
 */
import { titleOf } from './text.ts';
import { SUBJECT, type Why, type WhyEvidence, type WhyRun } from './why.ts';

/** `show` escapes what could control a terminal; it may leave any other text. */
export function* dotLines(why: Why, show: (text: string) => string): Generator<string> {
  const label = (parts: readonly (string | null)[]): string =>
    dotString(parts.flatMap((part) => (part === null || part === '' ? [] : [show(part)])));
  yield 'digraph why {';
  yield '  rankdir=RL;';
  yield `  ${dotString([SUBJECT])} [label=${label([why.asked, why.subject.digests[0]?.digest ?? null])}, shape=box, style=bold];`;
  for (const each of why.evidence) yield `  ${dotString([each.ref])} [label=${label(evidenceParts(each))}, shape=note];`;
  for (const each of why.runs) yield `  ${dotString([each.ref])} [label=${label(runParts(each))}, shape=ellipse];`;
  for (const { by, of, relation, path } of why.findings)
    yield `  ${dotString([by])} -> ${dotString([of])} [label=${label([relation, path])}];`;
  yield '}';
}

function evidenceParts({ id, created, places: [first] }: WhyEvidence): readonly (string | null)[] {
  return [...(first === undefined ? [] : [first.path, titleOf(first.kind)]), id, created];
}

function runParts({ tool, tool_version, outcome, time, id }: WhyRun): readonly (string | null)[] {
  return [`${tool ?? '?'} ${tool_version ?? '?'}`, outcome, time, id];
}

/** Graphviz reads backslashes and entities inside of quotes. The parts are separate lines. */
function dotString(lines: readonly string[]): string {
  return `"${lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')).join('\\n')}"`;
}
