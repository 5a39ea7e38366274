/** Workbooks of XML, written in as many ways as the format allows, or in a way that it does not. */

import { type ZipMember, zipArchive } from '../helpers/zip-archive.ts';
import { type Encoding, encodeAs } from './content.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A value, and whether it is shown as a date. */
export type MadeCell = string | number | boolean | null | { readonly serial: number } | { readonly error: string };
export type MadeSheets = readonly { readonly name: string; readonly rows: readonly (readonly MadeCell[])[] }[];

export interface XlsxStyle {
  /** How a text is stored. */
  readonly texts: 'shared' | 'inline' | 'runs' | 'formula';
  /** Whether rows and cells say where they are. */
  readonly hasPlaces: boolean;
  readonly encoding: Encoding;
  /** The prefix of the main namespace. */
  readonly prefix: '' | 'x:';
  readonly references: 'plain' | 'decimal' | 'hexadecimal' | 'cdata';
  readonly quote: '"' | "'";
  readonly isStored: boolean;
  /** Where the parts are; only their relationships say so. */
  readonly folder: 'xl' | 'book/parts';
  readonly hasExtras: boolean;
  readonly dateFormat: 14 | 22 | 'yyyy-mm-dd' | '[h]:mm:ss' | '[$-407]d. mmmm yyyy';
  readonly lineEnd: '' | '\n' | '\r\n';
}

const PLAIN: XlsxStyle = {
  texts: 'shared',
  hasPlaces: true,
  encoding: 'utf-8',
  prefix: '',
  references: 'plain',
  quote: '"',
  isStored: false,
  folder: 'xl',
  hasExtras: false,
  dateFormat: 14,
  lineEnd: '',
};

