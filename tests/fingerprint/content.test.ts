/** Single rules of the content hashes of built-in fingerprints. `every-format.test.ts` tries all values and all ways of saving them. */
import * as Xlsx from '@e965/xlsx';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { contentHashOf, ENCODINGS, encodeAs } from './content.ts';

const few = { numRuns: 60 };
const encoding = fc.constantFrom(...ENCODINGS);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

describe('csv.v0', () => {
  it('csv.v0 gives a European tape the same content hash after another program quoted it', async () => {
    const hash = (text: string) => contentHashOf('csv', Buffer.from(text));
    const tape = await hash('Kredit;Saldo, EUR;Zins, %\nK-1;100,00;5,00\nK-2;200,00;4,75\n');
    expect(await hash('"Kredit","Saldo, EUR","Zins, %"\r\nK-1,"100,00","5,00"\r\nK-2,"200,00","4,75"\r\n')).toBe(tape);
    expect(await hash('Kredit\tSaldo, EUR\tZins, %\nK-1\t100,00\t5,00\nK-2\t200,00\t4,75\n')).toBe(tape);
    expect(await hash('Kredit;Saldo, EUR;Zins, %\nK-1;100,00;5,00\nK-2;200,00;4,76\n')).not.toBe(tape);
  });

  it('csv.v0 leaves empty lines at the end and empty cells at the end of a row out, and nothing else', async () => {
    const hash = (text: string) => contentHashOf('csv', Buffer.from(text));
    const plain = await hash('a,b\n1,2\n');
    for (const same of ['a,b\n1,2', 'a,b\n1,2\n\n\n', 'a,b,\n1,2,,\n', 'a,b\n1,2\n,\n']) expect(await hash(same)).toBe(plain);
    for (const other of [
      'a,b\n\n1,2\n',
      '\na,b\n1,2\n',
      'a,b\n1, 2\n',
      'a,b\n1,2 \n',
      ',a,b\n,1,2\n',
      'a,b\n1,2.0\n',
      'b,a\n2,1\n',
      'a,b\n2,1\n',
    ])
      expect(await hash(other)).not.toBe(plain);
  });
});

describe('json.v0 and jsonl.v0', () => {
  it('json.v0 tells numbers apart that a double does not', async () => {
    const texts = [
      '9007199254740992',
      '9007199254740993',
      '98765432109876543210',
      '98765432109876543211',
      '12345678901234.5678',
      '12345678901234.5679',
      '0.1',
      '0.1000000000000000055511151231257827',
      `1${'0'.repeat(400)}`,
      `1${'0'.repeat(400)}.5`,
      '1e-400',
      '1e401',
      '1e99999999999999999999',
      '0',
      '1',
      '"1"',
      'true',
      'null',
      '[]',
      '{}',
      '[null]',
      '""',
    ];
    const hashes = await Promise.all(texts.map((text) => contentHashOf('json', Buffer.from(text))));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it.each([
    ['1', '1.0', '1e0', '10e-1', '0.1E+1', '1.000'],
    ['100', '1e2', '100.00', '1E+2'],
    ['0', '0.0', '-0', '-0.0', '0e7'],
    ['0.5', '5e-1', '0.50', '0.005e2'],
    ['-12345678901234.5678', '-123456789012345678e-4', '-12345678901234.56780'],
    [`1${'0'.repeat(400)}`, '1e400', '0.1e401'],
  ])('json.v0 and jsonl.v0 give %s one content hash, however it is written', async (...texts) => {
    for (const format of ['json', 'jsonl'] as const) {
      const hashes = await Promise.all(texts.map((text) => contentHashOf(format, Buffer.from(`{"a":[${text}]}`))));
      expect(new Set(hashes).size).toBe(1);
    }
  });

  it('json.v0 gives another content hash where any digit of a number differs, and the same where only zeros are added', async () => {
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength: 40 });
    const hash = (text: string) => contentHashOf('json', Buffer.from(text));
    await fc.assert(
      fc.asyncProperty(digits, digits, fc.nat(), fc.integer({ min: 1, max: 9 }), fc.nat(5), async (whole, fraction, where, add, zeros) => {
        const all = `${whole}${fraction}`;
        const at = where % all.length;
        const other = `${all.slice(0, at)}${(Number(all[at]) + add) % 10}${all.slice(at + 1)}`;
        const written = (text: string) => `${BigInt(text.slice(0, whole.length))}.${text.slice(whole.length)}`;
        expect(await hash(written(other))).not.toBe(await hash(written(all)));
        expect(await hash(`${written(all)}${'0'.repeat(zeros)}`)).toBe(await hash(written(all)));
        expect(await hash(`${BigInt(all)}e-${fraction.length}`)).toBe(await hash(written(all)));
      }),
      few,
    );
  });

  it('jsonl.v0 tells one line of two values from two lines', async () => {
    expect(await contentHashOf('jsonl', Buffer.from('[1,2]\n'))).not.toBe(await contentHashOf('jsonl', Buffer.from('1\n2\n')));
    expect(await contentHashOf('jsonl', Buffer.from('2\n1\n'))).not.toBe(await contentHashOf('jsonl', Buffer.from('1\n2\n')));
  });
});

