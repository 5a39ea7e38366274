/**
 * The result of the content check as text for people:
 *
 *       content: 3 verified, 1 rewritten, 1 changed, 2 without a fingerprint
 *       CONTENT_CHANGED  tape.csv   expected blake3:7d86... got blake3:a3f1...
 *       REWRITTEN        rents.csv  other bytes, the same content
 */

import { MAX_PATH_WIDTH, type ReportStyle, shortened } from '../report-style.ts';
import { comparisonLines } from './comparison-text.ts';
import type { ContentFinding, ContentReport } from './content.ts';

interface Line {
  readonly code: string;
  readonly path: string;
  readonly words: string;
  /** Lines below it. */
  readonly more?: Iterable<string>;
}

/** A member that `isKnownMissing` names is already reported as missing. It is not listed again as unreadable. */
export function* contentLines(
  report: ContentReport,
  look: ReportStyle,
  isKnownMissing: (path: string) => boolean,
): Generator<string, void, undefined> {
  yield `  content: ${summary(report)}`;
  const widths = { code: 0, path: 0 };
  const shown = [...lines(report)].filter(({ code, path }) => code !== 'IO_ERROR' || !isKnownMissing(path));
  for (const { code, path } of shown) {
    widths.code = Math.max(widths.code, code.length);
    widths.path = Math.max(widths.path, Math.min(look.path(path).length, MAX_PATH_WIDTH));
  }
  for (const { code, path, words, more = [] } of shown) {
    yield `  ${code.padEnd(widths.code)}  ${look.path(path).padEnd(widths.path)}  ${look.path(words)}`.trimEnd();
    for (const line of more) yield `    ${look.path(line)}`;
  }
}

function summary({ verified, rewrites, changes, skips, withoutFingerprint }: ContentReport): string {
  const more = [
    [rewrites.count, 'rewritten'],
    [changes.count, 'changed'],
    [skips.count, 'skipped'],
    [withoutFingerprint, 'without a fingerprint'],
  ] as const;
  return [`${verified} verified`, ...more.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)].join(', ');
}

function* lines({ changes, rewrites, skips }: ContentReport): Generator<Line, void, undefined> {
  for (const table of [changes, rewrites, skips]) {
    for (const index of table.order()) yield lineOf(table.value(index) as unknown as ContentFinding);
  }
}

function lineOf(finding: ContentFinding): Line {
  const { path } = finding;
  if (finding.reason !== undefined) return { code: finding.reason, path, words: `${finding.fingerprint_id}: ${finding.detail}` };
  if (finding.expected === undefined) return { code: 'REWRITTEN', path, words: 'other bytes, the same content' };
  const { expected, actual, bytes, detail } = finding;
  const [wanted, got] = actual === null ? [expected, 'none'] : shortened(expected, actual);
  const none = detail === null ? 'still matches, but nothing is there that its content hash covers' : `no longer matches: ${detail}`;
  const words = actual === null ? `${finding.fingerprint_id} ${none}` : `expected ${wanted} got ${got}`;
  return { code: 'CONTENT_CHANGED', path, words: bytes === 'SAME' ? `${words}, in the same bytes` : words, more: comparisonLines(finding) };
}
