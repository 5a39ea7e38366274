/**
 * The verdict as text for people, in the words of lock.md:
 *
 *     ✗ dec.lock.json — self-hash valid, 2 of 5 members failed, 1 extra file
 *       lock_hash: sha256:49cf1d6d…
 *       root: /data/dec
 *       ⚠ 1 path was skipped when the lock was made (not covered)
 *       HASH_MISMATCH  tape.csv    expected sha256:7d86... got sha256:a3f1...
 *       MISSING        draft.xlsx
 */
import type { Scope } from '#core/scope';
import { shellQuote } from '#core/shell-words';
import { contentLines } from './content/content-text.ts';
import { profileLines, toolLines } from './origin/origin-text.ts';
import { checkedOf, type Finding, intactBy, isUnexpected, type MembersReport, outcomeOf, type VerifyReport } from './report.ts';
import { MAX_PATH_WIDTH, type ReportStyle, shortened } from './report-style.ts';
import { CONFIDENCE_PERCENT } from './sample.ts';
import { weakerSum, weakerTexts } from './strength.ts';
import { wrongRootText } from './wrong-root.ts';

/** Yields lines without line endings. */
export function* reportLines(report: VerifyReport, look: ReportStyle): Generator<string, void, undefined> {
  const { lockHash, members } = report;
  const name = look.path(report.lockfile);
  if (!lockHash.valid) {
    yield `${look.bad('✗')} ${name} — TAMPERED`;
    yield `  stored:   ${look.path(lockHash.stored)}`;
    yield `  computed: ${lockHash.computed}`;
  } else if (isUnexpected(report.expected)) {
    yield `${look.bad('✗')} ${name} — UNEXPECTED_ID`;
    yield `  expected: ${look.path(report.expected?.expected ?? '')}`;
    yield `  found:    ${lockHash.computed}`;
  } else if (members === null) {
    yield `${markOf(report, look)} ${name} — self-hash valid (${lockHash.computed})${originLeft(report)}`;
    yield* leftOutLines(report, look);
    yield* originLines(report, look);
  } else {
    yield headline(report, members, name, look);
    yield `  lock_hash: ${lockHash.computed}`;
    yield `  root: ${look.path(members.root)}`;
    yield* sampleLines(members, look);
    yield* leftOutLines(report, look);
    yield* originLines(report, look);
    for (const { path, found } of members.hints) if (path === '.') yield `  hint: ${look.path(wrongRootText(missingOf(members), found))}`;
    yield* findingLines(members, look);
    if (report.content) yield* contentLines(report.content, look, missingAmong(members));
    for (const { path, message } of members.hints) if (path !== '.') yield `  hint: ${look.path(path)}: ${look.path(message)}`;
  }
}

function missingOf({ failures, extras }: MembersReport): number {
  return failures.count - extras;
}

/** The counts are about the members of the lock only. Extra files and unlisted folders are counted separately. */
function headline(report: VerifyReport, members: MembersReport, name: string, look: ReportStyle): string {
  const { extras, unlisted } = members;
  const [failed, skipped] = [members.failures.count - extras, members.skips.count - unlisted];
  const checked = checkedOf(members) - extras - unlisted;
  const others = members.notSelected === null ? '' : `, ${members.notSelected} not selected`;
  const more = extras === 0 ? '' : `, ${extras} extra ${extras === 1 ? 'file' : 'files'}`;
  const unknown = unlisted === 0 ? '' : `, ${unlisted} ${unlisted === 1 ? 'folder' : 'folders'} not listed`;
  const unread = weakerSum(members.weaker) === 0 ? '' : `, ${weakerTexts(members.weaker).join(', ')} (not read)`;
  const left = `${more}${skipped === 0 ? '' : `, ${skipped} skipped`}${unknown}${contentLeft(report)}${originLeft(report)}`;
  switch (outcomeOf(report)) {
    case 'VERIFY_OK':
      return `${unread === '' ? look.good('✓') : look.warn('✓')} ${name} — self-hash valid, ${members.verified}/${checked} members verified${unread}${others}`;
    case 'VERIFY_PARTIAL':
      return `${look.warn('⚠')} ${name} — self-hash valid, ${members.verified}/${checked} verified${unread}${left || (report.strict ? ' (--strict)' : '')}${others}`;
    default:
      if (failed === 0) {
        const why = outcomeOf({ ...report, strict: false }) === 'VERIFY_FAILED' ? '' : ' (--strict)';
        return `${look.bad('✗')} ${name} — self-hash valid, ${members.verified}/${checked} verified${unread}${left}${why}${others}`;
      }
      return `${look.bad('✗')} ${name} — self-hash valid, ${failed} of ${checked} members failed${unread}${left}${others}`;
  }
}

