/**
 * Markdown (CommonMark with tables) as prose, in a normal form: headings as `## text`, however they are written; a line on its own that is
 * completely bold is a heading of level 2; tables have one space around each cell; there are no spaces at line ends and no two blank lines
 * in a row. Code is unchanged, and text in it that looks like a heading is not one.
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
  const written = text.split('\n');
  let next = 0;
  const keep = (to: number): void => {
    for (; next < to; next++) pushLine(lines, withoutTail(written[next] as string));
  };
  for (const { from, to, lines: replaced, isVerbatim, heading, table } of replacements(markdown.parse(text, {}), written)) {
    keep(from);
    const startLine = lines.length + 1;
    if (isVerbatim) lines.push(...replaced);
    else for (const line of replaced) pushLine(lines, line);
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
    const place = { from, to, isVerbatim: false, heading: null, table: null };
    const content = tokens[i + 1]?.content ?? '';
    if (token.type === 'heading_open') yield headingFor(place, Number(token.tag.slice(1)), plainText(content));
    else if (token.type === 'paragraph_open' && isAllBold(content)) yield headingFor(place, 2, plainText(content));
    else if (token.type === 'table_open') yield tableFor(place, tokens, i);
    else if (token.type === 'fence' || token.type === 'code_block')
      yield { ...place, lines: written.slice(from, to).map(withoutTail), isVerbatim: true };
  }
  return undefined;
}

function headingFor(place: Omit<Replacement, 'lines'>, level: number, text: string): Replacement {
  return { ...place, lines: [`${'#'.repeat(level)} ${text}`.trimEnd()], heading: { level, text } };
}

/** Whether the line is `**Title**` or `__Title__` as a whole, with no other bold part in it. */
function isAllBold(content: string): boolean {
  const inner = /^(?:\*\*([^*\n]+)\*\*|__([^_\n]+)__)$/.exec(content);
  const text = inner?.[1] ?? inner?.[2];
  return text !== undefined && text.trim() === text;
}

function tableFor(place: Omit<Replacement, 'lines'>, tokens: readonly Token[], at: number): Replacement {
  const rows: string[][] = [];
  for (let i = at; (tokens[i] as Token).type !== 'table_close'; i++) {
    const { type } = tokens[i] as Token;
    if (type === 'tr_open') rows.push([]);
    else if (type === 'th_open' || type === 'td_open') (rows.at(-1) as string[]).push(plainText(tokens[i + 1]?.content ?? ''));
  }
  const [header = [], ...body] = rows;
  const lines = [rowLine(header), rowLine(header.map(() => '---')), ...body.map(rowLine)];
  return { ...place, lines, table: { header, rows: body } };
}

/** The visible text, without the marks of emphasis, links and code. */
function plainText(content: string): string {
  const tokens: Token[] = [];
  markdown.inline.parse(content, markdown, {}, tokens);
  const parts = tokens.map(({ type, content: text }) => {
    if (type === 'text' || type === 'text_special' || type === 'code_inline' || type === 'image') return text;
    return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}
