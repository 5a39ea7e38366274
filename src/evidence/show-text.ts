/**
 * `show.v0` as lines for a person, in the width of the terminal and in 24 lines unless all are wanted:
 *
 *     dec.lock.json — dataset lock
 *       created   2026-01-15T10:30:00Z
 *       members   5, 2.6 KB
 *       by folder
 *         tape       2 members  1.9 KB
 *     … 3 more lines; --all shows them
 *     nothing was verified; custody verify does
 */

import { formatBytes } from '#core/bytes/size';
import { counted, grouped } from '#core/count-text';
import type { MemberGroup, Shown, ShownMembers } from './show.ts';
import { nounOf, titleOfKind } from './titles.ts';

export interface ShowStyle {
  /** Escapes untrusted text for the terminal. */
  readonly show: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  /** The width of the terminal; null means that no line is cut. */
  readonly columns: number | null;
  /** All lines, not only a screen of them. */
  readonly isWhole: boolean;
}

const SCREEN = 24;
/** The lines after the sections: how many more there are, and that nothing was verified. */
const END = 2;

/** A titled list; its rows are cells, padded to columns. */
interface Section {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

export function showLines(shown: Shown, style: ShowStyle): readonly string[] {
  const { path, kind } = shown;
  const title = titleOfKind(kind);
  const head = fieldsOf(shown).map(([name, value]) => `  ${style.show(name).padEnd(NAME)}${style.show(value)}`);
  const sections = sectionsOf(shown);
  const taken = 1 + head.length + sections.length + END;
  const counts = style.isWhole ? sections.map(({ rows }) => rows.length) : shares(sections, Math.max(0, SCREEN - taken));
  const left = sections.reduce((sum, { rows }, index) => sum + rows.length - (counts[index] as number), 0);
  const lines = [
    ...head,
    ...sections.flatMap(({ title: name, rows }, index) => {
      const first = rows.slice(0, counts[index]);
      return first.length === 0 ? [] : [`  ${name}`, ...aligned(first, style).map((row) => `    ${row}`)];
    }),
  ];
  return [
    style.bold(cut(`${style.show(path)} — ${title}`, style.columns)),
    ...lines.map((line) => cut(line, style.columns)),
    ...(left === 0 ? [] : [style.dim(`… ${counted(left, 'more line')}; --all shows them`)]),
    style.dim('nothing was verified; custody verify does'),
  ];
}

const NAME = 14;

function fieldsOf({ kind, id, digest, created, tools, note, facts, members, skipped }: Shown): readonly (readonly [string, string])[] {
  const versions = Object.entries(tools).map(([name, version]) => `${name} ${version}`);
  const all: readonly (readonly [string, string | null])[] = [
    ['id', id],
    ['digest', digest],
    ['created', created],
    ['tools', versions.length === 0 ? null : shortened(versions)],
    ...facts.map(({ name, value }) => [name, value] as const),
    ['note', note],
    [`${nounOf(kind)}s`, membersText(members)],
    ['skipped', skipped.count === 0 ? null : `${grouped(skipped.count)} when it was made`],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

const MAX_TOOLS = 8;

function shortened(versions: readonly string[]): string {
  const more = versions.length - MAX_TOOLS;
  return more <= 0 ? versions.join(', ') : `${versions.slice(0, MAX_TOOLS).join(', ')} and ${grouped(more)} more`;
}

function membersText({ count, bytes, without_size }: ShownMembers): string {
  if (bytes === null) return grouped(count);
  return `${grouped(count)}, ${sizeText(bytes)}${without_size === 0 ? '' : ` and ${grouped(without_size)} of unknown size`}`;
}

function sizeText(size: number | bigint): string {
  return formatBytes(Number(size));
}

/** What is particular to the kind comes first. */
function sectionsOf({ kind, members, skipped, details }: Shown): readonly Section[] {
  const groupRow = ({ name, members: count, bytes }: MemberGroup): readonly string[] => {
    return [name ?? 'all others', counted(count, nounOf(kind)), ...(bytes === null ? [] : [sizeText(bytes)])];
  };
  return [
    ...details.map(({ title, items }) => ({ title, rows: items.map(({ name, value }) => [name, value]) })),
    { title: 'skipped, by reason', rows: skipped.reasons.map(({ reason, count }) => [reason, grouped(count)]) },
    { title: 'by folder', rows: members.by_folder.map(groupRow) },
    { title: 'by type', rows: members.by_type.map(groupRow) },
    { title: 'largest', rows: members.largest.map(({ path, size }) => [path, sizeText(size)]) },
    { title: 'skipped', rows: skipped.paths.map((path) => [path]) },
  ].filter(({ rows }) => rows.length > 0);
}

/** Deals the lines out, one to each section in turn, so that each shows its first rows. */
function shares(sections: readonly Section[], room: number): readonly number[] {
  const counts = sections.map(() => 0);
  for (let left = room; left > 0; ) {
    const open = counts.flatMap((count, index) => (count < (sections[index] as Section).rows.length ? [index] : []));
    if (open.length === 0) break;
    for (const index of open.slice(0, left)) counts[index] = (counts[index] as number) + 1;
    left -= Math.min(left, open.length);
  }
  return counts;
}

const MAX_CELL = 120;
/** For the cells after the first. */
const OTHERS = 28;

/** Pads all cells but the last of each row to the widest in their column. */
function aligned(rows: readonly (readonly string[])[], { show, columns }: ShowStyle): readonly string[] {
  const widest = columns === null ? MAX_CELL : Math.max(8, Math.min(MAX_CELL, columns - OTHERS));
  const cells = rows.map((row) =>
    row.map((cell, index) => (index === 0 && row.length > 1 && columns !== null ? cut(show(cell), widest) : show(cell))),
  );
  const widths: number[] = [];
  for (const row of cells) row.forEach((cell, index) => void (widths[index] = Math.max(widths[index] ?? 0, Math.min(widest, cell.length))));
  return cells.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] as number)))
      .join('  ')
      .trimEnd(),
  );
}

/** Leaves out the middle, because paths and digests differ at their ends. */
export function cut(text: string, columns: number | null): string {
  const units = Array.from(text);
  if (columns === null || units.length <= columns) return text;
  const room = Math.max(1, columns - 1);
  const tail = Math.floor(room / 3);
  return `${units.slice(0, room - tail).join('')}…${tail === 0 ? '' : units.slice(-tail).join('')}`;
}
