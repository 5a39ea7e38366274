/**
 * Frames the content of prose (`framing.ts`); each list is preceded by its length:
 *
 *     headings   level, text                          spaces at the ends and runs of them do not count
 *     lines      of the normalised text               without spaces at their ends; blank lines in a row count as one, none at start and end
 *     tables     header cells, then each row's cells  as headings
 *     details    each a list of texts; not for text.v0, which has none
 *     pdf also   the number of pages, and the entries of its Info dictionary, by key; not who saved the file last, and when
 */

import { compareUtf8 } from '#core/bytes/order';
import type { Prose } from '#core/parsed';
import type { Framer } from './framing.ts';

/** Entries that a program writes about itself whenever it saves the file. */
const OF_THE_SAVER: ReadonlySet<string> = new Set(['CreationDate', 'Creator', 'ModDate', 'Producer']);

export function frameProse(framer: Framer, prose: Prose): void {
  framer.number(prose.headings.length);
  for (const { level, text } of prose.headings) {
    framer.number(level);
    framer.text(collapsed(text));
  }
  frameTexts(framer, contentLines(prose.text));
  framer.number(prose.tables.length);
  for (const { header, rows } of prose.tables) {
    frameTexts(framer, header.map(collapsed));
    framer.number(rows.length);
    for (const row of rows) frameTexts(framer, row.map(collapsed));
  }
  if (prose.details === undefined) return;
  framer.number(prose.details.length);
  for (const detail of prose.details) frameTexts(framer, detail);
}

export function framePages(framer: Framer, prose: Prose): void {
  framer.number(prose.pageCount ?? 0);
  const entries = infoEntries(prose);
  framer.number(entries.length);
  for (const entry of entries) frameTexts(framer, entry);
}

/** The entries of the Info dictionary that are content, by key. */
export function infoEntries({ metadata }: Prose): readonly (readonly [string, string])[] {
  return Object.entries(metadata)
    .map(([key, value]) => [key, collapsed(value)] as const)
    .filter(([key, value]) => value !== '' && !OF_THE_SAVER.has(key))
    .sort(([a], [b]) => compareUtf8(a, b));
}

/** The lines that the content hash covers, normalised. */
export function contentLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const content = withoutFinalSpace(line);
    if (content !== '' || (lines.at(-1) ?? '') !== '') lines.push(content);
  }
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A regular expression would take quadratic time on long runs of spaces. */
function withoutFinalSpace(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end--;
  return line.slice(0, end);
}

function frameTexts(framer: Framer, texts: readonly string[]): void {
  framer.number(texts.length);
  for (const text of texts) framer.text(text);
}

export function collapsed(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
