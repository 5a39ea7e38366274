/**
 * Markdown (CommonMark with tables) as prose, in a normal form: headings as `## text`, however they are written; a line on its own that is
 * completely bold is a heading of level 2; tables have one space around each cell; there are no spaces at line ends and no two blank lines
 * in a row. Code is unchanged, and text in it that looks like a heading is not one. Where text replaces what was written, the targets of
 * links and pictures are kept as details.
 *
 *     Rent Roll            # Rent Roll
 *     =========
 *     |a|b|                | a | b |
 *     |-|:-:|              | --- | --- |
 */
import MarkdownIt from 'markdown-it';
import type { Heading, Prose, Table } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { rowLine, sectionsOf } from './sections.ts';
import { wholeText, withoutTail } from './text.ts';

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/** The text that replaces some lines of the source. `isVerbatim`: blank lines are kept. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly isVerbatim: boolean;
  /** No line is a text that a person would read: a rule, a comment. */
  readonly isMarkup: boolean;
  readonly details: readonly (readonly string[])[];
  readonly heading: { readonly level: number; readonly text: string } | null;
  readonly table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] } | null;
}

const markdown = new MarkdownIt({ html: true });
// Only blocks are parsed; the text inside them is parsed only where it is needed.
markdown.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join']);

export function readMarkdown(source: ByteSource, maxSize: number): Prose {
  const { text, encoding } = wholeText(source, maxSize);
  const lines: string[] = [];
  const headings: Heading[] = [];
  const tables: Table[] = [];
  const markup = new Set<number>();
  const details: (readonly string[])[] = [];
  const written = text.split('\n');
  let next = 0;
  const keep = (to: number): void => {
    for (; next < to; next++) pushLine(lines, withoutTail(written[next] as string));
  };
  for (const replacement of replacements(markdown.parse(text, {}), written)) {
    const { from, to, lines: replaced, isVerbatim, heading, table } = replacement;
    keep(from);
    for (const detail of replacement.details) details.push(detail);
    const startLine = lines.length + 1;
    for (const line of replaced) {
      if (isVerbatim) lines.push(line);
      else pushLine(lines, line);
    }
    if (replacement.isMarkup) for (let number = startLine; number <= lines.length; number++) markup.add(number);
    else if (isVerbatim && isFence(replaced)) markup.add(startLine).add(lines.length);
    else if (table !== null) markup.add(startLine + 1);
    if (heading !== null) headings.push({ ...heading, line: startLine });
    if (table !== null) tables.push({ ...table, heading: headings.at(-1)?.text ?? null, startLine, endLine: lines.length, page: null });
    next = to;
  }
  keep(written.length);
  while (lines.at(-1) === '') lines.pop();
  return {
    kind: 'prose',
    text: lines.map((line) => `${line}\n`).join(''),
    headings,
    sections: sectionsOf(lines, headings),
    tables,
    pageSections: null,
    pageCount: null,
    metadata: {},
    details,
    markup,
    facts: { encoding },
  };
}

/** Blank lines are collapsed; a leading blank line is removed. */
function pushLine(lines: string[], line: string): void {
  if (line !== '' || (lines.at(-1) ?? '') !== '') lines.push(line);
}

/** Only top-level blocks are rewritten: the lines of a quotation or a list are unchanged. */
function* replacements(tokens: readonly Token[], written: readonly string[]): Generator<Replacement, undefined, undefined> {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const [from, to] = token.map ?? [0, 0];
    if (token.level > 0 || token.map === null) continue;
    const place = { from, to, isVerbatim: false, isMarkup: false, details: [], heading: null, table: null };
    const content = tokens[i + 1]?.content ?? '';
    if (token.type === 'heading_open') yield headingFor(place, Number(token.tag.slice(1)), content);
    else if (token.type === 'paragraph_open' && isAllBold(content)) yield headingFor(place, 2, content);
    else if (token.type === 'table_open') yield tableFor(place, tokens, { at: i, written });
    else if (token.type === 'fence' || token.type === 'code_block')
      yield { ...place, lines: written.slice(from, to).map(withoutTail), isVerbatim: true };
    else if (token.type === 'hr' || (token.type === 'html_block' && isComment(token.content)))
      yield { ...place, lines: written.slice(from, to).map(withoutTail), isMarkup: true };
  }
  return undefined;
}

