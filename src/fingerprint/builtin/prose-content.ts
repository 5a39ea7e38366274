/**
 * Frames the content of prose (`framing.ts`); each list is preceded by its length:
 *
 *     headings   level, text                          spaces at the ends and runs of them do not count
 *     lines      of the normalised text               without spaces at their ends; blank lines in a row count as one, none at start and end
 *     tables     header cells, then each row's cells  as headings
 *     pdf also   the number of pages, and what Author, Keywords, Subject and Title say; not who saved the file last, and when
 */

import type { Prose } from '#core/parsed';
import type { Framer } from './framing.ts';

const TELLING_METADATA: readonly string[] = ['author', 'keywords', 'subject', 'title'];

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
}

export function framePages(framer: Framer, { pageCount, metadata }: Prose): void {
  framer.number(pageCount ?? 0);
  const entries = new Map(Object.entries(metadata).map(([key, value]) => [key.toLowerCase(), value]));
  for (const key of TELLING_METADATA) framer.text(collapsed(entries.get(key) ?? '') || null);
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

function collapsed(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
