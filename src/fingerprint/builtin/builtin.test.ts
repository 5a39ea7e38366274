import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { digestOf } from '#core/digest';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { Format, Grid, Parsed, Prose, Row } from '#core/parsed';
import { newHasher } from '#hashing/hashers';
import { contextFor, csv, define, objectOf, outcomeOf, prose, tree, workbook } from '../../../tests/fingerprint/samples.ts';
import type { Candidate } from '../candidate.ts';
import { evaluate } from '../evaluate.ts';
import { BUILT_INS } from './builtin.ts';

const builtIn = (format: Format): Candidate => BUILT_INS.find((candidate) => candidate.format === format) as Candidate;
const hashOf = (format: Format, parsed: Parsed): string | null => outcomeOf(builtIn(format), parsed).contentHash;

describe('BUILT_INS', () => {
  it('has nine entries, one for each format', () => {
    expect(BUILT_INS.map(({ id }) => id)).toEqual([
      'csv.v0',
      'json.v0',
      'jsonl.v0',
      'markdown.v0',
      'text.v0',
      'html.v0',
      'xlsx.v0',
      'parquet.v0',
      'pdf.v0',
    ]);
  });

  const samples: Readonly<Record<Format, Parsed>> = {
    csv: csv(['a']),
    json: tree(1),
    jsonl: tree(1, 2),
    markdown: prose({ headings: [{ level: 1, text: 'a', line: 1 }] }),
    text: prose({ text: 'a' }),
    html: prose({ facts: { element_count: 2 } }),
    xlsx: workbook({ a: [] }),
    parquet: workbook({ parquet: [['a'], ['1']] }, { schema: [] }),
    pdf: prose({ pageCount: 1 }),
  };

  it.each(BUILT_INS.map((candidate) => [candidate.id, candidate] as const))(
    '%s asserts what it lists, and matches a sample',
    (_, candidate) => {
      const { matched, assertions, contentHash } = outcomeOf(candidate, samples[candidate.format]);
      expect(matched).toBe(true);
      expect(assertions.map(({ name }) => name)).toEqual(candidate.asserts.map(({ name }) => name));
      expect(contentHash).toMatch(/^blake3:[0-9a-f]{64}$/);
    },
  );

  it.each<[Format, Parsed, string]>([
    ['csv', csv([], [null, '']), 'expected a row that is not empty, found none'],
    ['jsonl', tree(), 'expected a value, found none'],
    ['markdown', prose({ text: 'a' }), 'expected at least one heading, found none'],
    ['html', prose({ text: 'a' }), 'expected at least one element, found none'],
    ['xlsx', workbook({}), 'expected a sheet, found none'],
    ['pdf', prose(), 'expected at least one page, found none'],
  ])('%s does not match an empty file', (format, parsed, reason) => {
    const { matched, reason: found, contentHash, extracted } = outcomeOf(builtIn(format), parsed);
    expect([matched, found, contentHash, extracted]).toEqual([false, reason, null, null]);
  });
});

describe('the content hash of csv.v0', () => {
  const rows: readonly Row[] = [['id', 'name'], ['1', 'Ada'], [], ['2', null]];

  it('is BLAKE3 over the framed cells', () => {
    expect(
      objectOf(
        builtIn('csv'),
        workbook(
          {
            csv: [
              ['a', 'b'],
              ['1', '2'],
            ],
          },
          { delimiter: ',' },
        ),
      ),
    ).toEqual({
      assertions: [
        { name: 'csv_valid', passed: true, detail: '2 rows' },
        { name: 'has_row', passed: true, detail: 'there is one' },
      ],
      content_hash: digestOf(
        newHasher,
        'blake3',
        ['076373762e7630', '04637376', '0302610262', '0302310232', '00'].map((hex) => Buffer.from(hex, 'hex')),
      ),
      extracted: { delimiter: ',', row_count: 2 },
      fingerprint_crate: 'custody',
      fingerprint_id: 'csv.v0',
      fingerprint_source: 'builtin',
      fingerprint_version: '0.3.0',
      matched: true,
      reason: null,
    });
  });

  it('ignores empty cells at the end of rows, empty rows at the end, or the name of the file', () => {
    const hash = hashOf('csv', csv(...rows));
    expect(hashOf('csv', csv(['id', 'name', ''], ['1', 'Ada'], [''], ['2', ''], [], [null]))).toBe(hash);
    expect(hashOf('csv', workbook({ other: rows }))).toBe(hash);
  });

  it('covers a changed number, a swapped row, a moved cell and a space', () => {
    const hashes = [
      csv(...rows),
      csv(['id', 'name'], ['3', 'Ada'], [], ['2']),
      csv(['id', 'name'], [], ['1', 'Ada'], ['2']),
      csv(['id', 'name'], ['1', 'Ada'], ['2']),
      csv(['id', 'name'], ['1', 'Ada'], [], [null, '2']),
      csv(['id', 'name'], ['1', 'Ada '], [], ['2']),
    ].map((parsed) => hashOf('csv', parsed));
    expect(new Set(hashes).size).toBe(6);
  });
});

describe('the content hash of xlsx.v0 and parquet.v0', () => {
  it('xlsx.v0 covers the names and the order of sheets, even of those without rows', () => {
    const hashes = [
      workbook({ a: [['1']], b: [] }),
      workbook({ b: [], a: [['1']] }),
      workbook({ a: [['1']] }),
      workbook({ a: [['1']], c: [] }),
      workbook({ a: [], b: [['1']] }),
    ].map((parsed) => hashOf('xlsx', parsed));
    expect(new Set(hashes).size).toBe(5);
  });

  it('parquet.v0 covers the schema, and distinguishes an empty text from null', () => {
    const parquet = (rows: readonly Row[], schema: JsonObject[] = []) => workbook({ parquet: [['a'], ...rows] }, { schema });
    const hashes = [parquet([['']]), parquet([[null]]), parquet([[''], [null]]), parquet([['']], [{ type: 'INT32' }])].map((parsed) =>
      hashOf('parquet', parsed),
    );
    expect(new Set(hashes).size).toBe(4);
  });
});

