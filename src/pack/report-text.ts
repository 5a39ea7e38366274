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
import { referencedPath } from './reference.ts';
import { type ReferenceReport, unreadFiles } from './references.ts';
import type { PackVerdict } from './verify.ts';

export function* reportLines(
  { outcome, manifest, findings, found, references }: PackVerdict,
  { show, good, bad, warn }: TextStyle,
): Generator<string> {
  yield `pack verify: ${outcome === 'OK' ? good(outcome) : outcome === 'PARTIAL' ? warn(outcome) : bad(outcome)}`;
  yield `  pack_id: ${show(manifest.packId)}`;
  yield `  created: ${show(manifest.created)}`;
  if (manifest.note !== null) yield `  note: ${show(manifest.note)}`;
  const total = manifest.members.length;
  const sound = found.proven().count;
  yield `  members: ${sound} of ${total} ${total === 1 ? 'is as it was' : 'are as they were'} sealed`;
  yield* referenceLines(references, show);
  if (findings.length === 0) return;
  yield '  findings:';
  for (const finding of findings) yield* findingLines(finding, show);
}

/** The files that are not in the pack itself. */
function* referenceLines(references: ReferenceReport, show: (text: string) => string): Generator<string> {
  const { files, asked } = references;
  if (files.length === 0) return;
  const unread = unreadFiles(references);
  const how =
    asked === null
      ? 'none was read; --store URL reads them'
      : `${files.length - unread.length} of ${files.length} were read from ${show(asked)}`;
  yield `  by reference: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${how}`;
  for (const { member, size, store } of unread)
    yield `    - ${show(referencedPath(member))}, ${size} bytes, kept in ${show(store)}: not read`;
}

function* findingLines({ code, path, field, expected, actual }: Finding, show: (text: string) => string): Generator<string> {
  const where = [path, field === undefined ? undefined : `field ${field}`].filter((part) => part !== undefined);
  yield `    - ${code}${where.length === 0 ? '' : ` (${where.map(show).join(', ')})`}`;
  if (expected !== undefined) yield `        expected: ${show(expected)}`;
  if (actual !== undefined) yield `        actual:   ${show(actual)}`;
}
