/**
 * Verdicts as one self-contained HTML page, fit to print: no script, nothing loaded from elsewhere. Each verdict has a bar of what was
 * checked, and its findings grouped by code. A group lists its first findings and counts the others, which the JSON form has.
 */
import { grouped } from '#core/count-text';
import { type Coverage, type Finding, type Verdict, type Verdicts, worstOutcome } from '../verdict.ts';
import { countsText, coverageText, kindTitle } from './coverage-text.ts';
import { escapeXml } from './junit.ts';
import { signedLines } from './signature-text.ts';

const MAX_IN_GROUP = 1000;

export interface PageFacts {
  readonly version: string;
  /** In UTC, in whole seconds. */
  readonly at: string;
}

export function* htmlLines(all: Verdicts, { version, at }: PageFacts): Generator<string> {
  const { verdicts, passedOver } = all;
  const worst = worstOutcome(verdicts.map(({ outcome }) => outcome));
  yield '<!DOCTYPE html>';
  yield '<html lang="en"><head><meta charset="utf-8">';
  yield `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">';
  yield `<title>custody verify: ${worst}</title>`;
  yield `<style>${STYLE}</style></head><body>`;
  yield `<h1><span class="outcome ${worst}">${worst}</span> custody verify</h1>`;
  yield `<p>${text(countsText(all))}. custody ${text(version)}, ${text(at)}.</p>`;
  if (verdicts.length > 1) yield* overview(verdicts);
  for (const verdict of verdicts) yield* section(verdict);
  if (passedOver.length > 0) {
    yield '<section><h2>Passed over</h2><ul>';
    for (const { path, reason } of passedOver.slice(0, MAX_IN_GROUP)) yield `<li><code>${text(path)}</code>: ${text(reason)}</li>`;
    if (passedOver.length > MAX_IN_GROUP) yield `<li>${grouped(passedOver.length - MAX_IN_GROUP)} more</li>`;
    yield '</ul></section>';
  }
  yield '</body></html>';
}

function* overview(verdicts: readonly Verdict[]): Generator<string> {
  yield '<table><thead><tr><th>outcome</th><th>evidence</th><th>kind</th><th>checked</th></tr></thead><tbody>';
  for (const verdict of verdicts) {
    const { outcome, path } = verdict;
    const cells = [
      `<span class="outcome ${outcome}">${outcome}</span>`,
      `<code>${text(path)}</code>`,
      text(kindTitle(verdict)),
      checked(verdict),
    ];
    yield `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  }
  yield '</tbody></table>';
}

function checked(verdict: Verdict): string {
  return text(verdict.outcome === 'REFUSED' ? 'nothing' : coverageText(verdict));
}

function* section(verdict: Verdict): Generator<string> {
  const { outcome, path, id, digest, root, coverage, findings, notChecked } = verdict;
  yield `<section><h2><span class="outcome ${outcome}">${outcome}</span> <code>${text(path)}</code></h2>`;
  yield `<p>${text(kindTitle(verdict))}, ${checked(verdict)}</p>`;
  yield bar(coverage);
  yield '<dl>';
  for (const [name, value] of [
    ['id', id],
    ['SHA-256', digest],
    ['root', root?.path ?? null],
  ] as const)
    if (value !== null) yield `<dt>${name}</dt><dd><code>${text(value)}</code></dd>`;
  yield '</dl>';
  if (verdict.signed !== undefined) {
    yield '<h3>Signatures</h3><ul>';
    for (const line of signedLines(verdict.signed, MAX_IN_GROUP)) yield `<li>${text(line)}</li>`;
    yield '</ul>';
  }
  for (const group of groupsOf(findings)) yield* groupLines(group);
  if (notChecked.length > 0) {
    yield '<h3>Not checked</h3><ul>';
    for (const { what, reason } of notChecked) yield `<li>${text(what)}: ${text(reason)}</li>`;
    yield '</ul>';
  }
  yield '</section>';
}

const PARTS = ['verified', 'failed', 'skipped', 'not_selected'] as const;

/** The equation of coverage as a picture: the parts of what was expected, side by side. */
function bar(coverage: Coverage): string {
  const { expected } = coverage;
  if (expected === 0) return '';
  let x = 0;
  const parts = PARTS.flatMap((name) => {
    const count = coverage[name];
    if (count === 0) return [];
    // A single failure among a million is still seen.
    const width = Math.max((count / expected) * 100, 0.5);
    const part = `<rect class="${name}" x="${x.toFixed(3)}" y="0" width="${width.toFixed(3)}" height="4"/>`;
    x += width;
    return [part];
  });
  const words = PARTS.map((name) => `${grouped(coverage[name])} ${name.replace('_', ' ')}`).join(', ');
  return `<svg class="bar" viewBox="0 0 ${Math.max(x, 100).toFixed(3)} 4" preserveAspectRatio="none" role="img" aria-label="${words}"><title>${words}</title>${parts.join('')}</svg>`;
}

interface Group {
  readonly code: string;
  count: number;
  readonly first: Finding[];
}

function groupsOf(findings: Iterable<Finding>): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const group = groups.get(finding.code) ?? { code: finding.code, count: 0, first: [] };
    if (group.count++ < MAX_IN_GROUP) group.first.push(finding);
    groups.set(finding.code, group);
  }
  return groups.values();
}

function* groupLines({ code, count, first }: Group): Generator<string> {
  yield `<details open><summary>${text(code)}: ${grouped(count)}</summary>`;
  yield '<table><thead><tr><th>what was found</th><th>wanted</th><th>found</th></tr></thead><tbody>';
  for (const { message, wanted, found, next_command: next } of first) {
    const help = next === null ? '' : `<br><code class="next">${text(next)}</code>`;
    yield `<tr><td>${text(message)}${help}</td><td><code>${text(wanted ?? '')}</code></td><td><code>${text(found ?? '')}</code></td></tr>`;
  }
  yield '</tbody></table>';
  if (count > first.length) yield `<p>${grouped(count - first.length)} more; the JSON form lists them all.</p>`;
  yield '</details>';
}

/** The characters that XML has to escape are those of HTML, too. A carriage return is no character of HTML. */
function text(value: string): string {
  return escapeXml(value.replace(/\r/g, '\u{fffd}'));
}

const STYLE = [
  'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}',
  'h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-top:1px solid #ccc;padding-top:1rem}h3{font-size:1rem}',
  'code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}',
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid #ddd}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dd{margin:0}summary{font-weight:600;cursor:pointer;margin-top:1rem}',
  '.outcome{padding:.1rem .5rem;border-radius:.3rem;color:#fff;font-size:.85em}.next{color:#555}',
  '.OK{background:#1a7f37}.PARTIAL{background:#8a5a00}.FAILED,.REFUSED{background:#b3261e}',
  '.bar{width:100%;height:1rem;border-radius:.3rem}.verified{fill:#1a7f37}.failed{fill:#b3261e}.skipped{fill:#d29922}.not_selected{fill:#9aa0a6}',
  '@media print{body{margin:0;max-width:none}section{break-inside:auto}tr{break-inside:avoid}.outcome,.bar{print-color-adjust:exact;-webkit-print-color-adjust:exact}}',
].join('');
