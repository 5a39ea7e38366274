/**
 * An HTML table as rows of texts. A cell that spans columns or rows is repeated in each of them. The header is the first row with a `th`,
 * else the first row. A table inside a cell is text of that cell.
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { ParseFailure } from '#core/parsed';
import { marksAround, writeSmallText } from './html-marks.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The largest spans that HTML allows for a cell, and the most cells that one table may have after all spans are expanded. */
const MAX_SPANNED = { columns: 1000, rows: 65534 };
const MAX_CELLS = 1 << 20;

export interface ReadTable {
  /** Browsers show every one. */
  readonly captions: readonly string[];
  readonly header: readonly string[];
  /** The header is not included. */
  readonly rows: readonly (readonly string[])[];
  /** All rows in document order: the header need not be the first. */
  readonly shown: readonly (readonly string[])[];
}

export function readTable(table: Element): ReadTable {
  const grid = new Grid();
  const written = [...rowsOf(table)];
  for (const row of written) grid.row(row);
  const [at] = written.flatMap((row, index) => (cellsOf(row).some(({ tagName }) => tagName === 'th') ? [index] : []));
  const rows = grid.rows.slice(0, written.length).map((row) => Array.from(row, (cell) => cell ?? ''));
  const headerAt = at ?? 0;
  const captions = elementsOf(table).filter(({ tagName }) => tagName === 'caption');
  return {
    captions: captions.map(plainText).filter((caption) => caption !== ''),
    header: rows[headerAt] ?? [],
    rows: rows.filter((_, index) => index !== headerAt),
    shown: rows,
  };
}

/** The rows under construction, filled from the cells of each row and from cells above that span several rows. */
class Grid {
  readonly rows: (string | undefined)[][] = [];
  #next = 0;
  #cells = 0;

  row(row: Element): void {
    const at = this.#next++;
    let column = 0;
    for (const cell of cellsOf(row)) {
      while (this.rows[at]?.[column] !== undefined) column++;
      const text = plainText(cell);
      const width = span(cell, 'colspan', MAX_SPANNED.columns);
      const height = span(cell, 'rowspan', MAX_SPANNED.rows);
      for (let down = 0; down < height; down++) this.#fill(at + down, column, width, text);
      column += width;
    }
    this.rows[at] ??= [];
  }

  #fill(row: number, column: number, width: number, text: string): void {
    this.#cells += width;
    if (this.#cells > MAX_CELLS) throw new ParseFailure(`expected a table of at most ${MAX_CELLS} cells, found more`);
    const cells = (this.rows[row] ??= []);
    for (let i = column; i < column + width; i++) cells[i] ??= text;
  }
}

function* rowsOf(table: Element): Generator<Element, undefined, undefined> {
  for (const child of elementsOf(table)) {
    if (child.tagName === 'tr') yield child;
    else if (['thead', 'tbody', 'tfoot'].includes(child.tagName)) yield* elementsOf(child).filter(({ tagName }) => tagName === 'tr');
  }
  return undefined;
}

function cellsOf(row: Element): readonly Element[] {
  return elementsOf(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

function elementsOf(element: Element): readonly Element[] {
  return element.childNodes.filter((node: Node): node is Element => isElement(node));
}

function span(cell: Element, name: string, most: number): number {
  const stated = Number(attributeOf(cell, name) || 1);
  return Number.isSafeInteger(stated) && stated >= 1 ? Math.min(stated, most) : 1;
}

export const NEVER_SHOWN: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template']);

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

/** The visible text of an element, with the text that stands for a picture and the values of input fields. */
export function plainText(element: Element): string {
  const parts: string[] = [];
  const waiting: (Node | string)[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (isText(node)) parts.push(node.value);
    else if (isElement(node) && !NEVER_SHOWN.has(node.tagName)) {
      const [before, after] = node !== element && BREAKING.has(node.tagName) ? [' ', ' '] : marksAround(node.tagName);
      parts.push(before, replacementText(node));
      waiting.push(after);
      for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i] as Node);
    }
  }
  return collapse(parts.join(''));
}

/** The attributes whose text is shown in the place of the element, or in front of what it contains. */
const SHOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['alt']],
  ['area', ['alt']],
  ['input', ['value', 'alt']],
  ['option', ['label']],
  ['optgroup', ['label']],
]);

/** What is shown by the attributes of an element: ` a rising rent ` for `<img alt="a rising rent">`. */
export function replacementText(element: Element): string {
  const names = SHOWN.get(element.tagName) ?? [];
  return names
    .map((name) => attributeOf(element, name))
    .map((text) => (text === '' ? '' : ` ${text} `))
    .join('');
}

/** Empty if there is none. */
export function attributeOf({ attrs }: Element, wanted: string): string {
  return attrs.find(({ name }) => name === wanted)?.value ?? '';
}

/** The text of these elements is separated by a space from the text around it: `<div>1</div>250` is not `1250`. */
const BREAKING = new Set(
  'address article aside audio blockquote br button canvas caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe legend li listing main marquee math menu meter mfrac mi mn mo ms msub msup mtext nav noscript object ol optgroup option p pre progress rp rt ruby section select summary svg table tbody td text textarea tfoot th thead tr ul video xmp'.split(
    ' ',
  ),
);

export function collapse(text: string): string {
  return writeSmallText(text.replace(/[\s\u00a0]+/g, ' ').trim());
}
