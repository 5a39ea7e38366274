/**
 * A verdict that a page can draw: with its first findings, and without a long report. A million findings are half a gigabyte of JSON; the whole
 * can be saved.
 */
import { shortText } from '#core/short-text';
import { type Finding, findingsOf, type Verdict } from '#evidence/verdict';

const MAX_FINDINGS = 1000;
const MAX_REPORT = 1 << 20;
const MAX_TEXT = 1 << 14;

export function shortVerdict(verdict: Verdict): Verdict {
  const findings: Finding[] = [];
  for (const finding of verdict.findings) {
    if (findings.length === MAX_FINDINGS) break;
    findings.push(finding);
  }
  return { ...verdict, findings: findingsOf(findings.map(shortFinding)), report: shortReport(verdict.report) };
}

/** A name may have ten million letters. */
function shortFinding(finding: Finding): Finding {
  const short = (text: string): string => shortText(text, MAX_TEXT);
  const { path, wanted, found, message, next_command: next } = finding;
  return {
    ...finding,
    path: path === null ? null : short(path),
    wanted: wanted === null ? null : short(wanted),
    found: found === null ? null : short(found),
    message: short(message),
    // A command is never shortened: a part of it would be another command.
    next_command: next === null || next.length > MAX_TEXT ? null : next,
  };
}

function shortReport(report: Verdict['report']): Verdict['report'] {
  if (report === null) return null;
  let length = 0;
  report((bytes) => {
    length += bytes.length;
  });
  return length > MAX_REPORT ? null : report;
}