describe('text.v0 and markdown.v0', () => {
  const line = fc.string({ unit: fc.constantFrom(...Array.from('abc 12.é|#*')), maxLength: 12 }).map((text) => text.trimEnd());
  const lines = fc.array(line, { minLength: 1, maxLength: 8 }).filter((all) => all.some((text) => text.trim() !== ''));

  it.each(['text', 'markdown'] as const)('%s.v0 does not look at encoding, line ends and final space', async (format) => {
    await fc.assert(
      fc.asyncProperty(lines, lineEnd, encoding, fc.nat(3), async (all, end, coded, tail) => {
        const written = format === 'markdown' ? ['# Title', '', ...all] : all;
        const plain = written.map((text) => `${text}\n`).join('');
        const other = written.map((text) => `${text}${' '.repeat(tail)}${end}`).join('') + end.repeat(tail);
        expect(await contentHashOf(format, encodeAs(other, coded))).toBe(await contentHashOf(format, Buffer.from(plain)));
      }),
      few,
    );
  });

  const REPORT =
    '# Rent Roll\n\n## Units\n\n| Unit | Rent |\n| --- | --- |\n| 101 | 1520.75 |\n| 102 | 2310 |\n\nAs of *December*.\n\n```\n# code\n```\n';

  it.each([
    ['setext headings', 'Rent Roll\n=========\n\nUnits\n-----\n', '# Rent Roll\n\n## Units\n'],
    ['a bold line for a heading', '# Rent Roll\n\n**Units**\n', '# Rent Roll\n\n## Units\n'],
    ['closing marks', '# Rent Roll #\n\n## Units ##\n', '# Rent Roll\n\n## Units\n'],
    ['pipes without spaces', REPORT.replaceAll(' | ', '|'), REPORT],
    ['tables without outer pipes', REPORT.replace('| Unit | Rent |', 'Unit | Rent').replace('| 102 | 2310 |', '102|2310'), REPORT],
    ['more blank lines', REPORT.replaceAll('\n\n', '\n\n\n\n'), REPORT],
    ['aligned columns', REPORT.replace('| --- | --- |', '|:---|---:|'), REPORT],
  ])('markdown.v0 gives one content hash to the same document with %s', async (_, other, plain) => {
    expect(other).not.toBe(plain);
    expect(await contentHashOf('markdown', Buffer.from(other))).toBe(await contentHashOf('markdown', Buffer.from(plain)));
  });

  it.each([
    ['a heading', '## Units', '## Rooms'],
    ['the level of a heading', '## Units', '### Units'],
    ['a number in a table', '1520.75', '1520.76'],
    ['the header of a table', '| Rent |', '| Lease |'],
    ['a word', '*December*', '*November*'],
    ['code', '# code', '# other'],
    ['code by a space in front', '# code', ' # code'],
    ['a row that is gone', '| 102 | 2310 |\n', ''],
  ])('markdown.v0 gives another content hash with another %s', async (_, before, after) => {
    const changed = REPORT.replace(before, after);
    expect(changed).not.toBe(REPORT);
    expect(await contentHashOf('markdown', Buffer.from(changed))).not.toBe(await contentHashOf('markdown', Buffer.from(REPORT)));
  });
});

