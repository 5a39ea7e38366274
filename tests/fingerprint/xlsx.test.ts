/** What the content hash of xlsx.v0 covers: the names of sheets and the values of cells, and not how a program wrote them. */
import { expect, it } from 'vitest';
import { readXlsx } from '#codecs/grid/xlsx';
import { ParseFailure } from '#core/parsed';
import { zipArchive } from '../helpers/zip-archive.ts';
import { contentHashOf, encodeAs } from './content.ts';
import { type MadeSheets, madeXlsx, sheetOf, withSheet } from './made-xlsx.ts';

const hash = (bytes: Uint8Array): Promise<string> => contentHashOf('xlsx', bytes);
const rowsOf = async (bytes: Uint8Array, sheet = 'a') => [...(await readXlsx(bytes)).rows(sheet)];

it('xlsx.v0 covers the names and the order of sheets', async () => {
  const one: MadeSheets = [
    { name: 'a', rows: [[1]] },
    { name: 'b', rows: [] },
  ];
  const books: readonly MadeSheets[] = [one, one.toReversed(), one.slice(0, 1), [{ name: 'A', rows: [[1]] }, one[1] as MadeSheets[number]]];
  const hashes = await Promise.all(books.map((book) => hash(madeXlsx(book))));
  expect(new Set(hashes).size).toBe(books.length);
});

it('readXlsx() reads characters above U+FFFF, however they are written', async () => {
  for (const references of ['plain', 'decimal', 'hexadecimal', 'cdata'] as const)
    expect(await rowsOf(madeXlsx([{ name: 'a', rows: [['𠮷野家', '🎉']] }], { references }))).toEqual([['𠮷野家', '🎉']]);
  expect(await rowsOf(sheetOf('<row r="1"><c r="A1" t="str"><v>_xD83C__xDF89_</v></c></row>'))).toEqual([['🎉']]);
});

it.each([
  [0, '1899-12-30'],
  [0.5, '12:00:00'],
  [0.999_999_999_9, '24:00:00'],
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [60, '1900-02-29'],
  [60.5, '1900-02-29T12:00:00'],
  [61, '1900-03-01'],
  [45_992.354_166_666_7, '2025-12-01T08:30:00'],
  [2_958_465, '9999-12-31'],
  [2_958_466, '2958466'],
  [-1, '-1'],
])('readXlsx() shows the serial %s as %s', async (serial, shown) => {
  for (const dateFormat of [14, '[h]:mm:ss'] as const)
    expect(await rowsOf(madeXlsx([{ name: 'a', rows: [[{ serial }]] }], { dateFormat }))).toEqual([[shown]]);
});

it.each([
  ['1e3', '1000'],
  ['0.10000000000000001', '0.1'],
  ['-0', '0'],
  [' 7 ', '7'],
  ['9007199254740993', '9007199254740993'],
  ['12345678901234567890', '12345678901234567890'],
  ['0.100000000000000000001', '0.100000000000000000001'],
])('readXlsx() reads the number %s as %s', async (written, shown) => {
  expect(await rowsOf(sheetOf(`<row r="1"><c r="A1"><v>${written}</v></c></row>`))).toEqual([[shown]]);
});

it('readXlsx() reads errors by their text, dates of ISO 8601, and blanks', async () => {
  const xml =
    '<row r="2"><c t="e"><v>#SPILL!</v></c><c t="e"><v>#CALC!</v></c><c t="d"><v>2025-12-01T00:00:00Z</v></c><c t="d"><v>2025-12-01T08:30:00.50</v></c><c t="s"><v/></c></row>';
  expect(await rowsOf(sheetOf(xml))).toEqual([[], ['#SPILL!', '#CALC!', '2025-12-01', '2025-12-01T08:30:00.5', null]]);
});

it('readXlsx() reads a formula itself where its value is not saved, and only there', async () => {
  const cells = [
    ['<c><f>B2*2</f></c>', '=B2*2'],
    ['<c><f>B2&amp;"x"</f><v/></c>', '=B2&"x"'],
    ['<c t="str"><f>B2</f></c>', '=B2'],
    ['<c><f t="shared" ref="D1:F1" si="0">A1+1</f><v></v></c>', '=A1+1'],
    ['<c><f t="shared" si="0"/></c>', '=A1+1'],
    ['<c><f t="shared" si="0"/><v>7</v></c>', '7'],
    ['<c t="str"><f>""</f><v></v></c>', null],
    ['<c><f>1+1</f><v>2</v></c>', '2'],
    ['<c><v/></c>', null],
  ] as const;
  expect(await rowsOf(sheetOf(`<row r="1">${cells.map(([xml]) => xml).join('')}</row>`))).toEqual([cells.map(([, shown]) => shown)]);
});