export function madeXlsx(sheets: MadeSheets, changes: Partial<XlsxStyle> = {}, parts: readonly ZipMember[] = []): Uint8Array {
  const style = { ...PLAIN, ...changes };
  const { prefix: x, quote: q, folder, lineEnd, isStored } = style;
  const texts: string[] = [];
  const attribute = (name: string, value: string): string => ` ${name}=${q}${value}${q}`;
  const root = (name: string, inner: string): string =>
    `<${x}${name}${attribute(x === '' ? 'xmlns' : 'xmlns:x', MAIN)}${attribute('xmlns:r', RELATIONSHIPS)}>${inner}</${x}${name}>`;
  const part = (path: string, xml: string): ZipMember => {
    const declared = `<?xml version=${q}1.0${q} encoding=${q}${style.encoding.startsWith('utf-16') ? 'UTF-16' : 'UTF-8'}${q}?>${lineEnd}`;
    return { name: path, text: encodeAs(declared + xml, style.encoding), isStored };
  };
  const cell = (value: MadeCell, place: string): string => {
    const r = style.hasPlaces ? attribute('r', place) : '';
    if (value === null) return style.hasPlaces ? '' : `<${x}c/>`;
    if (typeof value === 'number') return `<${x}c${r}><${x}v>${value}</${x}v></${x}c>`;
    if (typeof value === 'boolean') return `<${x}c${r}${attribute('t', 'b')}><${x}v>${value ? 1 : 0}</${x}v></${x}c>`;
    if (typeof value === 'object') {
      if ('error' in value) return `<${x}c${r}${attribute('t', 'e')}><${x}v>${value.error}</${x}v></${x}c>`;
      return `<${x}c${r}${attribute('s', '1')}><${x}v>${value.serial}</${x}v></${x}c>`;
    }
    const t = `<${x}t${attribute('xml:space', 'preserve')}>${xmlText(value, style)}</${x}t>`;
    if (style.texts === 'inline') return `<${x}c${r}${attribute('t', 'inlineStr')}><${x}is>${t}</${x}is></${x}c>`;
    if (style.texts === 'formula')
      return `<${x}c${r}${attribute('t', 'str')}><${x}f>A1&amp;""</${x}f><${x}v>${xmlText(value, style)}</${x}v></${x}c>`;
    texts.push(style.texts === 'runs' ? `<${x}r><${x}rPr><${x}b/></${x}rPr>${t}</${x}r><${x}rPh><${x}t>よみ</${x}t></${x}rPh>` : t);
    return `<${x}c${r}${attribute('t', 's')}><${x}v>${texts.length - 1}</${x}v></${x}c>`;
  };
  const sheetXml = ({ rows }: MadeSheets[number]): string =>
    root(
      'worksheet',
      `${style.hasExtras ? `<!-- a sheet --><${x}sheetViews><${x}sheetView/></${x}sheetViews>` : ''}${lineEnd}<${x}sheetData>${rows
        .map((cells, i) => {
          const places = style.hasPlaces ? attribute('r', String(i + 1)) : '';
          return `<${x}row${places}>${cells.map((value, j) => cell(value, `${String.fromCharCode(65 + j)}${i + 1}`)).join(lineEnd)}</${x}row>`;
        })
        .join(
          lineEnd,
        )}</${x}sheetData>${style.hasExtras ? `<${x}mergeCells><${x}mergeCell${attribute('ref', 'A1:B1')}/></${x}mergeCells>` : ''}`,
    );
  const sheetParts = sheets.map((sheet, i) => part(`${folder}/s/sheet${i + 1}.xml`, sheetXml(sheet)));
  const list = sheets.map(
    ({ name }, i) =>
      `<${x}sheet${attribute('name', escaped(name))}${attribute('sheetId', String(i + 1))}${attribute('r:id', `rId${i + 1}`)}/>`,
  );
  const own = typeof style.dateFormat === 'string';
  const formats = own
    ? `<${x}numFmts><${x}numFmt${attribute('numFmtId', '164')}${attribute('formatCode', escaped(String(style.dateFormat)))}/></${x}numFmts>`
    : '';
  const members: ZipMember[] = [
    ...sheetParts,
    part(`${folder}/workbook.xml`, root('workbook', `<${x}sheets>${list.join('')}</${x}sheets>`)),
    part(
      `${folder}/styles.xml`,
      root(
        'styleSheet',
        `${formats}<${x}cellXfs><${x}xf${attribute('numFmtId', '0')}/><${x}xf${attribute('numFmtId', own ? '164' : String(style.dateFormat))}/></${x}cellXfs>`,
      ),
    ),
    part(`${folder}/texts.xml`, root('sst', texts.map((text) => `<${x}si>${text}</${x}si>`).join(''))),
    part(
      `${folder}/_rels/workbook.xml.rels`,
      relationships([
        ...sheets.map((_, i) => [`rId${i + 1}`, 'worksheet', `s/sheet${i + 1}.xml`] as const),
        ['rId90', 'styles', `/${folder}/styles.xml`],
        ['rId91', 'sharedStrings', './texts.xml'],
      ]),
    ),
    part('_rels/.rels', relationships([['rId1', 'officeDocument', `${folder}/workbook.xml`]])),
    ...(style.hasExtras
      ? [{ name: 'customXml/item1.xml', text: encodeAs('<?xml version="1.0" encoding="utf-16"?><DataMashup/>', 'utf-16le') }]
      : []),
  ];
  const given = new Set(parts.map(({ name }) => name));
  return new Uint8Array(zipArchive([...members.filter(({ name }) => !given.has(name)), ...parts]));
}

function relationships(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}

function xmlText(text: string, { references }: XlsxStyle): string {
  const literal = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  switch (references) {
    case 'plain':
      return escaped(literal).replaceAll('>', '&gt;');
    case 'cdata':
      return `<![CDATA[${literal.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    default:
      return Array.from(literal, (character) => {
        const code = character.codePointAt(0) as number;
        return references === 'decimal' ? `&#${code};` : `&#x${code.toString(16)};`;
      }).join('');
  }
}

/** A workbook of one sheet with these rows of XML. */
export function sheetOf(rows: string, parts: readonly ZipMember[] = []): Uint8Array {
  return withSheet(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`, parts);
}

/** A workbook of one sheet with that XML. */
export function withSheet(xml: string | Uint8Array, parts: readonly ZipMember[] = []): Uint8Array {
  return madeXlsx([{ name: 'a', rows: [['text 0', { serial: 1 }]] }], {}, [{ name: 'xl/s/sheet1.xml', text: xml }, ...parts]);
}
