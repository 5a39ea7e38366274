/**
 * Whether a page on which the engine finds nothing is blank. It also finds nothing where it cannot draw: text without a font, a picture that is
 * not there, content that cannot be unpacked. Its interface does not show the content of a page, but it copies a page into a document of its
 * own, and writes that with one table of plain objects.
 *
 *     q 1 0 0 1 0 0 cm Q            blank: it changes how things would be drawn, and draws nothing
 *     BT 20 100 Td (x) Tj ET        not blank
 */
import { inflateSync } from 'node:zlib';
import type { Opened } from './page.ts';

/** Content of a blank page that is longer is not looked at. */
const MAX_LENGTH = 1 << 16;
const HARMLESS = new Set(
  'q Q cm w J j M d ri i gs g G rg RG k K cs CS sc SC scn SCN BMC BDC EMC MP DP BX EX re m l c v y h W W* n BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T*'.split(
    ' ',
  ),
);
const OPERAND = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)|\/[^()<>{}%]*|true|false|null)$/;

/** `index` is that of the page in the document. */
export function isBlankPage(opened: Opened, index: number): boolean {
  if (opened.copies < 0) return false;
  const copy = copyOf(opened, index);
  opened.copies -= copy.length;
  const page = objectIn(copy, /\/Kids\[ ?(\d+) 0 R ?\]/.exec(copy)?.[1] ?? '');
  if (page === null) return false;
  // An annotation may have a key of the same name; then it is not known which is which.
  const contents = [...page.slice(0, page.indexOf('endobj')).matchAll(/\/Contents(?![A-Za-z])/g)];
  if (contents.length === 0) return namesNoContent(opened, index);
  const [first] = contents;
  return contents.length === 1 && isHarmless(copy, page.slice((first?.index ?? 0) + '/Contents'.length));
}

/** A copy of a page leaves out content that the document names but does not have, as after damage. A copy of the whole document does not. */
function namesNoContent(opened: Opened, index: number): boolean {
  if (opened.whole === null) {
    if (opened.length > opened.copies) return false;
    opened.whole = savedText(opened, opened.document);
    opened.copies -= opened.whole.length;
  }
  const number = opened.engine.api.EPDFDoc_GetPageObjectNumberByIndex(opened.document, index);
  const page = objectIn(opened.whole, String(number));
  return page !== null && !/\/Contents(?![A-Za-z])/.test(page.slice(0, page.indexOf('endobj')));
}

function copyOf(opened: Opened, index: number): string {
  const { api } = opened.engine;
  const alone = api.FPDF_CreateNewDocument();
  const copy = api.FPDF_ImportPages(alone, opened.document, String(index + 1), 0) ? savedText(opened, alone) : '';
  api.FPDF_CloseDocument(alone);
  return copy;
}

/** Empty if it cannot be written. */
function savedText({ engine }: Opened, document: number): string {
  const { api } = engine;
  const writer = api.PDFiumExt_OpenFileWriter();
  const length = api.PDFiumExt_SaveAsCopy(document, writer) === 0 ? 0 : api.PDFiumExt_GetFileWriterSize(writer);
  const text = engine.bytesText((buffer, room) => (buffer === 0 ? length : api.PDFiumExt_GetFileWriterData(writer, buffer, room)));
  api.PDFiumExt_CloseFileWriter(writer);
  return text;
}

/** What follows `5 0 obj`, found by the table of the copy. It has parts such as `0 3` and `5 2`, with rows of 20 bytes. */
function objectIn(copy: string, number: string): string | null {
  const table = Number(/startxref\s+(\d+)\s+%%EOF/.exec(copy.slice(-64))?.[1] ?? Number.NaN);
  let at = table + (/^xref\s+/.exec(copy.slice(table, table + 8))?.[0].length ?? Number.NaN);
  for (;;) {
    const head = /^(\d+) (\d+)\r?\n/.exec(copy.slice(at, at + 32));
    if (head === null) return null;
    at += head[0].length;
    const row = Number(number) - Number(head[1]);
    if (row >= 0 && row < Number(head[2])) return objectAt(copy, Number(copy.slice(at + 20 * row, at + 20 * row + 10)), number);
    at += 20 * Number(head[2]);
  }
}

function objectAt(copy: string, start: number, number: string): string | null {
  const name = /^(\d+) 0 obj\s+/.exec(copy.slice(start, start + 32));
  return name?.[1] === number ? copy.slice(start + name[0].length) : null;
}

/** `value` begins with a reference to a stream or to an array of such references, or with that array. */
function isHarmless(copy: string, value: string): boolean {
  const reference = /^\s*(\d+) 0 R/.exec(value)?.[1];
  const object = reference === undefined ? value : objectIn(copy, reference);
  const array = /^\s*\[([\d\sR]*)\]/.exec(object ?? '')?.[1];
  if (array === undefined) return object !== null && reference !== undefined && drawsNothing(object);
  return [...array.matchAll(/(\d+) 0 R/g)].every(([, part]) => drawsNothing(objectIn(copy, part as string) ?? ''));
}

function drawsNothing(stream: string): boolean {
  const head = /^<<(?:\/Filter(?:\/FlateDecode|\[ ?\/FlateDecode ?\]))?\/Length (\d+)>>stream\r?\n/.exec(stream);
  if (head === null) return false;
  const data = stream.slice(head[0].length, head[0].length + Number(head[1]));
  const content = head[0].includes('/FlateDecode') ? unpacked(data) : data;
  const words = content
    ?.replace(/<<|>>|[[\]]/g, ' ')
    .replaceAll('/', ' /')
    .split(/[\s\0]+/);
  return words?.every((word) => word === '' || HARMLESS.has(word) || OPERAND.test(word)) ?? false;
}

function unpacked(data: string): string | null {
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: MAX_LENGTH }).toString('latin1');
  } catch {
    return null;
  }
}
