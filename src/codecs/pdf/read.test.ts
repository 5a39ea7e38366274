import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ParseFailure } from '#core/parsed';
import { sha256Hex } from '#hashing/hashers';
import { type Drawn, drawnPdf, madePdf, pdfOf, streamOf } from '../../../tests/fingerprint/made-pdf.ts';
import { readPdf } from './read.ts';

const line = (text: string, font = 'F1'): string => `BT /${font} 12 Tf 20 100 Td ${text} Tj ET`;
const drawn = (content: string, parts: Drawn = {}) => readPdf(drawnPdf(content, parts));
const field = (value: string, type = '/FT/Tx'): Drawn => ({
  catalog: '/AcroForm<</Fields[5 0 R]>>',
  page: '/Annots[5 0 R]',
  objects: [`<</Type/Annot/Subtype/Widget${type}/T(amount)/V ${value}/Rect[0 0 100 20]>>`],
});
const note = (entries: string): Drawn => ({
  page: '/Annots[5 0 R]',
  objects: [`<</Type/Annot/Rect[0 0 20 20]${entries}>>`, streamOf('loan,balance\n', '/Type/EmbeddedFile')],
});

describe('readPdf()', () => {
  it('gives the text of each page, their number and its Info dictionary', async () => {
    const pdf = await readPdf(madePdf(['Hello world', 'Second page'], { Title: 'Rent Roll', Author: 'A. Clerk' }));
    expect([pdf.text, pdf.pageCount, pdf.metadata]).toEqual([
      'Hello world\n\fSecond page\n',
      2,
      { Title: 'Rent Roll', Author: 'A. Clerk' },
    ]);
    expect([pdf.details, pdf.warnings]).toEqual([[], []]);
  });

  it('gives the same result twice, whatever was read in between', async () => {
    const bytes = madePdf(['x'], {});
    const first = await readPdf(bytes);
    await readPdf(madePdf(['\\000\\001'], {}));
    expect(await readPdf(bytes)).toEqual(first);
  });

  it.each([
    ['Japanese', '90ms-RKSJ-H', 'Japan1', '<90bf8b818f91>', '請求書'],
    ['simplified Chinese', 'GBK-EUC-H', 'GB1', '<bdf0b6ee>', '金额'],
    ['traditional Chinese', 'ETen-B5-H', 'CNS1', '<aaf7c342>', '金額'],
    ['Korean', 'KSCms-UHC-H', 'Korea1', '<b1ddbed7>', '금액'],
  ])('reads %s in a font that is not embedded, with a predefined map', async (_, encoding, ordering, codes, expected) => {
    const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>>>`;
    const fonts = `/F2<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/${encoding}/DescendantFonts[${descendant}]>>`;
    const { text, warnings } = await drawn(line(codes, 'F2'), { fonts });
    expect([text, warnings]).toEqual([`${expected}\n`, []]);
  });

  it('reads characters beyond U+FFFF and characters that stand for several', async () => {
    const map = '1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <D842DFB7> <42> <00660066> endbfchar';
    const fonts = '/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>';
    const { text } = await drawn(line('(AB1)', 'F2'), { fonts, objects: [streamOf(`begincmap ${map} endcmap`)] });
    expect(text).toBe('𠮷ff1\n');
  });

  it('keeps a hyphen at the end of a line, and the end of the line', async () => {
    expect((await drawn('BT /F1 12 Tf 20 100 Td (pre-) Tj 0 -14 Td (payment) Tj ET')).text).toBe('pre-\npayment\n');
  });

  it('reads the values of form fields, with or without an appearance', async () => {
    const { text, details } = await drawn(line('(Application)'), field('(900,000)'));
    expect(text).toBe('Application\namount: 900,000\n');
    expect(details).toEqual([['page', '1', 'field', 'amount', '900,000']]);
    const appearance = streamOf(line('(EUR 900,000)'), '/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 6 0 R>>>>');
    const shown = await drawn(line('(Application)'), {
      ...note('/Subtype/Stamp/AP<</N 7 0 R>>'),
      objects: [
        '<</Type/Annot/Subtype/Stamp/Rect[0 0 100 20]/AP<</N 7 0 R>>>>',
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        appearance,
      ],
    });
    expect(shown.text).toBe('Application EUR 900,000\n');
  });

  it.each([
    ['a box that is checked', '/Yes/AS/Yes/AP<</N<</Yes 6 0 R/Off 6 0 R>>>>', ['field', 'amount', 'Yes', 'Yes']],
    ['a box that is not', '/Off/AS/Off/AP<</N<</Yes 6 0 R/Off 6 0 R>>>>', ['field', 'amount', '', 'Off']],
    [
      'a box that is checked, with another value',
      '/Off/AS/Yes/AP<</N<</Yes 6 0 R/Off 6 0 R>>>>',
      ['field', 'amount', 'Yes', 'Yes', 'written', 'Off'],
    ],
  ])('reads %s', async (_, value, expected) => {
    const { objects = [], ...parts } = field(value, '/FT/Btn');
    const { details } = await drawn(line('(Application)'), {
      ...parts,
      objects: [...objects, streamOf('', '/Subtype/Form/BBox[0 0 1 1]')],
    });
    expect(details).toEqual([['page', '1', ...expected]]);
  });

  it('reads every selected line of a list', async () => {
    const list = field('[(EUR)(USD)]/Opt[(EUR)(GBP)(USD)]/Ff 2097152', '/FT/Ch');
    expect((await drawn(line('(Application)'), list)).details).toEqual([['page', '1', 'field', 'amount', 'EUR', 'EUR', 'USD']]);
  });

  it('reads a value that a widget has beside that of its field', async () => {
    const { objects = [], ...parts } = field('(3)/Parent 6 0 R', '');
    const widget = (objects[0] ?? '').replace('/T(amount)', '');
    const parent = '<</FT/Tx/T(total)/V(23)/Kids[5 0 R]>>';
    const { details } = await drawn(line('(Sum)'), { ...parts, catalog: '/AcroForm<</Fields[6 0 R]>>', objects: [widget, parent] });
    expect(details).toEqual([['page', '1', 'field', 'total', '23', 'written', '3']]);
  });

  it('reads notes, targets of links and attached files', async () => {
    expect((await drawn(line('(x)'), note('/Subtype/Text/Contents(See annex)'))).details).toEqual([['page', '1', 'note', 'See annex']]);
    const link = await drawn(line('(x)'), note('/Subtype/Link/A<</S/URI/URI(https://example.org/a)>>'));
    expect(link.details).toEqual([['page', '1', 'link', 'https://example.org/a']]);
    const hash = `sha256:${sha256Hex('loan,balance\n')}`;
    const attached = await drawn(line('(x)'), note('/Subtype/FileAttachment/FS<</Type/Filespec/F(a.csv)/UF(a.csv)/EF<</F 6 0 R>>>>'));
    expect(attached.details).toEqual([['page', '1', 'attachment', 'a.csv', hash]]);
    const named = await drawn(line('(x)'), {
      catalog: '/Names<</EmbeddedFiles<</Names[(a)5 0 R]>>>>',
      objects: ['<</Type/Filespec/F(a.csv)/UF(a.csv)/EF<</F 6 0 R>>>>', streamOf('loan,balance\n', '/Type/EmbeddedFile')],
    });
    expect(named.details).toEqual([['attachment', 'a.csv', hash]]);
  });

  it('reads the outline, and ends on a circular one', async () => {
    const outline = (next: string): Drawn => ({
      catalog: '/Outlines 5 0 R',
      objects: ['<</First 6 0 R/Last 7 0 R>>', '<</Title(Rents)/Next 7 0 R/First 8 0 R>>', `<</Title(Annex)${next}>>`, '<</Title(2025)>>'],
    });
    const titles = [
      ['outline', '1', 'Rents'],
      ['outline', '2', '2025'],
      ['outline', '1', 'Annex'],
    ];
    expect((await drawn(line('(x)'), outline(''))).details).toEqual(titles);
    expect((await drawn(line('(x)'), outline('/Next 6 0 R'))).details).toEqual(titles);
  });

  it('gives /ActualText as the text, and what is drawn as a detail', async () => {
    const span = (content: string): string => `BT /F1 12 Tf 20 100 Td /Span<</ActualText(one hundred)>>BDC (${content}) Tj EMC ET`;
    const { text, details } = await drawn(span('100'));
    expect([text, details]).toEqual(['one hundred\n', [['page', '1', 'drawn', '100']]]);
    expect((await drawn(span('900'))).details).toEqual([['page', '1', 'drawn', '900']]);
  });

  it('gives the alternative texts of the structure tree', async () => {
    const { details } = await drawn('/Figure<</MCID 0>>BDC BT /F1 12 Tf 20 100 Td (x) Tj ET EMC', {
      page: '/StructParents 0',
      catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R',
      objects: [
        '<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[6 0 R]]>>>>',
        '<</Type/StructElem/S/Figure/P 5 0 R/Pg 3 0 R/K 0/Alt(a rising rent)>>',
      ],
    });
    expect(details).toEqual([['page', '1', 'structure', 'a rising rent', '']]);
  });

  it('keeps entries of the Info dictionary whose keys differ in case', async () => {
    const { metadata } = await readPdf(madePdf(['x'], { Title: 'A', TITLE: 'X' }));
    expect(metadata).toEqual({ Title: 'A', TITLE: 'X' });
  });

  const contents = (value: string, ...streams: readonly string[]): Uint8Array =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents ${value}>>`,
      ...streams,
    ]);
  it.each([
    [
      'no content',
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>']),
    ],
    ['empty content', madePdf([''], {})],
    ['content that draws nothing', drawnPdf('q .5 0 0 -1 0 7. cm/Span<</MCID 0>>BDC BT /F1 12 Tf ET EMC 0 0 5 5 re W n Q')],
    ['packed content', contents('4 0 R', streamOf(deflateSync('q Q').toString('latin1'), '/Filter/FlateDecode'))],
    ['several parts', contents('[4 0 R 5 0 R]', streamOf('q'), streamOf('Q'))],
    ['parts in an object', contents('4 0 R', '[5 0 R]', streamOf('q Q'))],
  ])('reads a blank page with %s', async (_, bytes) => {
    const { text, warnings } = await readPdf(bytes);
    expect([text, warnings]).toEqual(['', []]);
  });

  const picture = '10 0 0 10 0 0 cm BI/W 1/H 1/CS/G/BPC 8 ID x EI';
  it.each([
    ['a page with a picture only', drawnPdf(picture), 'W_NO_TEXT'],
    ['a picture that is not there', drawnPdf('/Im0 Do'), 'W_NO_TEXT'],
    ['content that cannot be unpacked', contents('4 0 R', streamOf('no such data', '/Filter/FlateDecode')), 'W_NO_TEXT'],
    ['one of two parts that draws', contents('[4 0 R 5 0 R]', streamOf('q Q'), streamOf('(x) Tj')), 'W_NO_TEXT'],
    ['content that is not there', contents('9 0 R', streamOf('q Q')), 'W_NO_TEXT'],
    ['content whose object is damaged', contents('4 0 R', streamOf('(x) Tj').replace('<<', '<')), 'W_NO_TEXT'],
    ['a white sheet', drawnPdf('1 g 0 0 500 500 re f'), 'W_NO_TEXT'],
    ['a picture with a note on it', drawnPdf(picture, note('/Subtype/Text/Contents(seen)')), 'W_NO_TEXT'],
    ['text without a font', drawnPdf('BT 20 100 Td (x) Tj ET'), 'W_NO_TEXT'],
    [
      'a font without a map to characters',
      drawnPdf(line('<00410042>', 'F2'), {
        fonts:
          '/F2<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>',
      }),
      'W_UNREADABLE_FONT',
    ],
    [
      'one drawn glyph without a name of a character',
      drawnPdf(`${line('(Total)')} ${line('(A)', 'F2')}`, {
        fonts: '/F2<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>/Encoding<</Differences[65/g1]>>>>',
      }),
      'W_UNREADABLE_FONT',
    ],
  ])('reports %s', async (_, bytes, code) => {
    expect((await readPdf(bytes)).warnings).toMatchObject([{ code, detail: { page_count: 1, pages: [1] } }]);
  });

  it('names the pages without text, and reads a page of fields only', async () => {
    const page = (content: number): string =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Contents ${content} 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`;
    const pages = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/Count 4>>',
      page(7),
      page(8),
      page(7),
      page(8),
    ];
    expect((await readPdf(pdfOf([...pages, streamOf(line('(x)')), streamOf(picture)]))).warnings).toEqual([
      { code: 'W_NO_TEXT', message: 'No text on pages 2, 4', detail: { page_count: 2, pages: [2, 4] } },
    ]);
    expect((await drawn('', field('(900,000)'))).warnings).toEqual([]);
  });

  const whole = madePdf(['Hello world'], {});
  it.each([
    ['a text of that name', Buffer.from('hello %%EOF'), 'expected a PDF, found no %PDF- at its start'],
    ['a truncated file', whole.subarray(0, whole.length - 10), 'the file is cut off: no %%EOF at its end'],
    ['no page at all', Buffer.from('%PDF-1.4\n%%EOF\n'), 'not a readable PDF'],
    ['a page that is missing', pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[9 0 R]/Count 1>>']), 'not a readable PDF'],
    [
      'an encrypted file',
      madePdf(
        ['x'],
        {},
        '/Encrypt<</Filter/Standard/V 1/R 2/O(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)/U(bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb)/P -4>>/ID[(a)(b)]',
      ),
      'the file is encrypted and wants a password',
    ],
  ])('fails on %s', async (_, bytes, message) => {
    await expect(readPdf(bytes)).rejects.toThrow(ParseFailure);
    await expect(readPdf(bytes)).rejects.toThrow(message);
  });
});
