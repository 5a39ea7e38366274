/** Single rules of pdf.v0: what counts, and what does not. */
import { expect, it } from 'vitest';
import { contentHashOf } from './content.ts';
import { drawnPdf, madePdf } from './made-pdf.ts';

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
  await expect(contentHashOf('pdf', drawnPdf('0 0 5 5 re f'))).rejects.toThrow('pdf.v0 has no content hash');
});

it('pdf.v0 counts a blank page, and where it is', async () => {
  const papers = [['Unit 101'], ['Unit 101', ''], ['', 'Unit 101']];
  const hashes = await Promise.all(papers.map((texts) => contentHashOf('pdf', madePdf(texts, {}))));
  expect(new Set(hashes).size).toBe(3);
});
