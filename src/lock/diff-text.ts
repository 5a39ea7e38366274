/**
 * The differences between two locks as text for people:
 *
 *     lock diff: CHANGES  nov.lock.json -> dec.lock.json
 *       + added.csv  120 bytes
 *       ~ tape.csv  813 -> 820 bytes, sha256:d803... -> sha256:5cc1...  (other content)
 *       > old.csv -> new.csv
 *       1 added, 0 removed, 1 changed, 1 moved, 3 unchanged
 *
 * If both locks have a content hash for a changed file, the line says whether its content changed or only its bytes.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type Change, diffOutcome, type LockDiff } from './diff.ts';
import { type ReportStyle, shortened } from './report-style.ts';

export function* diffLines(diff: LockDiff, names: { old: string; new: string }, look: ReportStyle): Generator<string, void, undefined> {
  const safe = look.path;
  yield `lock diff: ${diffOutcome(diff)}  ${safe(names.old)} -> ${safe(names.new)}`;
  for (const { path, size } of diff.added) yield `  ${look.good('+')} ${safe(path)}  ${size} bytes`;
  for (const { path, size } of diff.removed) yield `  ${look.bad('-')} ${safe(path)}  ${size} bytes`;
  for (const change of diff.changed) yield `  ${look.warn('~')} ${safe(change.path)}  ${safe(explain(change))}`;
  for (const { from, to } of diff.moved) yield `  ${look.warn('>')} ${safe(from)} -> ${safe(to)}`;
  for (const path of diff.skippedAdded) yield `  ${look.bad('!')} ${safe(path)}  (skipped now)`;
  for (const path of diff.skippedChanged) yield `  ${look.warn('!')} ${safe(path)}  (skipped for another reason)`;
  for (const path of diff.skippedRemoved) yield `  ${look.good('!')} ${safe(path)}  (no longer skipped)`;
  for (const { field, old, new: now } of diff.metadata) yield `  ${safe(field)}: ${safe(formatSpine(old))} -> ${safe(formatSpine(now))}`;
  yield* totals(diff);
}

function* totals({ added, removed, changed, moved, unchanged }: LockDiff): Generator<string, void, undefined> {
  yield `  ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${moved.length} moved, ${unchanged} unchanged`;
  const verdicts = changed.map(contentVerdict);
  const [same, other] = [SAME, OTHER].map((verdict) => verdicts.filter((each) => each === verdict).length);
  if (same || other) yield `  of the changed: ${same} with the same content, ${other} with other content`;
}

const SAME = 'the same content';
const OTHER = 'other content';
/** The fields whose values are shown in the line itself. Other changed fields are only named. */
const SHOWN = new Set(['bytes_hash', 'size', 'fingerprint']);

function explain(change: Change): string {
  const fields = changedFields(change);
  const values = [...sizes(change, fields), ...hashes(change, fields)].join(', ');
  const others = fields.filter((name) => !SHOWN.has(name) || (name === 'fingerprint' && values === ''));
  const notes = [contentVerdict(change), ...others].filter((note) => note !== null).join(', ');
  return [values, notes === '' ? '' : `(${notes})`].filter((part) => part !== '').join('  ');
}

function sizes({ old, new: now }: Change, fields: readonly string[]): string[] {
  if (fields.includes('size')) return [`${formatSpine(old['size'] ?? null)} -> ${formatSpine(now['size'] ?? null)} bytes`];
  return fields.includes('bytes_hash') ? [`${formatSpine(old['size'] ?? null)} bytes`] : [];
}

function hashes({ old, new: now }: Change, fields: readonly string[]): string[] {
  if (!fields.includes('bytes_hash')) return [];
  const [before, after] = [textOf(old['bytes_hash']), textOf(now['bytes_hash'])];
  // Hashes of two algorithms differ from the first character on, so they cannot be shortened to the part that differs.
  return [before.slice(0, 7) === after.slice(0, 7) ? shortened(before, after).join(' -> ') : `${before} -> ${after}`];
}

/** Returns null if the two content hashes cannot be compared, or if the bytes are the same. */
function contentVerdict({ old, new: now }: Change): typeof SAME | typeof OTHER | null {
  const [before, after] = [contentOf(old), contentOf(now)];
  if (before === null || after === null || before.by !== after.by || textOf(old['bytes_hash']) === textOf(now['bytes_hash'])) return null;
  return before.hash === after.hash ? SAME : OTHER;
}

function contentOf({ fingerprint }: JsonObject): { readonly by: string; readonly hash: string } | null {
  if (!isJsonObject(fingerprint) || fingerprint['matched'] !== true || typeof fingerprint['content_hash'] !== 'string') return null;
  return {
    by: `${textOf(fingerprint['fingerprint_id'])} ${textOf(fingerprint['fingerprint_version'])}`,
    hash: fingerprint['content_hash'],
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : formatSpine(value ?? null);
}

function changedFields(change: Change): string[] {
  const names = new Set([...Object.keys(change.old), ...Object.keys(change.new)]);
  return [...names].filter((name) => formatSpine(change.old[name] ?? null) !== formatSpine(change.new[name] ?? null)).sort();
}
