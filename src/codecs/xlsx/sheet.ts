/**
 * The rows of a sheet, while its XML is read. A cell that is not what its type says is a failure, because spreadsheets would repair or refuse
 * the file, each in its own way; so is a cell outside the largest sheet there is, and one in front of the cell before it.
 *
 *     <c r="B2" t="s"><v>0</v></c>        the shared text 0
 *     <c r="C2" s="3"><v>45992</v></c>    '2025-12-01' if the style 3 shows dates
 *     <c r="D2"><f>B2*2</f></c>           '=B2*2', because spreadsheets will show a value that is not saved
 */
import { ParseFailure, type Row } from '#core/parsed';
import { type XmlTag, xmlReader } from '../xml/events.ts';
import { dateText, isoText, numberText, plainText, unescaped } from './cell-text.ts';
import { FormulaReader } from './formula.ts';
import { inPart, type Package, rooted, wrong } from './package.ts';
import { TextCollector, type Workbook } from './workbook.ts';

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

export function* sheetRows(parts: Package, path: string, book: Workbook): Generator<Row, undefined, undefined> {
  const sheet = new SheetReader(book);
  const reader = inPart(path, () => xmlReader(parts.bytes(path), rooted(['worksheet', 'macrosheet', 'xmlmacrosheet'], sheet)));
  let given = 0;
  for (let isMore = true; isMore; ) {
    isMore = inPart(path, () => reader.next());
    for (const { number, cells } of sheet.takeRows()) {
      for (given++; given < number; given++) yield [];
      yield cells;
    }
  }
  inPart(path, () => sheet.requireCells());
  return undefined;
}

interface NumberedRow {
  readonly number: number;
  readonly cells: (string | null)[];
}

/** Where an element is: only these are looked at, and only in their place. */
type Place = 'outside' | 'sheetData' | 'row' | 'c' | 'v' | 'is' | 'f';

class SheetReader {
  readonly #book: Workbook;
  readonly #collector = new TextCollector();
  readonly #formula = new FormulaReader();
  #rows: NumberedRow[] = [];
  #row: NumberedRow = { number: 0, cells: [] };
  #place: Place = 'outside';
  #hasData = false;
  /** How many elements are open inside the current place that are not looked at. The root does not count. */
  #passed = -1;
  #type = 'n';
  #style = 0;
  #column = 0;
  #value: string | null = null;
  #inline: string | null = null;
  /** The number of the value metadata; only errors are asked for it. */
  #metadata: string | undefined;

  constructor(book: Workbook) {
    this.#book = book;
  }