describe('the content hash of json.v0 and jsonl.v0', () => {
  const json = (text: string) => parseJson(encodeUtf8(text));

  it('ignores white space and the order of keys, and covers values', () => {
    const hash = hashOf('json', tree(json('{"a":1,"b":[true]}')));
    expect(hashOf('json', tree(json('{ "b" : [ true ], "a" : 1 }')))).toBe(hash);
    expect(hashOf('json', tree(json('{"a":2,"b":[true]}')))).not.toBe(hash);
    expect(hashOf('json', tree(json('{"a":1.0,"b":[true]}')))).toBe(hash);
  });

  it('covers the order and the boundaries of lines', () => {
    const hashes = [tree(1, 2), tree(2, 1), tree(12), tree([1, 2]), tree(1, 2, 2)].map((parsed) => hashOf('jsonl', parsed));
    expect(new Set(hashes).size).toBe(5);
  });
});

describe('the content hash of prose', () => {
  const page: Partial<Prose> = {
    text: '# A\n\none\ntwo\n',
    headings: [{ level: 1, text: 'A', line: 1 }],
    tables: [{ heading: 'A', startLine: 5, endLine: 6, header: ['x'], rows: [['1', '2']], page: null }],
    pageCount: 1,
    metadata: { Title: 'T', Producer: 'P' },
  };
  const hash = (format: Format, parts: Partial<Prose> = {}) => hashOf(format, prose({ ...page, ...parts }));

  it('ignores spaces at the end of lines, repeated blank lines, and positions', () => {
    const moved = {
      text: '\n# A  \n\n\n\none\t\ntwo\n\n',
      headings: [{ level: 1, text: ' A ', line: 2 }],
      tables: page.tables?.map((table) => ({ ...table, startLine: 99 })) ?? [],
    };
    expect(hash('markdown', moved)).toBe(hash('markdown'));
    expect(hash('markdown', { text: '# A\n\none\ntwo' })).toBe(hash('markdown'));
  });

  it('covers text, levels, cells, and line breaks', () => {
    const all = [
      {},
      { text: '# A\n\none\ntoo\n' },
      { text: '# A\n\none two\n' },
      { text: '# A\n\n  one\ntwo\n' },
      { text: '# A\none\ntwo\n' },
      { headings: [{ level: 2, text: 'A', line: 1 }] },
      { tables: [] },
      { tables: [{ heading: 'A', startLine: 5, endLine: 6, header: ['x'], rows: [['1'], ['2']], page: null }] },
      { tables: [{ heading: 'A', startLine: 5, endLine: 6, header: ['x', '1'], rows: [['2']], page: null }] },
    ].map((parts) => hash('markdown', parts));
    expect(new Set(all).size).toBe(9);
  });

  it('of pdf.v0 covers pages, page breaks and the title, not the producer', () => {
    expect(hash('pdf', { metadata: { Title: 'T', ModDate: 'now', Producer: 'p', Creator: 'c', CreationDate: 'then' } })).toBe(hash('pdf'));
    const all = [
      {},
      { pageCount: 2 },
      { metadata: { Title: 'U' } },
      { metadata: {} },
      { metadata: { Author: 'T' } },
      { metadata: { Title: 'T', TITLE: 'U' } },
      { metadata: { Title: 'T', LoanNumber: '7' } },
      { details: [['page', '1', 'field', 'amount', '100']] },
      { details: [['page', '1', 'field', 'amount'], ['100']] },
      { text: '# A\n\f\none\ntwo\n' },
    ].map((parts) => hash('pdf', parts));
    expect(new Set(all).size).toBe(10);
  });

  it('of pdf.v0 is absent where a page could not be read', () => {
    expect(hash('pdf', { warnings: [{ code: 'W_NO_TEXT', message: 'No text on page 1' }] })).toBeNull();
  });

  it('of a text takes time linear in its length', () => {
    expect(hash('text', { text: `${' '.repeat(300_000)}x` })).not.toBe(hash('text', { text: 'x' }));
  });
});

describe('csv.v0 of a grid that has blocks', () => {
  const unit = fc.constantFrom('a', '1', ' ', 'é', '漢', '😀', '.', '\t', '|', '"', ',', '\n');
  const cell = fc.string({ unit, maxLength: 4 }).map((text) => (/["\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 });

  it('csv.v0 gives the same result as for its rows, whatever the cells, delimiter and line ends', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';'), fc.constantFrom('\n', '\r\n'), fc.nat(2), (rows, delimiter, lineEnd, more) => {
        const text = rows.map((row) => row.join(delimiter)).join(lineEnd) + lineEnd.repeat(more);
        const read = (): Grid => readCsv(memorySource(encodeUtf8(text)));
        const { blocks, ...byRows } = read();
        expect(blocks).toBeDefined();
        expect(objectOf(builtIn('csv'), read())).toEqual(objectOf(builtIn('csv'), byRows));
      }),
    );
  });

  it('a definition requested together with csv.v0 still receives the rows', () => {
    const both = [builtIn('csv'), define({ assertions: [{ cell_eq: { sheet: 'csv', cell: 'B2', value: '4' } }] })];
    const read = readCsv(memorySource(encodeUtf8('1,2\n3,4\n')));
    const outcomes = evaluate(both, read, contextFor('csv', { diagnose: true }));
    expect(outcomes.map(({ matched }) => matched)).toEqual([true, true]);
  });
});
