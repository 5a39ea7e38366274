/** What the content hash of pdf.v0 covers: every value of documents that another program made, and not how that program saved them. */
import fc from 'fast-check';
import { type PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { contentHashOf } from './content.ts';
import { drawnPdf, madePdf } from './made-pdf.ts';

interface Letter {
  readonly pages: readonly (readonly string[])[];
  readonly title: string;
  readonly company: string;
  readonly field: string;
  readonly isAgreed: boolean;
  readonly currency: 'EUR' | 'USD' | 'GBP';
  readonly note: string;
  readonly link: string;
  readonly attachment: string;
  readonly attachedAs: string;
}

const word = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ0129.,%€é')), minLength: 1, maxLength: 9 });
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const letter: fc.Arbitrary<Letter> = fc.record({
  pages: fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  title: word,
  company: word,
  field: line,
  isAgreed: fc.boolean(),
  currency: fc.constantFrom('EUR', 'USD', 'GBP'),
  note: line,
  link: word.map((name) => `https://example.org/${encodeURIComponent(name)}`),
  attachment: line,
  attachedAs: fc.constantFrom('tape.csv', 'rates.xlsx', 'annex.pdf'),
});
/** The same letter with one other value. */
const changed = fc.tuple(letter, letter, fc.nat(), fc.nat()).map(([one, other, which, where]) => {
  const keys = Object.keys(one) as (keyof Letter)[];
  const key = keys[which % keys.length] as keyof Letter;
  if (key !== 'pages') return { one, other: { ...one, [key]: other[key] } };
  const at = where % one.pages.length;
  return { one, other: { ...one, pages: one.pages.map((page, index) => (index === at ? (other.pages[0] as readonly string[]) : page)) } };
});

async function made(content: Letter): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of content.pages) {
    const page = pdf.addPage([600, 800]);
    lines.forEach((text, index) => page.drawText(text, { x: 40, y: 700 - 30 * index, size: 12, font }));
  }
  const page = pdf.getPage(0);
  const place = { x: 40, y: 300, width: 400, height: 24 };
  const form = pdf.getForm();
  const amount = form.createTextField('amount');
  amount.setText(content.field);
  amount.addToPage(page, place);
  const agreed = form.createCheckBox('agreed');
  agreed.addToPage(page, { ...place, y: 340, width: 20 });
  if (content.isAgreed) agreed.check();
  const currency = form.createDropdown('currency');
  currency.setOptions(['EUR', 'USD', 'GBP']);
  currency.select(content.currency);
  currency.addToPage(page, { ...place, y: 380 });
  const annotation = { Type: 'Annot', Rect: [10, 10, 30, 30] };
  const note = pdf.context.obj({ ...annotation, Subtype: 'Text', Contents: PDFHexString.fromText(content.note) });
  const link = pdf.context.obj({ ...annotation, Subtype: 'Link', A: { S: 'URI', URI: PDFString.of(content.link) } });
  page.node.addAnnot(pdf.context.register(note));
  page.node.addAnnot(pdf.context.register(link));
  pdf.setTitle(content.title);
  const info = pdf.context.lookup(pdf.context.trailerInfo.Info) as PDFDict;
  info.set(PDFName.of('Company'), PDFHexString.fromText(content.company));
  await pdf.attach(Buffer.from(content.attachment), content.attachedAs);
  return pdf;
}

const few = { numRuns: 25 };

it('pdf.v0 gives one content hash to a document however it is saved', async () => {
  await fc.assert(
    fc.asyncProperty(letter, fc.boolean(), fc.boolean(), async (content, first, second) => {
      const saved = await (await made(content)).save({ useObjectStreams: first });
      const again = await PDFDocument.load(saved);
      again.setModificationDate(new Date(0));
      again.setProducer('another program');
      expect(await contentHashOf('pdf', await again.save({ useObjectStreams: second }))).toBe(await contentHashOf('pdf', saved));
    }),
    few,
  );
});

it('pdf.v0 gives another content hash where any value differs', async () => {
  await fc.assert(
    fc.asyncProperty(changed, async ({ one, other }) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const [a, b] = await Promise.all([one, other].map(async (content) => (await made(content)).save()));
      expect(await contentHashOf('pdf', b as Uint8Array)).not.toBe(await contentHashOf('pdf', a as Uint8Array));
    }),
    few,
  );
});

const pages = ['Unit 101 1520.75', 'Unit 102 2310'];
const info = { Title: 'Rent Roll', Author: 'Weber' };
const shown = (text: string): string => `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;

it('pdf.v0 does not look at who saved the file last, and when', async () => {
  const saved = { ...info, Producer: 'another program', CreationDate: 'D:20250101000000Z', ModDate: 'D:20260101000000Z' };
  expect(await contentHashOf('pdf', madePdf(pages, saved))).toBe(await contentHashOf('pdf', madePdf(pages, info)));
});

it('pdf.v0 gives another content hash where the text, the pages or what the document says of itself differs', async () => {
  const variants: readonly Uint8Array[] = [
    madePdf(pages, info),
    madePdf(['Unit 101 1520.76', 'Unit 102 2310'], info),
    madePdf(['Unit 102 2310', 'Unit 101 1520.75'], info),
    madePdf([...pages, '1'], info),
    madePdf(['Unit 101 1520.75 Unit 102 2310'], info),
    madePdf(pages, { ...info, Title: 'Rent' }),
    madePdf(pages, { ...info, TITLE: 'Rent' }),
    madePdf(pages, { ...info, TITLE: 'Roll' }),
    madePdf(pages, { ...info, Subject: 'Nordhafen' }),
    madePdf(pages, { Title: 'Rent Roll' }),
    madePdf(pages, { Author: 'Rent Roll', Title: 'Weber' }),
    drawnPdf(`/Span<</ActualText(x)>>BDC ${shown('100')} EMC`),
    drawnPdf(`/Span<</ActualText(x)>>BDC ${shown('900')} EMC`),
    drawnPdf(`/Span<</ActualText(y)>>BDC ${shown('900')} EMC`),
  ];
  const hashes = await Promise.all(variants.map((bytes) => contentHashOf('pdf', bytes)));
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('pdf.v0 gives no content hash to a page that could not be read', async () => {
  await expect(contentHashOf('pdf', madePdf(['Unit 101', ''], {}))).rejects.toThrow('pdf.v0 has no content hash');
});