describe('html.v0', () => {
  const PAGE =
    '<h1>Rent Roll</h1><p>As of <b>December</b></p><table><tr><th>Unit<th>Rent<tr><td>101<td>1520.75<tr><td>102<td>2310</table><p>End &amp; sum</p>';

  it.each([
    ['line ends and indentation', PAGE.replaceAll('<tr>', '\r\n   <tr>').replaceAll('<p>', '\r\n\r\n<p>')],
    ['closing tags', PAGE.replace('101<td>', '101</td><td>').replace('Rent<tr>', 'Rent</th></tr><tr>')],
    ['attributes and comments', PAGE.replace('<table>', '<!-- units --><table class="wide" id=t>')],
    ['upper-case tags', PAGE.replace('<h1>Rent Roll</h1>', '<H1>Rent Roll</H1>')],
    ['scripts and styles', `<style>td { color: red }</style>${PAGE}<script>document.title = 'x'</script>`],
    ['entities', PAGE.replace('As of', '&#65;s of').replace('&amp;', '&#x26;')],
    ['a whole document around it', `<!doctype html><html lang=en><head><meta charset=utf-8></head><body>${PAGE}</body></html>`],
  ])('html.v0 gives one content hash to the same page with other %s', async (_, other) => {
    expect(other).not.toBe(PAGE);
    for (const coded of ENCODINGS)
      expect(await contentHashOf('html', encodeAs(other, coded))).toBe(await contentHashOf('html', Buffer.from(PAGE)));
  });

  it.each([
    ['heading', 'Rent Roll', 'Rent Rolls'],
    ['level of a heading', '<h1>Rent Roll</h1>', '<h2>Rent Roll</h2>'],
    ['number in a table', '1520.75', '1520.76'],
    ['header of a table', '<th>Rent', '<th>Lease'],
    ['word', 'December', 'November'],
    ['order of cells', '101<td>1520.75', '1520.75<td>101'],
    ['order of rows', '<tr><th>Unit<th>Rent<tr><td>101<td>1520.75', '<tr><td>101<td>1520.75<tr><th>Unit<th>Rent'],
    ['paragraph', '<p>End', '<p>No end'],
  ])('html.v0 gives another content hash with another %s', async (_, before, after) => {
    const changed = PAGE.replace(before, after);
    expect(changed).not.toBe(PAGE);
    expect(await contentHashOf('html', Buffer.from(changed))).not.toBe(await contentHashOf('html', Buffer.from(PAGE)));
  });
});

