/**
 * HTML as prose, parsed as browsers do: each block is one line of its text with runs of spaces collapsed, a table row is a line of cells,
 * headings are `h1` to `h6`. A caption is a line before its table, and a picture is its alternative text. Content that is never shown
 * (scripts, styles, templates) is left out; content for readers without scripts is not.
 *
 *     <h2>Rent Roll</h2><table><tr><th>Unit<th colspan=2>Rent<tr><td>1<td>2<td>3</table>
 *
 *     ## Rent Roll
 *     | Unit | Rent | Rent |
 *     | 1 | 2 | 3 |
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Heading, ParseFailure, type Prose, type Table } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { declaredCharset } from './html-charset.ts';
import { detailsOf } from './html-details.ts';
import { marksAround } from './html-marks.ts';
import { collapse, isElement, isText, NEVER_SHOWN, plainText, readTable, replacementText } from './html-table.ts';
import { rowLine, sectionsOf } from './sections.ts';
import { wholeText } from './text.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The text of these elements continues the current line. */
const INLINE = new Set(
  'a abbr area b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;

export function readHtml(source: ByteSource, maxSize: number): Prose {
  const { text } = wholeText(source, maxSize, declaredCharset);
  const document = parse(text, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const { details, elementCount } = detailsOf(document);
  const page = new Page();
  walk(document, page);
  page.endLine();
  return {
    kind: 'prose',
    text: page.lines.map((line) => `${line}\n`).join(''),
    headings: page.headings,
    sections: sectionsOf(page.lines, page.headings),
    tables: page.tables,
    pageSections: page.pageSections,
    pageCount: null,
    metadata: {},
    details,
    facts: { element_count: elementCount },
  };
}

/** The lines written so far. */
class Page {
  readonly lines: string[] = [];
  readonly headings: Heading[] = [];
  readonly tables: Table[] = [];
  pageSections = 0;
  #line = '';

  write(text: string): void {
    this.#line += text;
  }

  endLine(): void {
    const line = collapse(this.#line);
    if (line !== '') this.lines.push(line);
    this.#line = '';
  }

  heading(level: number, text: string): void {
    this.endLine();
    this.lines.push(`${'#'.repeat(level)} ${text}`.trimEnd());
    this.headings.push({ level, text, line: this.lines.length });
  }

  table(element: Element, page: number | null): void {
    this.endLine();
    const { captions, header, rows, shown } = readTable(element);
    for (const caption of captions) this.lines.push(caption);
    if (shown.length === 0) return;
    const startLine = this.lines.length + 1;
    for (const row of shown) this.lines.push(rowLine(row));
    const heading = this.headings.at(-1)?.text ?? null;
    this.tables.push({ heading, startLine, endLine: this.lines.length, header, rows, page });
  }
}

/** A node to enter, or what is to do at the end of one: a text to write, or null to end the line. */
interface Step {
  readonly node: Node | string | null;
  readonly page: number | null;
}

/** A loop instead of recursion: a hostile page may be nested a hundred thousand levels deep. */
function walk(root: Node, page: Page): void {
  const steps: Step[] = [{ node: root, page: null }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { node } = step;
    if (node === null) page.endLine();
    else if (typeof node === 'string') page.write(node);
    else if (isText(node)) page.write(node.value);
    else if ('childNodes' in node) enter(node, step.page, page, steps);
  }
}

function enter(
  node: Exclude<Node, DefaultTreeAdapterTypes.CommentNode | DefaultTreeAdapterTypes.TextNode | DefaultTreeAdapterTypes.DocumentType>,
  number: number | null,
  page: Page,
  steps: Step[],
): void {
  let inner = number;
  if (isElement(node)) {
    const { tagName } = node;
    if (NEVER_SHOWN.has(tagName)) return;
    if (tagName === 'br' || tagName === 'hr') return page.endLine();
    if (HEADING.test(tagName)) return page.heading(Number(tagName[1]), plainText(node));
    if (tagName === 'table') return page.table(node, number);
    const stated = tagName === 'section' ? node.attrs.find(({ name }) => name === 'data-page-number') : undefined;
    if (stated !== undefined) {
      page.pageSections++;
      inner = pageNumber(stated.value);
    }
    if (INLINE.has(tagName)) {
      const [before, after] = marksAround(tagName);
      page.write(before);
      steps.push({ node: after, page: null });
    } else {
      page.endLine();
      steps.push({ node: null, page: null });
    }
    page.write(replacementText(node));
  }
  for (let i = node.childNodes.length - 1; i >= 0; i--) steps.push({ node: node.childNodes[i] as Node, page: inner });
}

function pageNumber(text: string): number {
  const number = Number(text.trim());
  if (!/^\s*\d+\s*$/.test(text) || !Number.isSafeInteger(number))
    throw new ParseFailure(`expected a page number, found ${text.slice(0, 40)}`);
  return number;
}
