/**
 * Writes the differences of two locks as text:
 *
 *     chain diff: CHANGES  old/scraper@1.0.0.lock.json -> lockfiles/web/scraper@1.0.1.lock.json
 *       + wrappers/audit (project)
 *       ~ web/scraper
 *           executor_id: "runtimes/python_script" -> "wrappers/audit"
 *           integrity: "d21b161a…" -> "8dbe5482…"
 *       root.version: "1.0.0" -> "1.0.1"
 *       1 added, 0 removed, 1 changed, 2 unchanged
 */
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type ChainDiff, changedFields, diffOutcome } from './diff.ts';

type Safe = (text: string) => string;

/** Yields the lines; `safe` escapes text from a lock for the terminal. */
export function* diffLines(diff: ChainDiff, names: { readonly old: string; readonly new: string }, safe: Safe): Generator<string> {
  const { added, removed, changed, unchanged, metadata } = diff;
  yield `chain diff: ${diffOutcome(diff)}  ${safe(names.old)} -> ${safe(names.new)}`;
  for (const { itemId, space } of added) yield `  + ${safe(itemId)} (${space})`;
  for (const { itemId, space } of removed) yield `  - ${safe(itemId)} (${space})`;
  for (const change of changed) {
    yield `  ~ ${safe(change.itemId)}`;
    for (const field of changedFields(change)) yield `      ${arrow(field, change.old[field], change.new[field], safe)}`;
  }
  for (const { field, old, new: now } of metadata) yield `  ${arrow(field, old, now, safe)}`;
  yield `  ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged`;
}

function arrow(field: string, old: JsonValue | undefined, now: JsonValue | undefined, safe: Safe): string {
  return `${safe(field)}: ${safe(formatSpine(old ?? null))} -> ${safe(formatSpine(now ?? null))}`;
}