describe('xlsx.v0', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ 019<&">é€')), minLength: 1, maxLength: 8 }).map((text) => text.trim() || 'x'),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
  );
  const sheet = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  type Cells = readonly (readonly (string | number | boolean | null)[])[];

  function workbook(
    rows: Cells,
    { name = 'Roll', looks = false, options = {} }: { name?: string; looks?: boolean; options?: Xlsx.WritingOptions } = {},
  ) {
    const made = Xlsx.utils.aoa_to_sheet(rows.map((row) => [...row]));
    if (looks) {
      for (const place of Object.keys(made).filter((key) => !key.startsWith('!'))) {
        const one = made[place] as Xlsx.CellObject;
        if (one.t === 'n') Object.assign(one, { z: '#,##0.00', f: '1+1' });
      }
    }
    const book = Xlsx.utils.book_new();
    Xlsx.utils.book_append_sheet(book, made, name);
    return new Uint8Array(Xlsx.write(book, { type: 'buffer', bookType: 'xlsx', ...options }) as Buffer);
  }

  it('xlsx.v0 hashes the values, whatever their looks and formulas and however the file is packed', async () => {
    await fc.assert(
      fc.asyncProperty(
        sheet,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom<Xlsx.BookType>('xlsx', 'xlsm', 'biff8'),
        async (rows, compression, bookSST, bookType) => {
          const plain = await contentHashOf('xlsx', workbook(rows));
          expect(await contentHashOf('xlsx', workbook(rows, { looks: true, options: { compression, bookSST, bookType } }))).toBe(plain);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('xlsx.v0 gives another content hash where any cell says something else', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, fc.nat(), fc.nat(), cell, async (rows, r, c, fresh) => {
        const row = r % rows.length;
        const column = c % (rows[row] as unknown[]).length;
        fc.pre(String(rows[row]?.[column]) !== String(fresh));
        const changed = rows.map((cells, i) => (i === row ? cells.with(column, fresh) : cells));
        expect(await contentHashOf('xlsx', workbook(changed))).not.toBe(await contentHashOf('xlsx', workbook(rows)));
      }),
      { numRuns: 25 },
    );
  });

  it('xlsx.v0 covers the names of sheets and the places of cells', async () => {
    const rows: Cells = [['a', 1]];
    const variants: readonly Uint8Array[] = [
      workbook(rows),
      workbook(rows, { name: 'Other' }),
      workbook([[], ...rows]),
      workbook([[null, 'a', 1]]),
      workbook([['a'], [1]]),
    ];
    const hashes = await Promise.all(variants.map((bytes) => contentHashOf('xlsx', bytes)));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(await contentHashOf('xlsx', workbook([...rows, [null], ['']]))).toBe(hashes[0]);
  });
});

describe('parquet.v0', () => {
  const column = { ids: [1, 2, 3, 4], names: ['a', '', null, 'é'], rates: [0.1, -0.5, 0, 1e300] };

  function parquet({ ids, names, rates }: typeof column, options: object = {}, name = 'name'): Uint8Array {
    const columnData = [
      { name: 'id', data: ids, type: 'INT32' as const },
      { name, data: names, type: 'STRING' as const },
      { name: 'rate', data: rates, type: 'DOUBLE' as const },
    ];
    return new Uint8Array(parquetWriteBuffer({ columnData, ...options }));
  }

  it.each([
    ['row groups', { rowGroupSize: 2 }],
    ['compression', { codec: 'UNCOMPRESSED' }],
    ['statistics', { statistics: false }],
    ['metadata of the writer', { kvMetadata: [{ key: 'made', value: 'elsewhere' }] }],
  ])('parquet.v0 gives one content hash to the same table with other %s', async (_, options) => {
    const [plain, other] = [parquet(column), parquet(column, options)];
    expect(Buffer.from(other).equals(plain)).toBe(false);
    expect(await contentHashOf('parquet', other)).toBe(await contentHashOf('parquet', plain));
  });

  it('parquet.v0 gives another content hash where any value, name or order differs', async () => {
    const variants: readonly Uint8Array[] = [
      parquet(column),
      parquet({ ...column, ids: [1, 2, 3, 5] }),
      parquet({ ...column, names: ['a', null, null, 'é'] }),
      parquet({ ...column, names: ['a', '', '', 'é'] }),
      parquet({ ...column, names: ['a', '', null, 'e'] }),
      parquet({ ...column, names: ['a', '', null, null] }),
      parquet({ ...column, rates: [0.1, -0.5, -0, 1e300] }),
      parquet({ ...column, rates: [0.1, -0.5, 0, Number.NaN] }),
      parquet(column, {}, 'Name'),
      parquet({ ids: [1, 2, 3], names: ['a', '', null], rates: [0.1, -0.5, 0] }),
      parquet({ ids: [2, 1, 3, 4], names: ['', 'a', null, 'é'], rates: [-0.5, 0.1, 0, 1e300] }),
    ];
    const hashes = await Promise.all(variants.map((bytes) => contentHashOf('parquet', bytes)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