/** Whether there is nothing but comments. Not a regular expression: that would take quadratic time for comments that never end. */
function isComment(html: string): boolean {
  let at = 0;
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', at)) {
    if (html.slice(at, start).trim() !== '') return false;
    const end = html.indexOf('-->', start + 4);
    if (end < 0) return true;
    at = end + 3;
  }
  return html.slice(at).trim() === '';
}

/** Whether the first and the last of these lines only mark code. */
function isFence([first = '']: readonly string[]): boolean {
  return /^ {0,3}(?:```|~~~)/.test(first);
}

function headingFor(place: Omit<Replacement, 'lines'>, level: number, content: string): Replacement {
  const { text, details } = readInline(content);
  return { ...place, details, lines: [`${'#'.repeat(level)} ${text}`.trimEnd()], heading: { level, text } };
}

/** Whether the line is `**Title**` or `__Title__` as a whole, with no other bold part in it. */
function isAllBold(content: string): boolean {
  const inner = /^(?:\*\*([^*\n]+)\*\*|__([^_\n]+)__)$/.exec(content);
  const text = inner?.[1] ?? inner?.[2];
  return text !== undefined && text.trim() === text;
}

function tableFor(
  place: Omit<Replacement, 'lines'>,
  tokens: readonly Token[],
  { at, written }: { readonly at: number; readonly written: readonly string[] },
): Replacement {
  const rows: string[][] = [];
  const details: (readonly string[])[] = [];
  const cell = (content: string): void => {
    const read = readInline(content);
    (rows.at(-1) as string[]).push(read.text);
    for (const detail of read.details) details.push(detail);
  };
  for (let i = at, line = 0; (tokens[i] as Token).type !== 'table_close'; i++) {
    const { type, map } = tokens[i] as Token;
    if (type === 'tr_open') {
      rows.push([]);
      line = map?.[0] ?? line;
    } else if (type === 'th_open' || type === 'td_open') cell(tokens[i + 1]?.content ?? '');
    // The parser leaves out the cells beyond the width of the header.
    else if (type === 'tr_close' && rows.length > 1)
      for (const more of splitRow(written[line] as string).slice((rows[0] as string[]).length)) cell(more);
  }
  const [header = [], ...body] = rows;
  const lines = [rowLine(header), rowLine(header.map(() => '---')), ...body.map(rowLine)];
  return { ...place, details, lines, table: { header, rows: body } };
}

/** The cells of a row as it is written: `|a|b \\| c|` has two. */
function splitRow(line: string): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

interface Inline {
  /** Without the marks of emphasis, links and code. */
  readonly text: string;
  readonly details: readonly (readonly string[])[];
}

function readInline(content: string): Inline {
  const tokens: Token[] = [];
  markdown.inline.parse(content, markdown, {}, tokens);
  const parts = tokens.map(({ type, content: text }) => {
    if (type === 'text' || type === 'text_special' || type === 'code_inline' || type === 'image') return text;
    return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
  });
  return { text: parts.join('').replace(/\s+/g, ' ').trim(), details: tokens.flatMap(detailsOf) };
}

/** Where a link or a picture leads, with its title, and HTML within the text. */
function detailsOf({ type, attrs, content }: Token): readonly (readonly string[])[] {
  if (type === 'link_open' || type === 'image')
    return [[type === 'image' ? 'image' : 'link', ...(attrs ?? []).map(([, value]) => String(value))]];
  return type === 'html_inline' ? [['html', content]] : [];
}