it('readXlsx() reads a formula itself if the workbook is calculated when it is opened: its saved value is not what is shown', async () => {
  const rowsWith = (calculation: string) => {
    const workbook = `<workbook xmlns:r="r/relationships"><sheets><sheet name="a" r:id="rId1"/></sheets>${calculation}</workbook>`;
    const cells = '<c><f>B1*2</f><v>0</v></c><c><v>21</v></c><c><f t="dataTable"/><v>5</v></c>';
    const sheet = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
    return rowsOf(
      madeXlsx([{ name: 'a', rows: [] }], {}, [
        { name: 'xl/workbook.xml', text: workbook },
        { name: 'xl/s/sheet1.xml', text: sheet },
      ]),
    );
  };
  expect(await rowsWith('<calcPr fullCalcOnLoad="1"/>')).toEqual([['=B1*2', '21', '5']]);
  expect(await rowsWith('<calcPr fullCalcOnLoad="0"/>')).toEqual([['0', '21', '5']]);
});

const RICH = 'http://schemas.microsoft.com/office/spreadsheetml/2017/richdata';
const relationship = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;

/** A workbook whose cells A1, B1, … have these rich values, each with the number of its structure. */
function richBook(values: readonly string[], saved = '#VALUE!'): Uint8Array {
  const cells = values.map((_, i) => `<c t="e" vm="${i + 1}"><v>${saved}</v></c>`).join('');
  const blocks = (block: (i: number) => string) => values.map((_, i) => `<bk>${block(i)}</bk>`).join('');
  const targets = [
    relationship('rId1', 'worksheet', 's.xml'),
    relationship('m', 'sheetMetadata', 'm.xml'),
    relationship('v', 'rdRichValue', 'v.xml'),
    relationship('s', 'rdRichValueStructure', 'k.xml'),
  ];
  return madeXlsx([{ name: 'a', rows: [] }], {}, [
    { name: 'xl/_rels/workbook.xml.rels', text: `<Relationships>${targets.join('')}</Relationships>` },
    { name: 'xl/s.xml', text: `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>` },
    {
      name: 'xl/m.xml',
      text: `<metadata xmlns:x="${RICH}"><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR"><bk/></futureMetadata><futureMetadata name="XLRICHVALUE">${blocks((i) => `<extLst><ext><x:rvb i="${i}"/></ext></extLst>`)}</futureMetadata><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata><valueMetadata>${blocks((i) => `<rc t="2" v="${i}"/>`)}</valueMetadata></metadata>`,
    },
    { name: 'xl/v.xml', text: `<rvData xmlns="${RICH}">${values.join('')}</rvData>` },
    {
      name: 'xl/k.xml',
      text: `<rvStructures xmlns="${RICH}"><s t="_linkedentity2"><k n="%EntityId" t="s"/><k n="_DisplayString" t="s"/></s><s t="_error"><k n="colOffset" t="i"/><k n="errorType" t="i"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/></s></rvStructures>`,
    },
  ]);
}

it('readXlsx() reads linked data and newer errors as they are shown, not as the error that is saved for older programs', async () => {
  const entity = '<rv s="0"><v>e1</v><v>Contoso &amp; Co.</v></rv>';
  const values = [entity, '<rv s="1"><v>0</v><v>8</v></rv>', '<rv s="1"><v>0</v><v>13</v></rv>', '<rv s="1"><v>0</v><v>99</v></rv>'];
  const picture = '<rv s="2"><v>0</v></rv>';
  expect(await rowsOf(richBook([...values, picture]))).toEqual([['Contoso & Co.', '#SPILL!', '#CALC!', '#ERROR99!', '#VALUE!']]);
  expect(await hash(richBook([entity]))).not.toBe(await hash(richBook([entity.replace('Contoso', 'Fabrikam')])));
});

it('readXlsx() reads the saved error where the metadata leads to no rich value', async () => {
  expect(await rowsOf(sheetOf('<row r="1"><c t="e" vm="1"><v>#N/A</v></c></row>'))).toEqual([['#N/A']]);
  expect(await rowsOf(richBook(['<rv s="7"><v>Contoso</v></rv>']))).toEqual([['#VALUE!']]);
});

it('readXlsx() keeps places: rows and columns that are left out are blank', async () => {
  const xml = '<row r="2"><c r="C2"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>';
  expect(await rowsOf(sheetOf(xml))).toEqual([[], [null, null, '1', '2'], ['3']]);
});

