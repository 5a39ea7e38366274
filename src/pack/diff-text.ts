/**
 * The differences between two packs as text for people:
 *
 *     pack diff: CHANGES
 *       a: sha256:…
 *       b: sha256:…
 *       added: 1
 *         + notes.txt
 *       changed: 2
 *         ~ notes  (other -> fingerprint tape.v2)
 *         ~ rvl.report.json
 *       retyped: 1
 *         * rules.json  (other -> rules verify.rules.v0)
 *       unchanged: 3
 *       rvl: NO_REAL_CHANGE -> REAL_CHANGE  (rvl.report.json)
 *       lock diff: CHANGES  november/dec.lock.json -> december/dec.lock.json
 *         + loans.csv
 *         1 added, 0 removed, 0 changed, 0 moved, 3 unchanged
 *       note: null -> "second look"
 */
import { formatSpine } from '#core/json/write';
import { diffOutcome, isRetyped, type LockChange, type MemberPair, type PackDiff } from './diff.ts';
import type { PackMember } from './document.ts';

type Lines = Generator<string, void, undefined>;
type Safe = (text: string) => string;

/** `safe` makes text from a pack safe to show. */
export function* diffLines(diff: PackDiff, safe: Safe): Lines {
  yield `pack diff: ${diffOutcome(diff)}`;
  yield `  a: ${safe(diff.aPackId)}`;
  yield `  b: ${safe(diff.bPackId)}`;
  yield* listed('added', diff.added, ({ path }) => `+ ${safe(path)}`);
  yield* listed('removed', diff.removed, ({ path }) => `- ${safe(path)}`);
  yield* listed('changed', diff.changed, (pair) => `~ ${safe(pair.path)}${safe(retyping(pair))}`);
  yield* listed('retyped', diff.retyped, (pair) => `* ${safe(pair.path)}${safe(retyping(pair))}`);
  if (diff.unchanged > 0) yield `  unchanged: ${diff.unchanged}`;
  for (const { path, tool, from, to } of diff.shifts) yield `  ${safe(tool)}: ${safe(from)} -> ${safe(to)}  (${safe(path)})`;
  for (const lock of diff.locks) yield* lockLines(lock, safe);
  for (const { field, old, new: now } of diff.metadata) yield `  ${safe(field)}: ${safe(formatSpine(old))} -> ${safe(formatSpine(now))}`;
}

function* listed<T>(name: string, items: readonly T[], line: (item: T) => string): Lines {
  if (items.length > 0) yield `  ${name}: ${items.length}`;
  for (const item of items) yield `    ${line(item)}`;
}

function retyping(pair: MemberPair): string {
  return isRetyped(pair) ? `  (${kindOf(pair.a)} -> ${kindOf(pair.b)})` : '';
}

function kindOf({ type, artifactVersion }: PackMember): string {
  return artifactVersion === null ? type : `${type} ${artifactVersion}`;
}

function* lockLines(lock: LockChange, safe: Safe): Lines {
  if (lock.diff === null) yield `  lock diff: none for ${safe(lock.path)} — ${safe(lock.reason)}`;
  else for (const line of lock.lines(safe)) yield `  ${line}`;
}
