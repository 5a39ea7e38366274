/**
 * Makes the PDF of the example, a letter of two pages, from plain lines:
 *
 *     node examples/fingerprints/make-letter.mjs [PDF]
 *
 * The same lines give the same bytes. By default samples/letter.pdf is made.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [pdf = fileURLToPath(new URL('samples/letter.pdf', import.meta.url))] = process.argv.slice(2);

const INFO = { Title: 'Valuation Nordhafen 12', Author: 'Ahrens Valuers' };
const PAGES = [
  ['Valuation of Nordhafen 12', 'Valuation date: 2025-12-31', 'Market value: EUR 1,240,000'],
  ['The valuation rests on the rent roll of December 2025.', 'Ahrens Valuers'],
];

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const kids = PAGES.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  `<</Type/Pages/Kids[${kids}]/Count ${PAGES.length}>>`,
  `<<${Object.entries(INFO).map(([key, value]) => `/${key}(${value})`).join('')}>>`,
  ...PAGES.flatMap((lines, i) => {
    const stream = `BT /F1 11 Tf 14 TL 40 780 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
    const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${5 + 2 * i} 0 R/Resources<</Font<</F1 ${FONT}>>>>>>`;
    return [page, `<</Length ${stream.length}>>stream\n${stream}\nendstream`];
  }),
];

let body = '%PDF-1.4\n';
const places = objects.map((object, i) => {
  const at = body.length;
  body += `${i + 1} 0 obj${object}endobj\n`;
  return at;
});
const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
const size = objects.length + 1;
writeFileSync(
  pdf,
  `${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Info 3 0 R/Size ${size}>>\nstartxref\n${body.length}\n%%EOF\n`,
  'latin1',
);
