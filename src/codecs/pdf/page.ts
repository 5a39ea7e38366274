/**
 * One page of a PDF: the lines of its text as it is shown, with its annotations and form fields, then a line for each value of a field and
 * each note. A page whose fonts do not say which characters they show cannot be read, and neither can a page that is a picture.
 */
import { ParseFailure } from '#core/parsed';
import { readAnnotations } from './annotations.ts';
import { isBlankPage } from './blank-page.ts';
import { type Engine, UTF16 } from './engine.ts';
import { structureTexts } from './structure.ts';

export interface Opened {
  readonly engine: Engine;
  readonly document: number;
  /** The handle of the form, for its fields. */
  readonly form: number;
  /** How many bytes of copies of pages may still be looked at. Attacker-controlled: every blank page may have the same large resources. */
  copies: number;
  /** The length of the file, and the document as the engine writes it, if that was needed. */
  readonly length: number;
  whole: string | null;
}

export interface PageRead {
  readonly text: string;
  readonly details: readonly (readonly string[])[];
  readonly hasUnreadableFont: boolean;
  readonly hasNoText: boolean;
}

interface Shown {
  readonly lines: readonly string[];
  readonly hasUnreadableFont: boolean;
}

/** A font that maps its characters to these does not say what they are. A lone surrogate is decoded as U+FFFD. */
const UNKNOWN = /[\0\ufffd]/;
const FORM_OBJECT = 5;
const FOR_DISPLAY = 0;

export function readPage(opened: Opened, index: number): PageRead {
  const { engine } = opened;
  const { api } = engine;
  let page = openPage(opened, index);
  const { details, lines } = readAnnotations(opened, page);
  const structure = structureTexts(engine, page).map((text) => ['structure', ...text]);
  const own = readText(engine, page);
  const isEmpty = api.FPDFPage_CountObjects(page) === 0;
  const hasAnnotations = api.FPDFPage_GetAnnotCount(page) > 0;
  let shown = own;
  if (hasAnnotations) {
    // The appearances of annotations and fields become part of the page.
    api.FPDFPage_Flatten(page, FOR_DISPLAY);
    api.FPDF_ClosePage(page);
    page = openPage(opened, index);
    shown = readText(engine, page);
  }
  const drawn = removeActualTexts(engine, page) ? readText(engine, page).lines : [];
  api.FPDF_ClosePage(page);
  // A page of nothing but fields and notes was read, and so was a blank one; a picture with a note on it was not.
  const isRead = own.lines.length > 0 || (isEmpty && (hasAnnotations ? shown.lines.length + lines.length > 0 : isBlankPage(opened, index)));
  return {
    text: [...shown.lines, ...lines].map((line) => `${line}\n`).join(''),
    details: [...details, ...structure, ...(drawn.length === 0 ? [] : [['drawn', ...drawn]])],
    hasUnreadableFont: shown.hasUnreadableFont,
    hasNoText: !isRead,
  };
}

function openPage({ engine, document }: Opened, index: number): number {
  const page = engine.api.FPDF_LoadPage(document, index);
  if (page === 0) throw new ParseFailure(`not a readable PDF: page ${index + 1} is not found`);
  return page;
}

function readText(engine: Engine, page: number): Shown {
  const { api } = engine;
  const textPage = api.FPDFText_LoadPage(page);
  if (textPage === 0) throw new ParseFailure('not a readable PDF: the text of a page is not found');
  const count = Math.max(0, api.FPDFText_CountChars(textPage));
  const units = new Uint16Array(count);
  let hasUnreadableFont = false;
  for (let at = 0; at < count; at++) {
    units[at] = api.FPDFText_GetUnicode(textPage, at);
    hasUnreadableFont ||= api.FPDFText_HasUnicodeMapError(textPage, at) === 1;
  }
  api.FPDFText_ClosePage(textPage);
  const text = UTF16.decode(units);
  return { lines: linesOf(text), hasUnreadableFont: hasUnreadableFont || UNKNOWN.test(text) };
}

/** The engine writes U+0002 for a hyphen at the end of a line, and joins the lines. */
function linesOf(text: string): readonly string[] {
  const lines = text
    .replaceAll('\u0002', '-\n')
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(/[\s\0]+/g, ' ').trim());
  return lines.filter((line) => line !== '');
}

/**
 * An /ActualText stands for the text that is drawn, which the engine then leaves out. Both count, so the page is read a second time without
 * it. False if there is none.
 */
function removeActualTexts(engine: Engine, page: number): boolean {
  const { api } = engine;
  let isFound = false;
  const waiting = Array.from({ length: Math.max(0, api.FPDFPage_CountObjects(page)) }, (_, index) => api.FPDFPage_GetObject(page, index));
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    for (let index = api.FPDFPageObj_CountMarks(object) - 1; index >= 0; index--) {
      const mark = api.FPDFPageObj_GetMark(object, index);
      if (!engine.has((out) => api.FPDFPageObjMark_GetParamStringValue(mark, 'ActualText', 0, 0, out))) continue;
      api.FPDFPageObj_RemoveMark(object, mark);
      isFound = true;
    }
    if (api.FPDFPageObj_GetType(object) !== FORM_OBJECT) continue;
    for (let index = 0; index < api.FPDFFormObj_CountObjects(object); index++) waiting.push(api.FPDFFormObj_GetObject(object, index));
  }
  return isFound;
}
