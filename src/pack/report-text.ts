/**
 * The verdict of `pack verify` as text for people:
 *
 *     pack verify: INVALID
 *       pack_id: sha256:…
 *       created: 2026-01-15T10:30:00Z
 *       note: December reconciliation
 *       members: 5 of 5 are as they were sealed
 *       findings:
 *         - HASH_MISMATCH (rvl.report.json)
 *             expected: sha256:…
 *             actual:   sha256:…
 */
import type { TextStyle } from '#core/text-style';
import type { Finding } from './findings.ts';
import type { PackVerdict } from './verify.ts';

export function* reportLines(
  { outcome, manifest, findings, found }: PackVerdict,
  { show, good, bad }: Omit<TextStyle, 'warn'>,
): Generator<string> {
  yield `pack verify: ${outcome === 'OK' ? good(outcome) : bad(outcome)}`;
  yield `  pack_id: ${show(manifest.packId)}`;
  yield `  created: ${show(manifest.created)}`;
  if (manifest.note !== null) yield `  note: ${show(manifest.note)}`;
  const total = manifest.members.length;
  const sound = found.proven().count;
  yield `  members: ${sound} of ${total} ${total === 1 ? 'is as it was' : 'are as they were'} sealed`;
  if (findings.length === 0) return;
  yield '  findings:';
  for (const finding of findings) yield* findingLines(finding, show);
}

function* findingLines({ code, path, field, expected, actual }: Finding, show: (text: string) => string): Generator<string> {
  const where = [path, field === undefined ? undefined : `field ${field}`].filter((part) => part !== undefined);
  yield `    - ${code}${where.length === 0 ? '' : ` (${where.map(show).join(', ')})`}`;
  if (expected !== undefined) yield `        expected: ${show(expected)}`;
  if (actual !== undefined) yield `        actual:   ${show(actual)}`;
}
