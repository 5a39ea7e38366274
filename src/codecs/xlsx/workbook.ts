/** The parts of a workbook that its cells refer to: the list of sheets, the shared texts, and which styles show dates. */
import { lazy } from '#core/lazy';
import { ParseFailure } from '#core/parsed';
import { plainText, unescaped } from './cell-text.ts';
import { isBuiltInDate, isDateFormat } from './date-format.ts';
import type { Package } from './package.ts';
import { readRichTexts } from './rich-values.ts';

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  /** Formulas are calculated when it is opened, so their saved values are not what is shown. */
  readonly isCalculatedWhenOpened: boolean;
  readonly texts: readonly (string | null)[];
  /** By the number of the style: whether it shows a date. */
  readonly isDate: readonly boolean[];
  /** By the number of the value metadata: what a cell shows in place of its error. Few workbooks have it, so it is read on demand. */
  richTexts(): readonly (string | null)[];
}

export interface Sheet {
  readonly name: string;
  /** Null for a sheet without cells, such as a chart. */
  readonly path: string | null;
}

/** The workbook's main part, which is usually `xl/workbook.xml`. */
export function findWorkbook(parts: Package): string {
  const found = [...parts.relationships('').values()].filter(({ type }) => type === 'officeDocument');
  const [main] = found;
  if (found.length > 1) throw new ParseFailure('expected one main part, found two');
  if (main !== undefined) return main.target;
  throw new ParseFailure('expected a workbook, found another archive');
}

export function readWorkbook(parts: Package, path: string): Workbook {
  const relationships = parts.relationships(path);
  function targetOf(type: string): string | null {
    const [target = null, another] = new Set([...relationships.values()].filter((one) => one.type === type).map((one) => one.target));
    if (another !== undefined) throw new ParseFailure(`expected one part ${type}, found two`);
    return target;
  }
  const listed: { readonly name: string; readonly id: string | null }[] = [];
  let is1904 = false;
  let isCalculatedWhenOpened = false;
  parts.read(path, ['workbook'], {
    open(local, tag) {
      if (local === 'workbookPr') is1904 = isTrue(tag.get('date1904'));
      if (local === 'calcPr') isCalculatedWhenOpened = isTrue(tag.get('fullCalcOnLoad'));
      // The id has a namespace of its own; its prefix is usually `r`.
      if (local === 'sheet') listed.push({ name: tag.get('name') ?? '', id: tag.inNamespace('/relationships', 'id') ?? null });
    },
  });
  const sheets = listed.map(({ name, id }): Sheet => {
    // A module of an old macro language is listed as a sheet and has no part.
    if (id === '') return { name, path: null };
    const relationship = id === null ? undefined : relationships.get(id);
    if (relationship === undefined) throw new ParseFailure(`expected a part for sheet "${name}", found none`);
    const { type, target } = relationship;
    if (type === 'chartsheet' || type === 'dialogsheet') {
      parts.read(target, [type], {});
      return { name, path: null };
    }
    return { name, path: target };
  });
  if (new Set(sheets.map(({ name }) => name)).size < sheets.length)
    throw new ParseFailure('expected different names of sheets, found one twice');
  return {
    sheets,
    is1904,
    isCalculatedWhenOpened,
    texts: readTexts(parts, targetOf('sharedStrings')),
    isDate: readStyles(parts, targetOf('styles')),
    richTexts: lazy(() => readRichTexts(parts, targetOf)),
  };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** Collects the text of an item: of `t` itself and of the `t` of its runs; readings of Japanese text (`rPh`) are no text of the cell. */
export class TextCollector {
  #text = '';
  #isInside = false;
  #skipped = 0;

  open(local: string): void {
    if (local === 'rPh') this.#skipped++;
    this.#isInside = local === 't' && this.#skipped === 0;
  }

  text(text: string): void {
    if (this.#isInside) this.#text += text;
  }

  close(local: string): void {
    if (local === 'rPh') this.#skipped--;
    this.#isInside = false;
  }

  take(): string | null {
    const text = plainText(unescaped(this.#text));
    this.#text = '';
    return text;
  }
}

function readTexts(parts: Package, path: string | null): readonly (string | null)[] {
  const texts: (string | null)[] = [];
  if (path === null || !parts.has(path)) return texts;
  const collector = new TextCollector();
  parts.read(path, ['sst'], {
    open: (local) => collector.open(local),
    text: (text) => collector.text(text),
    close(local) {
      collector.close(local);
      if (local === 'si') texts.push(collector.take());
    },
  });
  return texts;
}

function readStyles(parts: Package, path: string | null): readonly boolean[] {
  const isDate: boolean[] = [];
  if (path === null || !parts.has(path)) return isDate;
  const own = new Map<number, boolean>();
  let isInside = false;
  parts.read(path, ['styleSheet'], {
    open(local, tag) {
      const id = Number(tag.get('numFmtId') ?? 0);
      if (local === 'numFmt') own.set(id, isDateFormat(tag.get('formatCode') ?? ''));
      if (local === 'cellXfs') isInside = true;
      if (local === 'xf' && isInside) isDate.push(own.get(id) ?? isBuiltInDate(id));
    },
    close(local) {
      if (local === 'cellXfs') isInside = false;
    },
  });
  return isDate;
}
