/**
 * `struct-check.v0`: whether a delivery is complete, folder by folder, from the names alone.
 *
 *     {"group_pattern":"deals/*","matched_directory":"deals/a","missing":["*.pdf"],"outcome":"partial","present":["tape.csv"],
 *      "rule_id":"monthly","tool_versions":{…},"unexpected":["x.tmp"],"version":"struct-check.v0"}
 *
 * Every file of a folder is in one list: `present` if a required or optional glob matches it, otherwise `unexpected`; `missing` are the required
 * globs that match no file. A file that the scan skipped was not delivered: it is in `skipped`, a list that is absent if it is empty. A rule that
 * matches no folder is `empty`, without a folder: what was never delivered must not look complete. If files come from several roots, `root` says
 * which one.
 */

import { compareUtf8 } from '#core/bytes/order';
import { type Glob, matchesGlob } from '#core/glob/glob';
import type { JsonObject } from '#core/json/value';
import type { StructRule } from './struct-rules.ts';

export interface DeliveredFile {
  /** The root of the scan. */
  readonly root: string;
  /** The path relative to the root, with `/`. */
  readonly path: string;
  readonly isSkipped: boolean;
}

export interface StructFinding {
  readonly ruleId: string;
  readonly groupPattern: string;
  /** Null if there is only one root. */
  readonly root: string | null;
  /** `.` for the root; null if no folder matches. */
  readonly directory: string | null;
  readonly outcome: 'complete' | 'partial' | 'empty';
  readonly present: readonly string[];
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  readonly skipped: readonly string[];
}

interface Folder {
  readonly root: string;
  readonly directory: string;
  readonly delivered: string[];
  readonly skipped: string[];
}

/** Sorted by rule, folder and root, in byte order. */
export function structCheck(rules: readonly StructRule[], files: Iterable<DeliveredFile>): readonly StructFinding[] {
  const folders = groupByFolder(files);
  const hasRoots = new Set(folders.map(({ root }) => root)).size > 1;
  const findings = rules.flatMap((rule) => {
    const fitting = folders.filter(({ directory }) => fits(rule.groupBy, directory));
    const judged = fitting.map((folder) => judge(rule, folder, hasRoots));
    return judged.length > 0 ? judged : [judge(rule, null, false)];
  });
  return findings.sort(
    (a, b) =>
      compareUtf8(a.ruleId, b.ruleId) || compareUtf8(a.directory ?? '', b.directory ?? '') || compareUtf8(a.root ?? '', b.root ?? ''),
  );
}

export function structFindingObject(finding: StructFinding, toolVersions: JsonObject): JsonObject {
  return {
    group_pattern: finding.groupPattern,
    matched_directory: finding.directory,
    missing: finding.missing,
    outcome: finding.outcome,
    present: finding.present,
    ...(finding.root === null ? {} : { root: finding.root }),
    rule_id: finding.ruleId,
    ...(finding.skipped.length === 0 ? {} : { skipped: finding.skipped }),
    tool_versions: toolVersions,
    unexpected: finding.unexpected,
    version: 'struct-check.v0',
  };
}

function groupByFolder(files: Iterable<DeliveredFile>): readonly Folder[] {
  const folders = new Map<string, Folder>();
  for (const { root, path, isSkipped } of files) {
    const slash = path.lastIndexOf('/');
    const directory = slash < 0 ? '.' : path.slice(0, slash);
    // A path cannot contain NUL, so the key is unambiguous.
    const key = `${root}\0${directory}`;
    const folder = folders.get(key) ?? { root, directory, delivered: [], skipped: [] };
    folders.set(key, folder);
    (isSkipped ? folder.skipped : folder.delivered).push(path.slice(slash + 1));
  }
  return [...folders.values()];
}

/** `*` matches the folders below the root, not the root itself. */
function fits(glob: Glob, directory: string): boolean {
  return directory === '.' ? glob.text === '.' || glob.text === '**' : matchesGlob(glob, directory);
}

function judge({ id, groupBy, required, optional }: StructRule, folder: Folder | null, hasRoots: boolean): StructFinding {
  const delivered = folder?.delivered ?? [];
  const missing = required.filter((glob) => !delivered.some((name) => matchesGlob(glob, name)));
  const isNamed = (name: string): boolean => [...required, ...optional].some((glob) => matchesGlob(glob, name));
  return {
    ruleId: id,
    groupPattern: groupBy.text,
    root: hasRoots ? (folder?.root ?? null) : null,
    directory: folder?.directory ?? null,
    outcome: missing.length === 0 ? 'complete' : missing.length === required.length ? 'empty' : 'partial',
    present: delivered.filter(isNamed).sort(compareUtf8),
    missing: missing.map(({ text }) => text),
    unexpected: delivered.filter((name) => !isNamed(name)).sort(compareUtf8),
    skipped: [...(folder?.skipped ?? [])].sort(compareUtf8),
  };
}
