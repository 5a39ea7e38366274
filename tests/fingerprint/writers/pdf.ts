/** Letters as PDF, made by pdf-lib: text, form fields, notes, links, attachments; saved once or again, by another program. */
import fc from 'fast-check';
import { type PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { type Writer, writerOf } from './writer.ts';

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
const changed = fc
  .tuple(letter, letter, fc.nat(), fc.nat())
  .map(([one, other, which, where]) => {
    const keys = Object.keys(one) as (keyof Letter)[];
    const key = keys[which % keys.length] as keyof Letter;
    if (key !== 'pages') return [one, { ...one, [key]: other[key] }] as const;
    const at = where % one.pages.length;
    return [one, { ...one, pages: one.pages.map((page, index) => (index === at ? (other.pages[0] as readonly string[]) : page)) }] as const;
  })
  .filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other));

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

const style = fc.record({
  useObjectStreams: fc.boolean(),
  isSavedAgain: fc.boolean(),
  producer: fc.constantFrom('one program', 'another'),
});

export const pdfWriter: Writer = writerOf({
  content: letter,
  changed,
  style,
  async write(content, { useObjectStreams, isSavedAgain, producer }) {
    const pdf = await made(content);
    pdf.setProducer(producer);
    const saved = await pdf.save({ useObjectStreams });
    if (!isSavedAgain) return saved;
    const again = await PDFDocument.load(saved);
    again.setModificationDate(new Date(0));
    return again.save({ useObjectStreams: !useObjectStreams });
  },
});
