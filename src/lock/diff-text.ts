/**
 * The differences for people:
 *
 *     lock diff: CHANGES  nov.lock.json -> dec.lock.json
 *       + added.csv
 *       ~ tape.csv  (bytes_hash)
 *       > old.csv -> new.csv
 *       1 added, 0 removed, 1 changed, 1 moved, 3 unchanged
 */
import { formatSpine } from '#core/json/write';
import { type Change, diffOutcome, type LockDiff } from './diff.ts';

/** Line by line; `safe` makes a path fit to be shown. */
export function* diffLines(
  diff: LockDiff,
  names: { old: string; new: string },
  safe: (text: string) => string,
): Generator<string, void, undefined> {
  yield `lock diff: ${diffOutcome(diff)}  ${safe(names.old)} -> ${safe(names.new)}`;
  for (const { path } of diff.added) yield `  + ${safe(path)}`;
  for (const { path } of diff.removed) yield `  - ${safe(path)}`;
  for (const change of diff.changed) yield `  ~ ${safe(change.path)}  (${changedFields(change).join(', ')})`;
  for (const { from, to } of diff.moved) yield `  > ${safe(from)} -> ${safe(to)}`;
  for (const path of diff.skippedAdded) yield `  ! ${safe(path)}  (skipped now)`;
  for (const path of diff.skippedChanged) yield `  ! ${safe(path)}  (skipped for another reason)`;
  for (const path of diff.skippedRemoved) yield `  ! ${safe(path)}  (no longer skipped)`;
  for (const { field, old, new: now } of diff.metadata) yield `  ${safe(field)}: ${safe(formatSpine(old))} -> ${safe(formatSpine(now))}`;
  const { added, removed, changed, moved, unchanged } = diff;
  yield `  ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${moved.length} moved, ${unchanged} unchanged`;
}

function changedFields(change: Change): string[] {
  const names = new Set([...Object.keys(change.old), ...Object.keys(change.new)]);
  return [...names].filter((name) => formatSpine(change.old[name] ?? null) !== formatSpine(change.new[name] ?? null)).sort();
}
