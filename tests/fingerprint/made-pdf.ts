/** A PDF of one line a page, made by hand with a right cross-reference table, so that tests know what is in it. */
export function madePdf(pages: readonly string[], info: Readonly<Record<string, string>>, trailer = ''): Uint8Array {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const entries = Object.entries(info).map(([key, value]) => `/${key}(${value})`);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    `<<${entries.join('')}>>`,
    ...pages.flatMap((text, i) => {
      const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
      const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${5 + 2 * i} 0 R/Resources<</Font<</F1 ${font}>>>>>>`;
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
  const end = `trailer<</Root 1 0 R/Info 3 0 R/Size ${size}${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`, 'latin1'));
}
