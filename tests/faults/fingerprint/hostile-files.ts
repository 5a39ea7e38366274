/** Files that mean harm, by the name they are delivered under: what they do to a parser stands behind each. */
import { deflateSync, gzipSync } from 'node:zlib';
import * as Xlsx from '@e965/xlsx';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { madeParquet } from '../../fingerprint/made-parquet.ts';
import { madePdf } from '../../fingerprint/made-pdf.ts';
import { trials } from '../../helpers/trials.ts';
import { zipArchive } from '../../helpers/zip-archive.ts';

const MIB = 1 << 20;

/** Each must cost its own record, with a reason that matches, and nothing else. */
export const HOSTILE: Readonly<Record<string, { readonly make: () => Uint8Array; readonly reason: RegExp }>> = {
  'bomb.xlsx': { make: () => workbookWith('xl/zeros.bin', new Uint8Array(300 * MIB)), reason: /zip|unpack|bytes|large/i },
  'entry-bomb.xlsx': {
    make: () =>
      zipArchive([
        { name: 'xl/workbook.xml', text: '<workbook/>' },
        ...Array.from({ length: 20_000 }, (_, i) => ({ name: `x/${i}`, text: '' })),
      ]),
    reason: /entries/,
  },
  'laughs.xlsx': { make: () => workbookWith('xl/workbook.xml', billionLaughs()), reason: /document type/ },
  'hidden-laughs.xlsx': {
    make: () => workbookWith('xl/workbook.xml', `<!-- ${'-_'.repeat(4000)} -->${billionLaughs().replace(/^<.*?>/, '')}`),
    reason: /document type/,
  },
  'sheet-laughs.xlsx': { make: () => workbookWith('xl/worksheets/sheet1.xml', billionLaughs()), reason: /document type/ },
  'far.xlsx': {
    make: () => workbookWith('xl/worksheets/sheet1.xml', sheetXml('<row r="4294967290"><c r="A4294967290"><v>1</v></c></row>')),
    reason: /at most 1048576 rows/,
  },
  'cut.xlsx': { make: () => workbook().subarray(0, 2000), reason: /zip|directory/ },
  'cut.parquet': { make: () => parquet().subarray(0, 60), reason: /PAR1/ },
  'patched.parquet': { make: () => patched(parquet()), reason: /Parquet/ },
  'cut.pdf': { make: () => madePdf(['Unit'], {}).subarray(0, 400), reason: /cut off/ },
  'locked.pdf': { make: () => madePdf(['Unit'], {}, ENCRYPTED), reason: /encrypted/ },
  'locked.xlsx': { make: lockedWorkbook, reason: /encrypted|password/i },
  'csv.xlsx': { make: () => Buffer.from('a,b\n1,2\n'), reason: /expected a workbook/ },
  'zip.xlsx': { make: () => zipArchive([{ name: 'a.txt', text: 'x' }]), reason: /another archive/ },
  'png.csv': { make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), reason: /UTF-8|NUL/ },
  'gzip.json': { make: () => gzipSync('{}'), reason: /Cannot parse JSON/ },
  'xlsx.pdf': { make: workbook, reason: /expected a PDF/ },
  'pdf.json': { make: () => madePdf(['Unit'], {}), reason: /Cannot parse JSON/ },
  'latin.txt': { make: () => Buffer.from('Grüße', 'latin1'), reason: /UTF-8/ },
  'nul.md': { make: () => Buffer.from('# a\0b\n'), reason: /NUL/ },
  'deep.json': { make: () => Buffer.alloc(32 * MIB, '['), reason: /depth|deep|nest|recursion/i },
  'deep.jsonl': { make: () => Buffer.from(`1\n${'[{"a":'.repeat(200_000)}`), reason: /depth|deep|nest|recursion/i },
  'surrogate.json': { make: () => Buffer.from('"\\ud800"'), reason: /surrogate/ },
  'endless-row.csv': { make: () => Buffer.from(`a,b\n"${'x,\n'.repeat(8 * MIB)}`), reason: /longer than|never closed/ },
  'endless-line.csv': { make: () => Buffer.alloc(40 * MIB, 'x'), reason: /longer than/ },
  'endless.jsonl': { make: () => Buffer.alloc(80 * MIB, ' '), reason: /longer|line/ },
  'too-long.html': { make: () => Buffer.alloc(17 * MIB, 'x'), reason: /at most/ },
};

