import { describe, expect, it } from 'vitest';
import { digestOf } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import type { Grid, Parsed, Prose, Row } from '#core/parsed';
import { newHasher } from '#hashing/hashers';
import { csv, define, outcomeOf, prose, workbook } from '../../../tests/fingerprint/samples.ts';

function extracted(extract: JsonObject, parsed: Parsed, format = 'csv') {
  const over = { algorithm: 'blake3', over: ['it'] };
  const { extracted: all, contentHash } = outcomeOf(define({ format, extract: [{ name: 'it', ...extract }], content_hash: over }), parsed);
  return { it: all?.['it'], contentHash };
}

describe('extract range', () => {
  const tape = (): Grid => csv(['id', 'sum', 'note'], ['1', '10', ''], [], ['2', '', 'x'], [null, null]);

  it('has the cells up to the last row of the table', () => {
    expect(extracted({ type: 'range', range: 'A2:C' }, tape()).it).toEqual({
      range: 'A2:C',
      row_count: 3,
      rows: [['1', '10'], [], ['2', null, 'x']],
    });
    expect(extracted({ type: 'range', range: 'b1:b9' }, tape()).it).toEqual({
      range: 'B1:B9',
      row_count: 4,
      rows: [['sum'], ['10'], [], []],
    });
  });

  it.each<[string, JsonObject]>([
    ['a range without anything', { range: 'X1:Z9' }],
    ['a sheet that is not there', { range: 'A1', sheet: 'Other' }],
  ])('leaves out %s, and then there is no content hash', (_, fields) =>
    expect(extracted({ type: 'range', ...fields }, tape())).toEqual({ it: undefined, contentHash: null }),
  );

  it('changes the content hash if a cell inside changes, not if one outside does', () => {
    const hash = (...rows: readonly Row[]) => extracted({ type: 'range', range: 'A2:B' }, csv(...rows)).contentHash;
    const before = hash(['h'], ['1', '2', '3']);
    expect(hash(['other'], ['1', '2', 'other'], [])).toBe(before);
    expect(hash(['h'], ['1', '20', '3'])).not.toBe(before);
    expect(hash(['h'], ['1', '2', '3'], ['4'])).not.toBe(before);
  });

  const many = (count: number, last = 'z'): Grid =>
    workbook({
      csv: (function* rows(): Generator<Row> {
        for (let i = 1; i < count; i++) yield [`${i}`, 'x'];
        yield [last, 'x'];
      })(),
    });

  it('keeps ten thousand cells; if there are more, a hash that covers all of them', () => {
    const few = extracted({ type: 'range', range: 'A1:B' }, many(5000));
    expect((few.it as JsonObject)['rows']).toHaveLength(5000);
    const a = extracted({ type: 'range', range: 'A1:B' }, many(5001));
    expect(a.it).toEqual({ range: 'A1:B', row_count: 5001, rows_hash: expect.stringMatching(/^blake3:[0-9a-f]{64}$/) });
    expect(extracted({ type: 'range', range: 'A1:B' }, many(5001))).toEqual(a);
    expect(extracted({ type: 'range', range: 'A1:B' }, many(5001, 'y')).contentHash).not.toBe(a.contentHash);
  });

  it('keeps a mebibyte of characters', () => {
    const long = csv(['x'.repeat(1 << 19)], ['y'.repeat(1 << 19)], ['z']);
    expect(Object.keys(extracted({ type: 'range', range: 'A1:A2' }, long).it as JsonObject)).toEqual(['range', 'row_count', 'rows']);
    expect(Object.keys(extracted({ type: 'range', range: 'A1:A3' }, csv(['x'.repeat(1 << 20)], ['z'])).it as JsonObject)).toEqual([
      'range',
      'row_count',
      'rows_hash',
    ]);
  });

  it('throws for a lone surrogate', () => {
    expect(() => extracted({ type: 'range', range: 'A1' }, csv(['\u{dc00}']))).toThrow('expected well-formed text, found a lone surrogate');
  });
});

describe('extract from prose', () => {
  const page = (parts: Partial<Prose> = {}): Prose =>
    prose({
      text: 'x\n\n🎉 Total: 12 and 13\n',
      sections: [{ heading: 'Notes', level: 1, startLine: 3, endLine: 5, lines: ['a', '', 'b'] }],
      tables: [{ heading: 'Notes', startLine: 7, endLine: 9, header: ['k', 'v'], rows: [['1', '2']], page: null }],
      ...parts,
    });

  it.each<[JsonObject, JsonObject]>([
    [
      { type: 'section', anchor_heading: '^Note' },
      { heading: 'Notes', lines: ['a', '', 'b'], start_line: 3, end_line: 5 },
    ],
    [
      { type: 'table', anchor_heading: 'Notes' },
      { columns: ['k', 'v'], rows: [['1', '2']], start_line: 7, end_line: 9, row_count: 1 },
    ],
    [
      { type: 'text_match', anchor: 'Total', pattern: '\\d+', within_chars: 5 },
      { line: 3, char_offset: 12, matched: '12' },
    ],
    [
      { type: 'text_match', anchor: 'and', pattern: '1[3-9]', within_chars: 5 },
      { line: 3, char_offset: 19, matched: '13' },
    ],
  ])('%j carries what it says', (extract, expected) => expect(extracted(extract, page(), 'markdown').it).toEqual(expected));

  it.each<[JsonObject]>([
    [{ type: 'section', anchor_heading: 'Lease' }],
    [{ type: 'table', anchor_heading: 'Notes', index: 1 }],
    [{ type: 'text_match', anchor: 'Lease', pattern: '1', within_chars: 5 }],
    [{ type: 'text_match', anchor: 'x', pattern: '13', within_chars: 2 }],
  ])('%j is left out', (extract) => expect(extracted(extract, page(), 'markdown')).toEqual({ it: undefined, contentHash: null }));

  it('the content hash covers the text, not its position', () => {
    const sample = page();
    const moved = page({ tables: sample.tables.map((table) => ({ ...table, startLine: 70, endLine: 72 })), text: `\n\n${sample.text}` });
    const edited = page({
      tables: sample.tables.map((table) => ({ ...table, rows: [['1', '3']] })),
      text: sample.text.replace('12', '14'),
    });
    for (const extract of [
      { type: 'table', anchor_heading: 'Notes' },
      { type: 'text_match', anchor: 'Total', pattern: '\\d+', within_chars: 5 },
    ]) {
      const hash = (parsed: Prose) => extracted(extract, parsed, 'markdown').contentHash;
      expect(hash(moved)).toBe(hash(sample));
      expect(hash(edited)).not.toBe(hash(sample));
    }
  });
});

describe('contentHash()', () => {
  it('frames each name of `over` in order, including absent ones', () => {
    const definition = define({
      extract: [
        { name: 'a', type: 'range', range: 'A1' },
        { name: 'b', type: 'range', range: 'Z9' },
      ],
      content_hash: { algorithm: 'blake3', over: ['b', 'a'] },
    });
    const values = Buffer.from('{"rows":[["1"]]}');
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(values.length));
    const bytes = Buffer.concat([Buffer.from('b\0\x02'), Buffer.of(0xff), Buffer.from('a\0\x01'), length, values, Buffer.of(0xff)]);
    expect(outcomeOf(definition, csv(['1'])).contentHash).toBe(digestOf(newHasher, 'blake3', [bytes]));
  });
});
