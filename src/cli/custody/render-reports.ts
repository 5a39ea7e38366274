/** Verdicts in the forms of other systems: JUnit XML, SARIF, Markdown, HTML, and the annotations of GitHub. */
import { formatPretty } from '#core/json/pretty';
import { githubLines } from '#evidence/formats/github';
import { htmlLines } from '#evidence/formats/html';
import { junitLines } from '#evidence/formats/junit';
import { markdownLines } from '#evidence/formats/markdown';
import { sarifDocument } from '#evidence/formats/sarif';
import { passedOverSuite, SarifCollector, verdictSuite } from '#evidence/formats/verdict-report';
import type { Verdict, Verdicts } from '#evidence/verdict';
import { version } from '#installation/paths';
import type { Invocation } from '../command.ts';
import { createdAt } from '../created.ts';
import { writeLines } from '../show.ts';
import type { Renderer } from './render.ts';

export const githubRenderer = reportRenderer((all) => githubLines(all));
export const markdownRenderer = reportRenderer((all) => markdownLines(all));
export const htmlRenderer = reportRenderer((all, at) => htmlLines(all, { version, at }));

export const junitRenderer = reportRenderer(({ verdicts, passedOver }, at) => {
  const suites = [...verdicts.map(verdictSuite), ...(passedOver.length === 0 ? [] : [passedOverSuite(passedOver)])];
  return junitLines(suites, at);
});

export const sarifRenderer = reportRenderer(({ verdicts, passedOver }) => {
  const collector = new SarifCollector();
  for (const verdict of verdicts) collector.add(verdict);
  return [formatPretty(sarifDocument(collector.run(version, passedOver)))];
});

/** A report begins with what is known at the end only, so that it is written there. `at` is the time of the report. */
function reportRenderer(linesOf: (all: Verdicts, at: string) => Iterable<string>): (invocation: Invocation) => Renderer {
  return (invocation) => {
    const at = createdAt(invocation);
    const verdicts: Verdict[] = [];
    return {
      verdict: (verdict) => void verdicts.push(verdict),
      end: ({ passedOver, unknown }) => writeLines(invocation.stdout, linesOf({ verdicts, passedOver, unknown }, at)),
    };
  };
}
