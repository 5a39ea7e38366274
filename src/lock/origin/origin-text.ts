/**
 * What a verdict says for people about the profiles and the tools of a lock:
 *
 *       profiles: 1 verified
 *       HASH_MISMATCH  profile loans.v1  expected sha256:7d86... got sha256:a3f1... (loans.yaml)
 *       ⚠ profile rents.v2@sha256:… not checked (no file was given for it)
 *       ⚠ tool hash: 0.1.0 when locked, 0.2.0 here
 */
import { type ReportStyle, shortened } from '../report-style.ts';
import type { ProfilesReport } from './profiles.ts';
import type { ToolsReport } from './tools.ts';

const UNCHECKED = {
  NO_FILE: 'no file was given for it',
  NO_HASH: 'the lock has no hash of it',
  NOT_INSTALLED: 'not a tool of this installation',
  NO_VERSION: 'the lock has no version of it',
} as const;

export function* profileLines(report: ProfilesReport | null | undefined, look: ReportStyle): Generator<string, void, undefined> {
  if (!report) return;
  if (report.verified + report.failures.length > 0) yield `  profiles: ${report.verified} verified`;
  for (const { reason, profile, expected, actual, file } of report.failures) {
    const [wanted, found] = shortened(expected ?? '', actual);
    const hashes = expected === null ? '' : `  expected ${wanted} got ${found}`;
    yield `  ${reason}  profile ${look.path(profile)}${hashes} (${look.path(file)})`;
  }
  for (const { profile, reason } of report.notChecked)
    yield `  ${look.warn('⚠')} profile ${look.path(profile)} not checked (${UNCHECKED[reason]})`;
}

export function* toolLines(
  report: ToolsReport | null | undefined,
  look: ReportStyle,
  isStrict: boolean,
): Generator<string, void, undefined> {
  if (!report) return;
  yield `  tools: ${report.same} as locked`;
  for (const { tool, locked, installed } of report.differences)
    yield `  ${isStrict ? look.bad('✗') : look.warn('⚠')} tool ${look.path(tool)}: ${look.path(locked)} when locked, ${installed} here`;
  for (const { tool, reason } of report.notChecked) yield `  ${look.warn('⚠')} tool ${look.path(tool)} not checked (${UNCHECKED[reason]})`;
}