/** What the sample proves holds only if those who could change the files did not know it before. */
function* sampleLines(members: MembersReport, look: ReportStyle): Generator<string, void, undefined> {
  const { sample } = members;
  if (sample === undefined) return;
  const { chosen, population, seed } = sample;
  yield `  sample: ${chosen.length} of ${population} members, seed ${look.path(seed)} (--json lists them)`;
  const intact = intactBy(members);
  if (chosen.length === population) return;
  if (intact === null) yield '  proves: nothing about the other members, since not all of the sample are as the lock says';
  else
    yield `  proves: at least ${intact} of ${population} members are intact, with ${CONFIDENCE_PERCENT} % confidence, if the seed was not known before`;
}

function markOf(report: VerifyReport, look: ReportStyle): string {
  const outcome = outcomeOf(report);
  return outcome === 'VERIFY_OK' ? look.good('✓') : outcome === 'VERIFY_PARTIAL' ? look.warn('⚠') : look.bad('✗');
}

/** M4, M5: what this lock does not cover, so that no verdict says anything about it. */
function* leftOutLines({ leftOut }: VerifyReport, look: ReportStyle): Generator<string, void, undefined> {
  const { skipped, scope } = leftOut ?? { skipped: 0, scope: null };
  if (skipped > 0)
    yield `  ${look.warn('⚠')} ${skipped} ${skipped === 1 ? 'path was' : 'paths were'} skipped when the lock was made (not covered)`;
  if (scope !== null) yield `  ${look.warn('⚠')} the lock was made with ${look.path(rulesOf(scope))} (the rest is not covered)`;
}

function rulesOf({ include, exclude, follow }: Scope): string {
  const globs = [...include.map((glob) => `--include ${shellQuote(glob)}`), ...exclude.map((glob) => `--exclude ${shellQuote(glob)}`)];
  return [...globs, ...(follow ? [] : ['--no-follow'])].join(' ');
}

function contentLeft({ content }: VerifyReport): string {
  const [changed, skipped] = [content?.changes.count ?? 0, content?.skips.count ?? 0];
  return `${changed === 0 ? '' : `, content of ${changed} changed`}${skipped === 0 ? '' : `, content of ${skipped} not judged`}`;
}

function* originLines({ profiles, tools, strict }: VerifyReport, look: ReportStyle): Generator<string, void, undefined> {
  yield* profileLines(profiles, look);
  yield* toolLines(tools, look, strict);
}

function originLeft({ profiles, tools, strict }: VerifyReport): string {
  const [failed, differ] = [profiles?.failures.length ?? 0, strict ? (tools?.differences.length ?? 0) : 0];
  const some = (count: number, one: string, many: string): string => (count === 0 ? '' : `, ${count} ${count === 1 ? one : many}`);
  return `${some(failed, 'profile failed', 'profiles failed')}${some(differ, 'tool differs', 'tools differ')}`;
}

function* findingLines(members: MembersReport, look: ReportStyle): Generator<string, void, undefined> {
  const widths = { reason: 0, path: 0 };
  for (const { reason, path } of findings(members)) {
    widths.reason = Math.max(widths.reason, reason.length);
    widths.path = Math.max(widths.path, Math.min(look.path(path).length, MAX_PATH_WIDTH));
  }
  for (const finding of findings(members)) {
    const reason = finding.reason.padEnd(widths.reason);
    yield `  ${reason}  ${look.path(finding.path).padEnd(widths.path)}  ${look.path(explain(finding))}`.trimEnd();
  }
}

function missingAmong({ failures }: MembersReport): (path: string) => boolean {
  const missing = new Set<string>();
  for (const { reason, path } of failures.inOrder() as Iterable<Finding>) {
    if (reason === 'MISSING') missing.add(path);
  }
  return (path) => missing.has(path);
}

function* findings({ failures, skips }: MembersReport): Generator<Finding, void, undefined> {
  for (const list of [failures, skips]) yield* list.inOrder() as Iterable<Finding>;
}

function explain(finding: Finding): string {
  switch (finding.reason) {
    case 'HASH_MISMATCH': {
      const [expected, actual] = shortened(finding.expected, finding.actual);
      return `expected ${expected} got ${actual}`;
    }
    case 'SUSPECTED_DAMAGE':
      return `other bytes, but size and times are as when it was read; got ${shortened(finding.expected, finding.actual)[1]}`;
    case 'SIZE_MISMATCH':
      return `expected ${finding.expected_size} bytes got ${finding.actual_size}`;
    case 'IO_ERROR':
    case 'NOT_CHECKED':
      return finding.detail;
    default:
      return '';
  }
}
