/**
 * `stack-diff.v0`: the differences between two locks, in every section, with their severity. Entries are matched by id.
 *
 *     {"version":"stack-diff.v0","outcome":"CHANGES","old":"a.lock","new":"b.lock","severity":"critical","counts":{"critical":1,…},
 *      "sections":{"modules":{"added":0,"removed":0,"changed":0,"unchanged":4},…},
 *      "changes":[{"severity":"critical","kind":"DEACTIVATED","section":"corridors","id":"org.example.corridor.swift",…}]}
 *
 * Every entry of either lock is counted once (C7). A difference of severity `info` is shown, but does not count as a change.
 */

import { compareUtf8 } from '#core/bytes/order';
import type { JsonObject, JsonValue } from '#core/json/value';
import { diffCorridor } from './diff-corridor.ts';
import { type Change, diffField, diffFields, fieldOf, isSame, keysOf } from './diff-fields.ts';
import { entrySeverity, isHeavier, orderSeverity, SECTIONS, SEVERITIES, type Severity } from './diff-severity.ts';
import { entriesOf, type ListSection } from './entries.ts';

const DIFF_VERSION = 'stack-diff.v0';

export interface SectionCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface StackDiff {
  readonly changes: readonly Change[];
  readonly sections: Readonly<Record<ListSection, SectionCounts>>;
}

const LISTS = SECTIONS.filter((section) => section !== 'document');

/** Takes the documents as written; `parseStackLock` must have validated both. */
export function diffStackLocks(old: JsonObject, now: JsonObject): StackDiff {
  const sections = LISTS.map((section) => [section, diffSection(section, old[section], now[section])] as const);
  const changes = [...diffDocumentFields(old, now), ...sections.flatMap(([, { changes: found }]) => found)];
  return {
    changes: changes.sort(byWeight),
    sections: Object.fromEntries(sections.map(([section, { counts }]) => [section, counts])) as StackDiff['sections'],
  };
}

/** Includes unknown sections. */
function diffDocumentFields(old: JsonObject, now: JsonObject): readonly Change[] {
  const fields = keysOf(old, now).filter((field) => !(LISTS as readonly string[]).includes(field));
  return fields.flatMap((field) => diffField({ section: 'document', id: null }, field, [fieldOf(old, field), fieldOf(now, field)]));
}

interface DiffedSection {
  readonly counts: SectionCounts;
  readonly changes: readonly Change[];
}

function diffSection(section: ListSection, old: JsonValue | undefined, now: JsonValue | undefined): DiffedSection {
  const [before, after] = [entriesOf(section, old), entriesOf(section, now)];
  const removed = [...before].filter(([id]) => !after.has(id)).map(([id, entry]) => oneSided(section, 'REMOVED', id, entry));
  const added = [...after].filter(([id]) => !before.has(id)).map(([id, entry]) => oneSided(section, 'ADDED', id, entry));
  const both = [...before.keys()].filter((id) => after.has(id));
  const pairs = both.map((id) => diffEntry(section, id, before.get(id) as JsonObject, after.get(id) as JsonObject));
  const changed = pairs.filter((changes) => changes.some(isCommitted)).length;
  const counts = { added: added.length, removed: removed.length, changed, unchanged: both.length - changed };
  const order = diffOrder(
    section,
    both,
    [...after.keys()].filter((id) => before.has(id)),
  );
  return { counts, changes: [...removed, ...added, ...pairs.flat(), ...order] };
}

function diffEntry(section: ListSection, id: string, old: JsonObject, now: JsonObject): readonly Change[] {
  return section === 'corridors' ? diffCorridor(id, old, now) : diffFields({ section, id }, old, now);
}

function oneSided(section: ListSection, kind: 'ADDED' | 'REMOVED', id: string, entry: JsonObject): Change {
  const sides = kind === 'ADDED' ? { old: null, new: entry } : { old: entry, new: null };
  return { severity: entrySeverity(section, kind), kind, section, id, field: null, ...sides };
}

function diffOrder(section: ListSection, old: readonly string[], now: readonly string[]): readonly Change[] {
  if (isSame(old, now)) return [];
  return [{ severity: orderSeverity(section), kind: 'REORDERED', section, id: null, field: null, old, new: now }];
}

function byWeight(a: Change, b: Change): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section) ||
    compareUtf8(a.id ?? '', b.id ?? '') ||
    compareUtf8(a.field ?? '', b.field ?? '') ||
    compareUtf8(textOf(a), textOf(b))
  );
}

function textOf({ old, new: now }: Change): string {
  return [old, now].map((side) => (typeof side === 'string' ? side : '')).join(' ');
}

function isCommitted({ severity }: Change): boolean {
  return severity !== 'info';
}

export function diffOutcome({ changes }: StackDiff): 'NO_CHANGES' | 'CHANGES' {
  return changes.some(isCommitted) ? 'CHANGES' : 'NO_CHANGES';
}

/** The highest severity, or null if nothing differs. */
export function diffSeverity({ changes }: StackDiff): Severity | null {
  let heaviest: Severity | null = null;
  for (const { severity } of changes) if (heaviest === null || isHeavier(severity, heaviest)) heaviest = severity;
  return heaviest;
}

export function severityCounts({ changes }: StackDiff): Readonly<Record<Severity, number>> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (const { severity } of changes) counts[severity]++;
  return counts;
}

/** `names` are the file names as given by the user. */
export function diffDocument(diff: StackDiff, names: { readonly old: string; readonly new: string }): JsonObject {
  return {
    version: DIFF_VERSION,
    outcome: diffOutcome(diff),
    old: names.old,
    new: names.new,
    severity: diffSeverity(diff),
    counts: severityCounts(diff),
    sections: Object.fromEntries(LISTS.map((section) => [section, { ...diff.sections[section] }])),
    changes: diff.changes.map((change) => ({ ...change })),
  };
}