it('readXlsx() takes a chart for a sheet without rows', async () => {
  const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="c.xml"/></Relationships>`;
  const chart = (text: string) =>
    madeXlsx([{ name: 'a', rows: [] }], {}, [
      { name: 'xl/_rels/workbook.xml.rels', text: rels },
      { name: 'xl/c.xml', text },
    ]);
  expect(await rowsOf(chart('<chartsheet/>'))).toEqual([]);
  await expect(readXlsx(chart('<chartsheet>'))).rejects.toThrow('xl/c.xml: expected </chartsheet>, found the end');
});

const MAIN_PART = '<Relationship Id="rId1" Type="x/officeDocument" Target="a/../none.xml"/>';

/** A workbook in which these are the relationships of a part, or of the package. */
function withRelationships(part: string, relationships: string): Uint8Array {
  const name = `${part}${part.endsWith('/') ? '' : '.xml'}.rels`;
  return madeXlsx([{ name: 'a', rows: [] }], {}, [{ name, text: `<Relationships>${relationships}</Relationships>` }]);
}

const SHEET = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>';

it.each<[string, Uint8Array, string]>([
  ['a sheet that is cut in half', withSheet(SHEET.slice(0, SHEET.length / 2)), 'expected a whole tag, found "<c r'],
  ['a sheet that is cut between tags', withSheet(SHEET.slice(0, SHEET.indexOf('</row>'))), 'expected </row>, found the end'],
  ['an empty sheet part', withSheet(''), 'expected an element, found none'],
  ['words for a sheet', withSheet('hello world'), 'expected nothing outside the root, found "hello world"'],
  ['a page of HTML for a sheet', withSheet('<html><body><h1>404</h1></body></html>'), 'expected <worksheet>, found <html>'],
  ['a page with a document type for a sheet', withSheet('<!DOCTYPE html><html></html>'), 'a document type'],
  ['tags that are not closed', withSheet('<worksheet><sheetData><row></sheetData></worksheet>'), 'expected </row>, found </sheetData>'],
  ['a sheet without a place for cells', withSheet('<worksheet/>'), 'expected <sheetData>, found none'],
  ['bytes that are not UTF-8', withSheet(Buffer.from('<worksheet>\xff</worksheet>', 'latin1')), 'expected UTF-8, found other bytes'],
  ['an entity', withSheet('<worksheet><sheetData>&nbsp;</sheetData></worksheet>'), 'expected a reference, found "&nbsp;"'],
  ['a German decimal', sheetOf('<row r="1"><c r="A1"><v>1,5</v></c></row>'), 'expected a number in A1, found "1,5"'],
  ['a number with a tail', sheetOf('<row r="1"><c r="AB1"><v>1xyz</v></c></row>'), 'expected a number in AB1, found "1xyz"'],
  ['a word for a number', sheetOf('<row r="1"><c r="A1"><v>abc</v></c></row>'), 'expected a number in A1, found "abc"'],
  ['a number beyond doubles', sheetOf('<row r="1"><c r="A1"><v>1e999</v></c></row>'), 'expected a number in A1, found "1e999"'],
  [
    'a shared text that is not there',
    sheetOf('<row r="1"><c r="A1" t="s"><v>9</v></c></row>'),
    'expected one of 1 shared texts in A1, found "9"',
  ],
  ['a word for a shared text', sheetOf('<row r="1"><c r="A1" t="s"><v>a</v></c></row>'), 'expected the number of a shared text in A1'],
  ['neither true nor false', sheetOf('<row r="1"><c r="A1" t="b"><v>2</v></c></row>'), 'expected true or false in A1, found "2"'],
  ['a date that is none', sheetOf('<row r="1"><c r="A1" t="d"><v>soon</v></c></row>'), 'expected a date in A1, found "soon"'],
  ['an error that is none', sheetOf('<row r="1"><c r="A1" t="e"><v>1</v></c></row>'), 'expected an error in A1, found "1"'],
  ['an unknown type', sheetOf('<row r="1"><c r="A1" t="z"><v>1</v></c></row>'), 'expected a known type in A1, found "z"'],
  ['two values in a cell', sheetOf('<row r="1"><c r="A1"><v>1</v><v>2</v></c></row>'), 'expected one value in A1, found two'],
  [
    'a row beyond the last',
    sheetOf('<row r="4294967290"><c r="A4294967290"><v>1</v></c></row>'),
    'expected at most 1048576 rows, found row 4294967290',
  ],
  ['a column beyond the last', sheetOf('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'), 'expected a cell of row 1, found "ZZZZZZ1"'],
  ['the first column behind the last', sheetOf('<row r="1"><c r="XFE1"><v>1</v></c></row>'), 'expected at most 16384 columns, found XFE1'],
  ['a cell of another row', sheetOf('<row r="1"><c r="A2"><v>1</v></c></row>'), 'expected a cell of row 1, found "A2"'],
  [
    'a cell twice',
    sheetOf('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'),
    'expected a cell behind the last one, found A1',
  ],
  ['a row twice', sheetOf('<row r="1"/><row r="1"/>'), 'expected a row after 1, found row 1'],
  [
    'a lone surrogate',
    sheetOf('<row r="1"><c r="A1" t="str"><v>_xD83C_</v></c></row>'),
    'expected well-formed text, found a lone surrogate',
  ],
  [
    'a sheet without a part',
    madeXlsx([{ name: 'a', rows: [] }], {}, [
      { name: 'xl/workbook.xml', text: '<workbook xmlns:r="x/relationships"><sheets><sheet name="a" r:id="rId7"/></sheets></workbook>' },
    ]),
    'expected a part for sheet "a", found none',
  ],
  [
    'a sheet without an id',
    madeXlsx([{ name: 'a', rows: [] }], {}, [{ name: 'xl/workbook.xml', text: '<workbook><sheets><sheet name="a"/></sheets></workbook>' }]),
    'expected a part for sheet "a", found none',
  ],
  ['two places for cells', withSheet('<worksheet><sheetData/><sheetData/></worksheet>'), 'expected one <sheetData>, found two'],
  ['a word for a row', sheetOf('<row r="x"/>'), 'expected a row, found "x"'],
  ['too many cells without places', sheetOf('<row r="1"><c r="XFD1"/><c/></row>'), 'expected at most 16384 columns, found 16385'],
  [
    'a relationship without a target',
    withRelationships('xl/_rels/workbook', '<Relationship Id="a" Type="x"/>'),
    'without Id, Type or Target',
  ],
  ['a relationship twice', withRelationships('xl/_rels/workbook', MAIN_PART + MAIN_PART), 'the relationship rId1 twice'],
  ['two main parts', withRelationships('_rels/', MAIN_PART + MAIN_PART.replace('rId1', 'rId2')), 'expected one main part, found two'],
  [
    'two parts of shared texts',
    withRelationships(
      'xl/_rels/workbook',
      ['rId1/worksheet', 'b/sharedStrings', 'c/sharedStrings']
        .map((one) => relationship(...(one.split('/') as [string, string]), `${one}.xml`))
        .join(''),
    ),
    'expected one part sharedStrings, found two',
  ],
  [
    'two parts whose names differ in case',
    madeXlsx([{ name: 'a', rows: [] }], {}, [{ name: 'xl/WORKBOOK.xml', text: '<workbook/>' }]),
    'expected different names of parts, found two that differ only in case',
  ],
  ['a part that is not there', withRelationships('_rels/', MAIN_PART), 'expected the part none.xml, found none'],
  [
    'two sheets of one name',
    madeXlsx([
      { name: 'a', rows: [] },
      { name: 'a', rows: [] },
    ]),
    'expected different names of sheets, found one twice',
  ],
  [
    'a document of another program',
    new Uint8Array(zipArchive([{ name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true }])),
    'an OpenDocument file (.ods), which is not supported',
  ],
  [
    'a binary workbook',
    madeXlsx([], {}, [
      {
        name: '_rels/.rels',
        text: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      },
    ]),
    'a binary workbook (.xlsb), which is not supported',
  ],
])('readXlsx() fails on %s', async (_, bytes, message) => {
  const read = async () => rowsOf(bytes);
  await expect(read()).rejects.toThrow(ParseFailure);
  await expect(read()).rejects.toThrow(message);
});

it('readXlsx() does not look at parts that are not of the workbook', async () => {
  const book: MadeSheets = [{ name: 'a', rows: [[1]] }];
  const other = madeXlsx(book, {}, [
    { name: 'customXml/item1.xml', text: encodeAs('<?xml version="1.0" encoding="utf-16"?><DataMashup/>', 'utf-16le') },
    { name: 'docProps/app.xml', text: '<not <xml' },
    { name: 'xl/worksheets/sheet9.xml', text: '<!DOCTYPE x>' },
  ]);
  expect(await hash(other)).toBe(await hash(madeXlsx(book)));
});
