/**
 * Writes the differences of two locks as text, the most severe first:
 *
 *     stack diff: CHANGES  old.lock -> stack.lock
 *       critical  DEACTIVATED corridors org.example.corridor.swift
 *                 corridor_activated: true -> false
 *       high      REPINNED modules org.example.reg.aml
 *                 module_manifest_sha256: "bc64dc5d…" -> "0b6f2a83…"
 *       1 critical, 1 high, 0 medium, 0 low, 0 info
 *       modules: 0 added, 0 removed, 1 changed, 3 unchanged
 */
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { diffOutcome, type StackDiff, severityCounts } from './diff.ts';
import type { Change } from './diff-fields.ts';
import { SEVERITIES, type Severity } from './diff-severity.ts';
import type { ListSection } from './entries.ts';

export interface DiffStyle {
  /** Escapes text from a lock for the terminal. */
  readonly show: (text: string) => string;
  readonly weigh: (severity: Severity, text: string) => string;
}

export function* diffLines(
  diff: StackDiff,
  names: { readonly old: string; readonly new: string },
  { show, weigh }: DiffStyle,
): Generator<string> {
  yield `stack diff: ${diffOutcome(diff)}  ${show(names.old)} -> ${show(names.new)}`;
  for (const change of diff.changes) {
    yield `  ${weigh(change.severity, change.severity.padEnd(8))}  ${change.kind} ${show(whereOf(change))}`;
    if (change.field !== null) yield `            ${show(`${change.field}: ${textOf(change.old)} -> ${textOf(change.new)}`)}`;
    else if (change.kind === 'REORDERED') yield `            ${show(`${textOf(change.old)} -> ${textOf(change.new)}`)}`;
  }
  const counts = severityCounts(diff);
  yield `  ${SEVERITIES.map((severity) => `${counts[severity]} ${severity}`).join(', ')}`;
  for (const section of Object.keys(diff.sections) as ListSection[]) {
    const { added, removed, changed, unchanged } = diff.sections[section];
    yield `  ${section}: ${added} added, ${removed} removed, ${changed} changed, ${unchanged} unchanged`;
  }
}

function whereOf({ section, id }: Change): string {
  return id === null ? section : `${section} ${id}`;
}

function textOf(value: JsonValue): string {
  return value === null ? 'none' : formatSpine(value);
}
