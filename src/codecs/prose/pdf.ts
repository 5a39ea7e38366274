/**
 * A PDF as prose: the text of its pages, separated by form feeds, the number of pages, and its Info dictionary. A PDF has no headings or
 * tables, only words at positions.
 *
 *     pageCount 2, metadata { Title: 'Rent Roll' }, text 'Unit 1 …\n\fUnit 2 …\n'
 *
 * A file without its end mark is truncated, and one that needs a password is encrypted: both are failures, though a viewer may show a part.
 */
import { ParseFailure, type Prose } from '#core/parsed';

const HEAD = 1024;
const LATIN = new TextDecoder('latin1');

export async function readPdf(bytes: Uint8Array): Promise<Prose> {
  requireWhole(bytes);
  const { getDocumentProxy } = await import('unpdf');
  try {
    // The parser gets a copy, because it detaches the buffer that it receives.
    const pdf = await getDocumentProxy(bytes.slice(), { verbosity: 0, stopAtErrors: true, isEvalSupported: false, useSystemFonts: false });
    const pages: string[] = [];
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await pageText(pdf, number));
    const { info } = await pdf.getMetadata();
    const { numPages } = pdf;
    await pdf.destroy();
    return {
      kind: 'prose',
      text: pages.join('\f'),
      headings: [],
      sections: [],
      tables: [],
      pageSections: null,
      pageCount: numPages,
      metadata: metadataOf(info as Readonly<Record<string, unknown>>),
      facts: {},
    };
  } catch (error) {
    throw failureOf(error);
  }
}

function requireWhole(bytes: Uint8Array): void {
  if (!LATIN.decode(bytes.subarray(0, HEAD)).includes('%PDF-')) throw new ParseFailure('expected a PDF, found no %PDF- at its start');
  if (!LATIN.decode(bytes.subarray(-HEAD)).includes('%%EOF')) throw new ParseFailure('the file is cut off: no %%EOF at its end');
}

interface Item {
  readonly str?: string;
  readonly hasEOL?: boolean;
}

interface Pdf {
  getPage(number: number): Promise<{ getTextContent(): Promise<{ readonly items: readonly unknown[] }>; cleanup(): void }>;
}

async function pageText(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const text = (items as readonly Item[]).map(({ str = '', hasEOL = false }) => (hasEOL ? `${str}\n` : str)).join('');
  page.cleanup();
  const lines = text
    .toWellFormed()
    .replaceAll('\f', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.map((line) => `${line}\n`).join('');
}

/** Entries that the parser adds; only the file's own entries are kept. */
const ADDED = /^(PDFFormatVersion|Language|EncryptFilterName|Is[A-Z]\w*)$/;

function metadataOf(info: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const own = typeof info['Custom'] === 'object' && info['Custom'] !== null ? Object.entries(info['Custom']) : [];
  const entries = [...Object.entries(info).filter(([key]) => !ADDED.test(key)), ...own];
  return Object.fromEntries(
    entries.flatMap(([key, value]: readonly [string, unknown]) => {
      const text = plainValue(value);
      return text === null ? [] : [[key, text]];
    }),
  );
}

/** Null for a value that is not a text, number, boolean or name. */
function plainValue(value: unknown): string | null {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
  return typeof name === 'string' ? name.toWellFormed() : null;
}

function failureOf(error: unknown): unknown {
  if (error instanceof ParseFailure || !(error instanceof Error)) return error;
  if (error.name === 'PasswordException') return new ParseFailure('the file is encrypted and wants a password');
  return new ParseFailure(`not a readable PDF: ${error.message}`);
}
