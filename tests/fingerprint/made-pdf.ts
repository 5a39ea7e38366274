/**
 * PDFs made by hand with a right cross-reference table, so that tests know what is in them.
 *
 *     madePdf(['Unit 101', 'Unit 102'], { Title: 'Rent Roll' })           a line on each page
 *     drawnPdf('BT /F1 12 Tf 20 100 Td (Unit) Tj ET', { fonts: … })       one page, drawn by these operators
 *     pdfOf(['<</Type/Catalog/Pages 2 0 R>>', …])                         any objects, the catalogue first
 */
const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

export function madePdf(pages: readonly string[], info: Readonly<Record<string, string>>, trailer = ''): Uint8Array {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const entries = Object.entries(info).map(([key, value]) => `/${key}(${value})`);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    `<<${entries.join('')}>>`,
    ...pages.flatMap((text, i) => {
      const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${5 + 2 * i} 0 R/Resources<</Font<</F1 ${HELVETICA}>>>>>>`;
      return [page, streamOf(text === '' ? '' : `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`)];
    }),
  ];
  return pdfOf(objects, `/Info 3 0 R${trailer}`);
}

export interface Drawn {
  /** Entries of the font dictionary; /F1 is Helvetica. */
  readonly fonts?: string;
  /** Entries of the page. */
  readonly page?: string;
  /** Entries of the catalogue. */
  readonly catalog?: string;
  /** More objects: the first has number 5. */
  readonly objects?: readonly string[];
}

export function drawnPdf(content: string, { fonts = '', page = '', catalog = '', objects = [] }: Drawn = {}): Uint8Array {
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Contents 4 0 R/Resources<</Font<</F1 ${HELVETICA}${fonts}>>>>${page}>>`,
    streamOf(content),
    ...objects,
  ]);
}

export function streamOf(content: string, entries = ''): string {
  return `<</Length ${content.length}${entries}>>stream\n${content}\nendstream`;
}

/** Every character of the objects is one byte. */
export function pdfOf(objects: readonly string[], trailer = ''): Uint8Array {
  let body = '%PDF-1.7\n';
  const places = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer<</Root 1 0 R/Size ${size}${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`, 'latin1'));
}
