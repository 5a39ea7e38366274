/**
 * A PDF as prose: the text of its pages, separated by form feeds, the number of pages, its Info dictionary, and what it contains beside its
 * pages. A PDF has no headings or tables, only words at positions.
 *
 *     pageCount 2, metadata { Title: 'Rent Roll' }, text 'Unit 1 …\n\fUnit 2 …\n', details [['attachment', 'tape.csv', 'sha256:…']]
 *
 * A file without its end mark is truncated, and one that needs a password is encrypted: both are failures, though a viewer may show a part.
 */
import { ParseFailure, type ParseWarning, type Prose } from '#core/parsed';
import { sha256Hex } from '#hashing/hashers';
import { attachedFile } from './attachment.ts';
import { type Engine, withEngine } from './engine.ts';
import { outlineTitles } from './outline.ts';
import { type Opened, type PageRead, readPage } from './page.ts';

const HEAD = 1024;
const LATIN = new TextDecoder('latin1');
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

export async function readPdf(bytes: Uint8Array): Promise<Prose> {
  requireWhole(bytes);
  return withEngine((engine) => {
    const place = engine.put(bytes);
    const prose = readDocument(engine, place, bytes.length);
    engine.free(place);
    return prose;
  });
}

function requireWhole(bytes: Uint8Array): void {
  if (!LATIN.decode(bytes.subarray(0, HEAD)).includes('%PDF-')) throw new ParseFailure('expected a PDF, found no %PDF- at its start');
  if (!LATIN.decode(bytes.subarray(-HEAD)).includes('%%EOF')) throw new ParseFailure('the file is cut off: no %%EOF at its end');
}

function readDocument(engine: Engine, place: number, length: number): Prose {
  const { api } = engine;
  const document = api.FPDF_LoadMemDocument(place, length, '');
  if (document === 0) throw loadFailure(api.FPDF_GetLastError());
  const info = api.PDFiumExt_OpenFormFillInfo();
  const form = api.PDFiumExt_InitFormFillEnvironment(document, info);
  const opened: Opened = { engine, document, form, copies: MAX_COPIED, length, whole: null };
  const pageCount = api.FPDF_GetPageCount(document);
  const pages: PageRead[] = [];
  for (let index = 0; index < pageCount; index++) pages.push(readPage(opened, index));
  const metadata = metadataOf(opened);
  const details = [
    ...pages.flatMap((page, index) => page.details.map((detail) => ['page', String(index + 1), ...detail])),
    ...outlineTitles(opened).map((title) => ['outline', ...title]),
    ...attachmentsOf(opened),
    ...formPackets(opened),
  ];
  api.PDFiumExt_ExitFormFillEnvironment(form);
  api.PDFiumExt_CloseFormFillInfo(info);
  api.FPDF_CloseDocument(document);
  return {
    kind: 'prose',
    text: pages.map(({ text }) => text).join('\f'),
    headings: [],
    sections: [],
    tables: [],
    pageSections: null,
    pageCount,
    metadata,
    details,
    warnings: unreadPages(pages),
    facts: {},
  };
}

function loadFailure(code: number): ParseFailure {
  if (code === PASSWORD_ERROR) return new ParseFailure('the file is encrypted and wants a password');
  if (code === SECURITY_ERROR) return new ParseFailure('the file is encrypted in a way that is not supported');
  return new ParseFailure('not a readable PDF: its objects or pages are not found');
}

const MAX_PAGES = 10;
const MAX_COPIED = 64 << 20;

function unreadPages(pages: readonly PageRead[]): readonly ParseWarning[] {
  const numbers = (isIt: (page: PageRead) => boolean): readonly number[] => pages.flatMap((page, index) => (isIt(page) ? [index + 1] : []));
  return [
    ...warning(
      'W_UNREADABLE_FONT',
      'Fonts that do not say which characters they show, on',
      numbers(({ hasUnreadableFont }) => hasUnreadableFont),
    ),
    ...warning(
      'W_NO_TEXT',
      'No text on',
      numbers(({ hasNoText }) => hasNoText),
    ),
  ];
}

function warning(code: ParseWarning['code'], what: string, pages: readonly number[]): readonly ParseWarning[] {
  if (pages.length === 0) return [];
  const named = pages.slice(0, MAX_PAGES);
  const more = pages.length > MAX_PAGES ? ` and ${pages.length - MAX_PAGES} more` : '';
  const message = `${what} ${pages.length === 1 ? 'page' : 'pages'} ${named.join(', ')}${more}`;
  return [{ code, message, detail: { page_count: pages.length, pages: named } }];
}

/** The entries of the Info dictionary. Keys that differ in case are different entries. */
function metadataOf({ engine, document }: Opened): Readonly<Record<string, string>> {
  const { api } = engine;
  const entries: [string, string][] = [];
  for (let index = 0; index < api.EPDF_GetMetaKeyCount(document, false); index++) {
    const key = engine.bytesText((buffer, length) => api.EPDF_GetMetaKeyName(document, index, false, buffer, length));
    const value = engine.text((buffer, length) => api.FPDF_GetMetaText(document, key, buffer, length));
    entries.push([key, value.toWellFormed()]);
  }
  return Object.fromEntries(entries);
}

function attachmentsOf({ engine, document }: Opened): readonly (readonly string[])[] {
  const { api } = engine;
  return Array.from({ length: Math.max(0, api.FPDFDoc_GetAttachmentCount(document)) }, (_, index) =>
    attachedFile(engine, api.FPDFDoc_GetAttachment(document, index)),
  ).flatMap((file) => (file === null ? [] : [['attachment', ...file]]));
}

/** The parts of an XFA form, which contain its values. */
function formPackets({ engine, document }: Opened): readonly (readonly string[])[] {
  const { api } = engine;
  return Array.from({ length: Math.max(0, api.FPDF_GetXFAPacketCount(document)) }, (_, index) => {
    const name = engine.bytesText((buffer, length) => api.FPDF_GetXFAPacketName(document, index, buffer, length));
    const bytes = engine.blob((buffer, length, out) => api.FPDF_GetXFAPacketContent(document, index, buffer, length, out));
    return ['xfa', name, bytes === null ? 'no packet' : `sha256:${sha256Hex(bytes)}`];
  });
}