  takeRows(): readonly NumberedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  requireCells(): void {
    if (!this.#hasData) wrong('expected <sheetData>, found none');
  }

  open(local: string, tag: XmlTag): void {
    if (this.#place === 'is') this.#collector.open(local);
    if (this.#passed !== 0 || !this.#enter(local, tag)) this.#passed++;
  }

  close(local: string): void {
    if (this.#passed > 0) {
      if (this.#place === 'is') this.#collector.close(local);
      this.#passed--;
      return;
    }
    switch (this.#place) {
      case 'v':
        this.#place = 'c';
        return;
      case 'is':
        this.#inline = this.#collector.take();
        this.#place = 'c';
        return;
      case 'f':
        this.#formula.close();
        this.#place = 'c';
        return;
      case 'c':
        const saved = this.#textOfCell();
        this.#row.cells[this.#column - 1] = this.#book.isCalculatedWhenOpened && this.#formula.text ? this.#formula.shown() : saved;
        this.#place = 'row';
        return;
      case 'row':
        this.#rows.push(this.#row);
        this.#place = 'sheetData';
        return;
      default:
        this.#place = 'outside';
    }
  }

  text(text: string): void {
    if (this.#place === 'v' && this.#passed === 0) this.#value += text;
    else if (this.#place === 'is') this.#collector.text(text);
    else if (this.#place === 'f' && this.#passed === 0) this.#formula.text += text;
  }

  /** False if the element is not looked at. */
  #enter(local: string, tag: XmlTag): boolean {
    if (this.#place === 'row' && local === 'c') this.#openCell(tag);
    else if (this.#place === 'c' && local === 'v') this.#openValue();
    else if (this.#place === 'c' && local === 'f') this.#openFormula(tag);
    else if (this.#place === 'c' && local === 'is') this.#place = 'is';
    else if (this.#place === 'sheetData' && local === 'row') this.#openRow(tag);
    else if (this.#place === 'outside' && local === 'sheetData') this.#openData();
    else return false;
    return true;
  }

  #openData(): void {
    if (this.#hasData) wrong('expected one <sheetData>, found two');
    this.#hasData = true;
    this.#place = 'sheetData';
  }

  #openRow(tag: XmlTag): void {
    const stated = tag.get('r');
    const number =
      stated === undefined ? this.#row.number + 1 : /^\d{1,10}$/.test(stated) ? Number(stated) : wrong(`expected a row, found "${stated}"`);
    if (number < 1 || number > MAX_ROWS) wrong(`expected at most ${MAX_ROWS} rows, found row ${number}`);
    if (number <= this.#row.number) wrong(`expected a row after ${this.#row.number}, found row ${number}`);
    this.#row = { number, cells: [] };
    this.#place = 'row';
  }

  #openCell(tag: XmlTag): void {
    const stated = tag.get('r');
    const column = stated === undefined ? this.#row.cells.length + 1 : this.#columnOf(stated);
    if (column > MAX_COLUMNS) wrong(`expected at most ${MAX_COLUMNS} columns, found ${stated ?? column}`);
    const { cells } = this.#row;
    if (column <= cells.length) wrong(`expected a cell behind the last one, found ${stated ?? column}`);
    while (cells.length < column - 1) cells.push(null);
    this.#column = column;
    this.#type = tag.get('t') ?? 'n';
    this.#style = Number(tag.get('s') ?? 0);
    this.#value = null;
    this.#inline = null;
    this.#formula.text = null;
    this.#metadata = this.#type === 'e' ? tag.get('vm') : undefined;
    this.#place = 'c';
  }

  #columnOf(name: string): number {
    let column = 0;
    let at = 0;
    for (; at < name.length && at < 4; at++) {
      const letter = name.charCodeAt(at) - 64;
      if (letter < 1 || letter > 26) break;
      column = column * 26 + letter;
    }
    if (at === 0 || at > 3 || name.slice(at) !== String(this.#row.number))
      wrong(`expected a cell of row ${this.#row.number}, found "${name}"`);
    return column;
  }

  #openValue(): void {
    if (this.#value !== null) wrong(`expected one value in ${this.#cellName()}, found two`);
    this.#value = '';
    this.#place = 'v';
  }

  #openFormula(tag: XmlTag): void {
    this.#formula.open(tag);
    this.#place = 'f';
  }

  #textOfCell(): string | null {
    const value = this.#value;
    if (this.#type === 'inlineStr') return this.#inline ?? (value === null ? null : this.#plain(value));
    if (value === null || value === '') return this.#unsaved();
    switch (this.#type) {
      case 'n':
        return this.#number(value);
      case 's':
        return this.#shared(value);
      case 'str':
        return this.#plain(value);
      case 'b':
        return value === '1' || value === 'true'
          ? 'true'
          : value === '0' || value === 'false'
            ? 'false'
            : this.#unfit('true or false', value);
      case 'e':
        return /^#[^\s]/.test(value) ? this.#error(value) : this.#unfit('an error', value);
      case 'd':
        return isoText(value) ?? this.#unfit('a date', value);
      default:
        return this.#unfit('a known type', this.#type);
    }
  }

  /** A cell without a value: blank, or a formula whose value was not saved. That a formula gives an empty text is saved as an empty text. */
  #unsaved(): string | null {
    const isEmptyText = this.#value === '' && this.#type === 'str';
    return isEmptyText ? null : this.#formula.shown();
  }

  #error(value: string): string {
    return this.#metadata === undefined ? value : (this.#book.richTexts()[Number(this.#metadata) - 1] ?? value);
  }

  #plain(value: string): string | null {
    return plainText(unescaped(value));
  }

  #number(value: string): string {
    const text = numberText(value) ?? this.#unfit('a number', value);
    return (this.#book.isDate[this.#style] === true ? dateText(Number(value), this.#book.is1904) : null) ?? text;
  }

  #shared(value: string): string | null {
    const index = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : this.#unfit('the number of a shared text', value);
    const text = this.#book.texts[index];
    return text === undefined ? this.#unfit(`one of ${this.#book.texts.length} shared texts`, value) : text;
  }

  #unfit(expected: string, found: string): never {
    throw new ParseFailure(`expected ${expected} in ${this.#cellName()}, found "${found.slice(0, 40)}"`);
  }

  #cellName(): string {
    let letters = '';
    for (let rest = this.#column; rest > 0; rest = Math.floor((rest - 1) / 26))
      letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    return `${letters}${this.#row.number}`;
  }
}
