import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { type CsvEncoding, type CsvReading, ParseFailure, type Row } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { readNow } from '#core/reused';
import { type CsvStyle, ENCODINGS, writeCsv } from '../../../tests/fingerprint/content.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import { readCsv } from './csv.ts';

function rowsOf(text: string | Uint8Array, reading?: CsvReading): readonly Row[] {
  return [...readCsv(memorySource(typeof text === 'string' ? encodeUtf8(text) : text), reading).rows('csv')];
}

function utf16(text: string, isBig: boolean): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

describe('readCsv', () => {
  const plain = [
    ['id', 'name'],
    ['7', 'a "b"'],
  ];

  it.each([
    ['LF', 'id,name\n7,"a ""b"""\n'],
    ['CRLF', 'id,name\r\n7,"a ""b"""\r\n'],
    ['CR', 'id,name\r7,"a ""b"""\r'],
    ['no last line end', 'id,name\n7,"a ""b"""'],
    ['semicolons', 'id;name\n7;"a ""b"""\n'],
    ['tabs', 'id\tname\n7\t"a ""b"""\n'],
    ['bars', 'id|name\n7|"a ""b"""\n'],
    ['quotes everywhere', '"id","name"\n"7","a ""b"""\n'],
    ['a byte order mark', '\ufeffid,name\n7,"a ""b"""\n'],
  ])('readCsv gives the same rows with %s', (_, text) => {
    expect(rowsOf(text)).toEqual(plain);
  });

  it('readCsv reads UTF-16 after its byte order mark, in either byte order', () => {
    expect(rowsOf(utf16('id,name\n7,"a ""b"""\n', false))).toEqual(plain);
    expect(rowsOf(utf16('id,name\n7,"a ""b"""\n', true))).toEqual(plain);
    expect(readCsv(memorySource(utf16('a,b', true))).facts).toEqual({ delimiter: ',', encoding: 'utf-16be' });
  });

  it('readCsv keeps ragged rows, blank rows and blank cells', () => {
    expect(rowsOf('a,b,c\n1\n\n,2,""\n1,2,3,4\n')).toEqual([['a', 'b', 'c'], ['1'], [null], [null, '2', null], ['1', '2', '3', '4']]);
  });

  it('readCsv keeps line ends and delimiters inside quotes', () => {
    expect(rowsOf('a,b\n"x\r\ny,z",1\n')).toEqual([
      ['a', 'b'],
      ['x\ny,z', '1'],
    ]);
  });

  it('readCsv gives no rows for an empty file', () => {
    expect(rowsOf('')).toEqual([]);
    expect(rowsOf('\ufeff')).toEqual([]);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n"x,1\n2,3\n', 'row 2: a quote is never closed'],
    ['text after a closing quote', 'a,b\n"x"y,1\n', 'row 2: a quoted field goes on after its quote'],
    ['a NUL', 'a,b\n1,\0\n', 'expected text, found a NUL'],
    ['Latin-1', Buffer.from('a,b\n\xe9,1\n', 'latin1'), 'expected UTF-8 (or UTF-16 after its byte order mark), found bytes that are not'],
  ])('readCsv refuses %s', (_, text, message) => {
    expect(() => rowsOf(text)).toThrow(new ParseFailure(message));
  });

  it('readCsv gives the same rows however the bytes are divided into pieces, for files longer than a piece', () => {
    const lines = Array.from({ length: 120_000 }, (_, i) => `${i},"name ${i % 7 === 0 ? '""q""\r\n' : ''}é",${i * 3}`);
    const rows = rowsOf(lines.join('\r\n'));
    expect(rows.length).toBe(120_000);
    expect(rows[70_000]).toEqual(['70000', 'name "q"\né', '210000']);
    expect(rows.at(-1)).toEqual(['119999', 'name é', '359997']);
  });

  it('readCsv refuses a row that never ends before the memory is full', () => {
    expect(() => {
      for (const row of readCsv(endless('a,b\n"', encodeUtf8('x,y\n'.repeat(1 << 16)))).rows('csv')) if (row.length > 2) break;
    }).toThrow('row 2 is longer than 16777216 bytes');
  });

  it('readCsv reads back whatever was written with any delimiter, quoting and line end', () => {
    const cell = fc.string({ unit: fc.constantFrom(...Array.from('a7,;" \né|\t')), maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 12 });
    const styles = fc.record<CsvStyle>({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      isQuotedThroughout: fc.boolean(),
      encoding: fc.constantFrom(...ENCODINGS),
      hasFinalLineEnd: fc.boolean(),
    });
    fc.assert(
      fc.property(table, styles, (written, style) => {
        const stated = { delimiter: style.delimiter, quote: '"', encoding: null };
        expect(rowsOf(writeCsv(written, style), stated)).toEqual(written.map((row) => row.map((value) => (value === '' ? null : value))));
      }),
      runs(1000),
    );
  });

  it.each<[CsvEncoding, readonly number[], string]>([
    ['windows-1252', [0x80, 0x2c, 0xe9, 0x2c, 0x9f], '€,é,Ÿ'],
    ['latin-1', [0xa4, 0x2c, 0xe9, 0x2c, 0x80], '¤,é,\x80'],
    ['utf-16le', [0x61, 0, 0x2c, 0, 0xac, 0x20], 'a,€'],
    ['utf-16be', [0, 0x61, 0, 0x2c, 0x20, 0xac], 'a,€'],
  ])('readCsv reads %s where it is stated', (encoding, bytes, text) => {
    expect(rowsOf(Uint8Array.from(bytes), { delimiter: ',', quote: '"', encoding })).toEqual([text.split(',')]);
  });

  it('readCsv refuses bytes that the stated encoding does not have', () => {
    const stated = (encoding: CsvEncoding) => ({ delimiter: ',', quote: '"', encoding });
    expect(() => rowsOf(Uint8Array.of(0x61, 0x81), stated('windows-1252'))).toThrow('expected windows-1252, found the byte 0x81');
    expect(() => rowsOf('\ufeffa,b', stated('windows-1252'))).toThrow('expected windows-1252, found the byte order mark of utf-8');
    expect(() => rowsOf(Uint8Array.of(0x61), stated('utf-16le'))).toThrow('expected UTF-16LE, found bytes that are not');
  });

  it('readCsv warns where the delimiter may be one or the other, and not where it is stated', () => {
    const bytes = encodeUtf8('a;b,c\nx;y,z\n');
    expect(readCsv(memorySource(bytes)).warnings).toEqual([
      {
        code: 'W_AMBIGUOUS_DELIMITER',
        message: 'The delimiter may be a comma or a semicolon: a definition can state it in dialect.delimiter',
      },
    ]);
    expect(readCsv(memorySource(bytes), { delimiter: ';', quote: '"', encoding: null }).warnings).toEqual([]);
  });

  it('readCsv refuses an error page under the name of a CSV', () => {
    expect(() => rowsOf('<!DOCTYPE html><html>404</html>')).toThrow(new ParseFailure('expected CSV, found HTML'));
  });

  it('readCsv tells the line of each block', () => {
    const text = '"a\nb",1\n'.repeat(60_000);
    const lines = Array.from(readCsv(memorySource(encodeUtf8(text))).blocks?.() ?? [], (block) => {
      const { line, rows } = readNow(block);
      return { line, rows };
    });
    expect(lines.length).toBeGreaterThan(1);
    lines.reduce((passed, { line, rows }) => {
      expect(line).toBe(2 * passed + 1);
      return passed + rows;
    }, 0);
  });

  it('readCsv gives two files that are read by turns their own rows', () => {
    const [one, two] = ['a,b\n'.repeat(90_000), 'c,d\n'.repeat(90_000)].map((text) => {
      const rows = readCsv(memorySource(encodeUtf8(text))).rows('csv');
      return rows[Symbol.iterator]();
    });
    const seen = new Map<string, number>();
    for (let i = 0; i < 90_000; i++) {
      const both = JSON.stringify([one?.next().value, two?.next().value]);
      seen.set(both, (seen.get(both) ?? 0) + 1);
    }
    expect([...seen]).toEqual([['[["a","b"],["c","d"]]', 90_000]]);
  });
});

function endless(head: string, piece: Uint8Array): ByteSource {
  let isFirst = true;
  return {
    read(into) {
      const bytes = isFirst ? encodeUtf8(head) : piece;
      isFirst = false;
      const count = Math.min(bytes.length, into.length);
      into.set(bytes.subarray(0, count));
      return count;
    },
  };
}