/** Those that must be ended: they would go on for minutes, and no parser says so. */
export const ENDLESS: Readonly<Record<string, () => Uint8Array>> = {
  'flate.pdf': () => flateBomb(1024),
  'nulls.parquet': manyNulls,
  'tags.html': () => Buffer.from('<a>'.repeat(5 * MIB)),
};

/** Eighteen million numbers, or lists, which take longer to make. */
export function greedyJson(): Uint8Array {
  const value = trials('0', '[]');
  return Buffer.from(`[${`${value},`.repeat(17 * MIB)}${value}]`);
}

export function workbook(): Uint8Array {
  const book = Xlsx.utils.book_new();
  Xlsx.utils.book_append_sheet(
    book,
    Xlsx.utils.aoa_to_sheet([
      ['Unit', 'Rent'],
      [101, 1520.75],
    ]),
    'Roll',
  );
  return new Uint8Array(Xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer);
}

/** What Office makes of a workbook with a password. */
function lockedWorkbook(): Uint8Array {
  const file = Xlsx.CFB.utils.cfb_new();
  Xlsx.CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.alloc(64, 4));
  Xlsx.CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(512, 1));
  return new Uint8Array(Xlsx.CFB.write(file, { type: 'buffer' }) as Buffer);
}

/** Formulas that came to nothing: no harm, for their errors are values. */
export function workbookOfErrors(): Uint8Array {
  const sheet = Xlsx.utils.aoa_to_sheet([['a', 'b', 'c']]);
  const errors = [0x07, 0x17, 0x2a];
  errors.forEach((v, c) => Object.assign(sheet, { [Xlsx.utils.encode_cell({ r: 1, c })]: { t: 'e', v, f: '1/0' } }));
  sheet['!ref'] = 'A1:C2';
  const book = Xlsx.utils.book_new();
  Xlsx.utils.book_append_sheet(book, sheet, 'Roll');
  return new Uint8Array(Xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
}

/** A workbook in which one part is another one. */
function workbookWith(path: string, part: string | Uint8Array): Uint8Array {
  const parts = Xlsx.CFB.read(Buffer.from(workbook()), { type: 'buffer' });
  const own = (parts.FullPaths as readonly string[]).flatMap((full, i) => {
    const name = full.replace(/^Root Entry\//, '');
    const content = parts.FileIndex[i]?.content;
    return name === '' || name.endsWith('/') || content === undefined || name === path ? [] : [{ name, text: Buffer.from(content) }];
  });
  return zipArchive([...own, { name: path, text: part }]);
}

function billionLaughs(): string {
  const lols = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${lols}]><workbook>&l9;</workbook>`;
}

function sheetXml(rows: string): string {
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
}

function parquet(): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'id', data: [1, 2, 3], type: 'INT32' }] }));
}

/** A billion nulls in a few bytes. */
function manyNulls(): Uint8Array {
  const values = 2 ** 30;
  const run = Buffer.of(0x80, 0x80, 0x80, 0x80, 0x08, 0);
  return madeParquet({
    elements: [{ name: 'a', type: 1, repetition: 1 }],
    columns: [{ type: 1, path: ['a'], page: Buffer.concat([Buffer.of(run.length, 0, 0, 0), run]), values }],
    rows: values,
  });
}

/** The length of its footer is a lie. */
function patched(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(copy.length - 8, 0x7fff_ffff, true);
  return copy;
}

const ENCRYPTED = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`;

/** A page whose drawing is so many mebibytes of spaces. */
function flateBomb(mebibytes: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(mebibytes * MIB, ' '), { level: 1 });
  const head = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n';
  const page = `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj\n4 0 obj<</Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  const body = Buffer.concat([Buffer.from(head + page), packed, Buffer.from('\nendstream endobj\n')]);
  const place = (text: string): number => body.indexOf(text);
  const rows = [1, 2, 3, 4].map((n) => `${String(place(`${n} 0 obj`)).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.concat([
    body,
    Buffer.from(`xref\n0 5\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size 5>>\nstartxref\n${body.length}\n%%EOF\n`),
  ]);
}
