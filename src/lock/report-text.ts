/**
 * The verdict for people, in the words of lock.md:
 *
 *     ✗ dec.lock.json — self-hash valid, 2 of 5 members failed
 *       root: /data/dec
 *       HASH_MISMATCH  tape.csv    expected sha256:7d86... got sha256:a3f1...
 *       MISSING        draft.xlsx
 */
import { contentLines } from './content-text.ts';
import { checkedOf, type Finding, type MembersReport, outcomeOf, type VerifyReport } from './report.ts';
import { type Look, shortened, WIDEST_PATH } from './report-look.ts';

/** Line by line, without line ends. */
export function* reportLines(report: VerifyReport, look: Look): Generator<string, void, undefined> {
  const { lockHash, members } = report;
  const name = look.path(report.lockfile);
  if (!lockHash.valid) {
    yield `${look.bad('✗')} ${name} — TAMPERED`;
    yield `  stored:   ${look.path(lockHash.stored)}`;
    yield `  computed: ${lockHash.computed}`;
  } else if (members === null) {
    yield `${look.good('✓')} ${name} — self-hash valid (${lockHash.stored.slice(0, 'sha256:'.length + 8)}...)`;
  } else {
    yield headline(report, members, name, look);
    yield `  root: ${look.path(members.root)}`;
    yield* findingLines(members, look);
    if (report.content) yield* contentLines(report.content, look);
    for (const hint of members.hints) yield `  hint: ${look.path(hint.path)}: ${look.path(hint.message)}`;
  }
}

function headline(report: VerifyReport, members: MembersReport, name: string, look: Look): string {
  const [failed, skipped, checked] = [members.failures.count, members.skips.count, checkedOf(members)];
  const others = members.notSelected === null ? '' : `, ${members.notSelected} not selected`;
  const left = `${skipped === 0 ? '' : `, ${skipped} skipped`}${contentLeft(report)}`;
  switch (outcomeOf(report)) {
    case 'VERIFY_OK':
      return `${look.good('✓')} ${name} — self-hash valid, ${members.verified}/${checked} members verified${others}`;
    case 'VERIFY_PARTIAL':
      return `${look.warn('⚠')} ${name} — self-hash valid, ${members.verified}/${checked} verified${left}${others}`;
    default:
      if (failed === 0 && (report.content?.changes.count ?? 0) > 0)
        return `${look.bad('✗')} ${name} — self-hash valid, ${members.verified}/${checked} verified${left}${others}`;
      if (failed === 0)
        return `${look.bad('✗')} ${name} — self-hash valid, ${members.verified}/${checked} verified${left} (--strict)${others}`;
      return `${look.bad('✗')} ${name} — self-hash valid, ${failed} of ${checked} members failed${left}${others}`;
  }
}

function contentLeft({ content }: VerifyReport): string {
  const [changed, skipped] = [content?.changes.count ?? 0, content?.skips.count ?? 0];
  return `${changed === 0 ? '' : `, content of ${changed} changed`}${skipped === 0 ? '' : `, content of ${skipped} not judged`}`;
}

function* findingLines(members: MembersReport, look: Look): Generator<string, void, undefined> {
  const widths = { reason: 0, path: 0 };
  for (const { reason, path } of findings(members)) {
    widths.reason = Math.max(widths.reason, reason.length);
    widths.path = Math.max(widths.path, Math.min(look.path(path).length, WIDEST_PATH));
  }
  for (const finding of findings(members)) {
    const reason = finding.reason.padEnd(widths.reason);
    yield `  ${reason}  ${look.path(finding.path).padEnd(widths.path)}  ${look.path(explain(finding))}`.trimEnd();
  }
}

function* findings({ failures, skips }: MembersReport): Generator<Finding, void, undefined> {
  for (const table of [failures, skips]) {
    for (const index of table.order()) yield table.value(index) as unknown as Finding;
  }
}

function explain(finding: Finding): string {
  switch (finding.reason) {
    case 'HASH_MISMATCH': {
      const [expected, actual] = shortened(finding.expected, finding.actual);
      return `expected ${expected} got ${actual}`;
    }
    case 'SIZE_MISMATCH':
      return `expected ${finding.expected_size} bytes got ${finding.actual_size}`;
    case 'IO_ERROR':
      return finding.detail;
    default:
      return '';
  }
}
