import { describe, expect, it } from 'vitest';
import { readJson, readJsonLines } from '#codecs/tree/json';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { Tree } from '#core/parsed';
import { define, outcomeOf, read } from '../../../tests/fingerprint/samples.ts';
import { detailOf } from '../outcome.ts';

type TreeFormat = 'json' | 'jsonl';

const parse = (format: TreeFormat, text: string): Tree => {
  const source = memorySource(encodeUtf8(text));
  return format === 'json' ? readJson(source, 1 << 20) : readJsonLines(source);
};

function judged(format: TreeFormat, assertion: JsonObject, text: string): string {
  const { assertions } = outcomeOf(define({ format, assertions: [assertion] }), parse(format, text), { format });
  const [only] = assertions as [(typeof assertions)[number]];
  return `${only.verdict.passed ? 'passed' : 'missed'}: ${detailOf(only)}`;
}

const LINES = `{"id":1,"day":"2024-02-29","amount":0.1,"ok":true,"name":"a","tags":["x"],"total":3,"items":[{"n":1},{"n":2}],"*":1}
{"id":2,"day":"2025-01-31","amount":0.20000000000000001,"ok":false,"name":"","tags":[],"total":3,"items":[{"n":3}],"*":1}
{"id":3,"day":"2025-02-28","amount":1e400,"ok":null,"tags":["x","y"],"total":0,"items":[],"*":1.0}`;

describe('assertions on jsonl', () => {
  it.each<[JsonObject, string]>([
    [{ columns_present: { columns: ['/id', '/ok'] } }, 'passed: 2 pointers in 3 rows'],
    [
      { columns_present: { columns: ['/id', '/name'] } },
      'missed: expected a value at "/id", "/name" in every row, found 1 of 6 values: nothing in line 3',
    ],
    [{ column_cells: { column: '/amount', type: 'number', min: 0.1 } }, 'passed: 3 rows, every cell is a number from 0.1'],
    [
      { column_cells: { column: '/amount', max: 0.2 } },
      'missed: expected every cell of "/amount" to be a number to 0.2, found 2 of 3 rows: 0.20000000000000001 in line 2, 1e400 in line 3',
    ],
    [{ column_cells: { column: '/amount', type: 'number', max: '9'.repeat(30) } }, `1 of 3 rows: 1e400 in line 3`],
    [{ column_cells: { column: '/~2', type: 'integer', one_of: ['1.00'] } }, 'passed: 3 rows, every cell is an integer and one of "1.00"'],
    [{ column_cells: { column: '/name', type: 'number', optional: true } }, '1 of 3 rows: "a" in line 1'],
    [{ column_cells: { column: '/name', not_blank: true } }, '2 of 3 rows: "" in line 2, nothing in line 3'],
    [{ column_cells: { column: '/ok', type: 'boolean' } }, 'passed'],
    [{ column_cells: { column: '/ok', type: 'boolean', not_blank: true } }, '1 of 3 rows: null in line 3'],
    [{ column_cells: { column: '/day', type: 'date', max: '2025-01-31' } }, '1 of 3 rows: "2025-02-28" in line 3'],
    [{ column_cells: { column: '/tags', type: 'array', min_items: 1 } }, '1 of 3 rows: [] in line 2'],
    [{ column_cells: { column: '/tags', max_items: 1 } }, 'an array of at most 1 items, found 1 of 3 rows: ["x","y"] in line 3'],
    [{ column_cells: { column: '/tags', type: 'object' } }, 'found 3 of 3 rows'],
    [{ column_cells: { column: '/items/*/n', type: 'integer', max: 2 } }, '1 of 3 rows: 3 in line 2 at /items/0/n'],
    [{ column_unique: { columns: '/items/*/n' } }, 'passed: 3 rows, all different'],
    [{ column_unique: { columns: '/total' } }, 'found 1 of 3 rows: 3 in line 2'],
    [{ column_unique: { columns: ['/id', '/total'] } }, 'passed: 3 rows, all different'],
    [{ column_order: { column: '/id', order: 'increasing', strictly: true } }, 'passed'],
    [{ column_order: { column: '/total', order: 'increasing' } }, '1 of 3 rows: 0 in line 3'],
    [{ column_distinct: { column: '/total', max: 1 } }, 'found more: 3, 0'],
    [{ column_sum: { column: '/items/*/n', equals: 6 } }, 'passed: "/items/*/n" adds up to 6'],
    [{ column_sum: { column: '/total', equals: 7 } }, 'missed'],
    [{ row_count: { min: 3, max: 3 } }, 'passed: 3 rows'],
    [{ row_count: { rows: '/items/*', max: 2 } }, 'expected at most 2 rows, found 3'],
    [{ row_compare: { left: '/items/*/n', op: '<=', right: '/total' } }, 'passed: "/items/*/n" <= "/total" in 3 rows'],
    [{ row_compare: { left: '/items/*/n', op: '<', right: '/id' } }, '3 of 3 rows: 1, 1 in line 1 at /items/0'],
    [{ row_if: { if: { column: '/ok', one_of: [true] }, must: { column: '/tags', min_items: 2 } } }, 'found 1 of 1 row: ["x"] in line 1'],
    [{ not: true, column_unique: { columns: '/total' } }, 'passed: not no "/total" twice'],
  ])('%j', (assertion, said) => {
    expect(judged('jsonl', assertion, LINES)).toContain(said);
  });

  it('a pointer that leads nowhere in every row is not judged, also not by its negation', () => {
    const said = 'missed: expected a value at "/idd", found none in any row';
    expect(judged('jsonl', { column_cells: { column: '/idd', min: 1 } }, LINES)).toBe(said);
    expect(judged('jsonl', { not: true, column_cells: { column: '/idd', min: 1 } }, LINES)).toBe(said);
    expect(judged('jsonl', { column_cells: { column: '/idd', min: 1, optional: true } }, LINES)).toMatch(/^passed/);
    expect(judged('jsonl', { column_cells: { column: '/error', blank: true } }, LINES)).toMatch(/^passed/);
    expect(judged('jsonl', { row_count: { rows: '/itms/*', max: 9 } }, LINES)).toBe('missed: expected an array at "/itms", found none');
    expect(judged('jsonl', { column_cells: { column: '/id', min: 1 } }, '')).toMatch(/^missed/);
    expect(judged('jsonl', { row_count: { max: 0 } }, '')).toBe('passed: 0 rows');
  });

  it('a * that meets something else than an array fails', () => {
    const lines = '{"items":[1]}\n{"items":null}\n{}\n{"items":"ab"}\n';
    const said = 'missed: expected an array at "/items", found string in line 4';
    expect(judged('jsonl', { column_cells: { column: '/items/*', type: 'integer' } }, lines)).toBe(said);
    expect(judged('jsonl', { row_count: { rows: '/items/*', min: 1 } }, lines)).toBe(said);
  });
});

const INVOICE = `{"no":"R-1","total":"33.30","lines":[
  {"sku":"a","sum":11.1,"parts":[{"k":1},{"k":2}]},
  {"sku":"b","sum":22.20,"parts":[{"k":1}]}]}`;

describe('row_sum', () => {
  const sums = (lines: string, fields: JsonObject = {}): string =>
    judged('jsonl', { row_sum: { column: '/items/*/sum', equals: '/total', ...fields } }, lines);

  it('row_sum adds the parts of every row, exactly', () => {
    const good =
      '{"total":0.3,"items":[{"sum":0.1},{"sum":0.2},{"sum":null},{}]}\n{"total":"1.50","items":[{"sum":"1.5"}]}\n{"items":[{"sum":9}]}\n';
    expect(sums(good)).toBe('passed: 3 numbers in 3 rows add up');
    expect(sums(`${good}{"total":0}\n{"total":0,"items":[]}\n`)).toBe('passed: 3 numbers in 5 rows add up');
    expect(sums('{"total":1.02,"items":[{"sum":1}]}', { tolerance: 0.02 })).toMatch(/^passed/);
  });

  it.each<[string, string]>([
    [
      '{"total":0.3,"items":[{"sum":0.1},{"sum":0.20000000000000001}]}',
      '"/items/*/sum" to add up to "/total" in every row, found 1 of 1 row: 0.3 in line 1',
    ],
    ['{"total":1,"items":[]}', '1 in line 1'],
    ['{"total":1}', '1 in line 1'],
    ['{"total":1,"items":{"sum":1}}', '1 in line 1'],
    ['{"total":1,"items":[{"sum":1},{"sum":true}]}', '1 in line 1'],
    ['{"total":1,"items":[{"sum":1},{"sum":"x"}]}', '1 in line 1'],
    ['{"total":"x","items":[{"sum":1}]}', '"x" in line 1'],
    ['{"total":"EUR 3","items":[{"sum":"EUR 1"},{"sum":"USD 2"}]}', '"EUR 3" in line 1'],
    ['{"total":0,"items":[{"smu":1}]}', 'expected numbers in "/items/*/sum", found none'],
    ['{"items":[{"sum":1}]}', 'expected a value at "/total", found none in any row'],
  ])('row_sum refuses %s', (line, said) => {
    expect(sums(line)).toContain(said);
    expect(sums(line)).toMatch(/^missed/);
  });

  it('row_sum judges each row of several', () => {
    const text = '{"o":[{"total":3,"p":[{"q":[{"n":1},{"n":2}]}]},{"total":4,"p":[{"q":[{"n":1}]},{"q":[{"n":2}]}]}]}';
    const assertion = { row_sum: { column: '/o/*/p/*/q/*/n', equals: '/o/*/total' } };
    expect(judged('json', assertion, text)).toContain('found 1 of 2 rows: 4 at /o/1/total');
  });
});

describe('assertions on json', () => {
  it.each<[JsonObject, string]>([
    [{ columns_present: { columns: ['/no', '/total'] } }, 'passed: 2 pointers in 1 row'],
    [{ column_cells: { column: '/no', pattern: '^R-' } }, 'passed'],
    [{ column_cells: { column: '/no', pattern: '^X-' } }, 'found 1 of 1 row: "R-1" at /no'],
    [{ column_cells: { column: '/lines/*/sku', one_of: ['a'] } }, 'found 1 of 2 rows: "b" at /lines/1/sku'],
    [{ column_unique: { columns: '/lines/*/parts/*/k' } }, 'found 1 of 3 rows: 1 at /lines/1/parts/0/k'],
    [{ column_unique: { columns: ['/lines/*/sku', '/lines/*/parts/*/k'] } }, 'passed: 3 rows, all different'],
    [{ column_sum: { column: '/lines/*/sum', equals_cell: '/total' } }, 'passed: "/lines/*/sum" adds up to 33.3'],
    [{ column_sum: { column: '/lines/*/sum', equals_cell: '/no' } }, 'expected a number in /no, found "R-1"'],
    [{ column_sum: { column: '/lines/*/sum', equals_cell: '/nothing' } }, 'expected a number in /nothing'],
    [{ row_count: { rows: '/lines/*', min: 3 } }, 'expected at least 3 rows, found 2'],
    [{ column_cells: { column: '', type: 'object' } }, 'passed'],
    [{ column_cells: { column: '', type: 'array' } }, 'in the document'],
    [{ column_cells: { column: '/lines/1/sum', min: 22.2, max: 22.2 } }, 'passed'],
  ])('%j', (assertion, said) => {
    expect(judged('json', assertion, INVOICE)).toContain(said);
  });

  it('names the pointers in the context of the verdict', () => {
    const outcome = outcomeOf(
      define({ format: 'json', assertions: [{ column_cells: { column: '/lines/*/sku', one_of: ['x'] } }] }),
      parse('json', INVOICE),
      { format: 'json' },
    );
    expect(outcome.assertions[0]?.verdict).toMatchObject({ near: { count: 2, pointers: ['/lines/0/sku', '/lines/1/sku'] } });
  });
});

describe('mistakes in pointers', () => {
  it.each<[TreeFormat | 'csv', JsonObject, string, string]>([
    ['json', { column_cells: { column: 'id', min: 1 } }, 'column_cells.column', 'expected a pointer such as /customer/id, found "id"'],
    [
      'json',
      { column_unique: { columns: ['/a', '/~'] } },
      'column_unique.columns.1',
      'expected a pointer such as /customer/id, found "/~"',
    ],
    ['json', { column_unique: { columns: ['/a/*', '/b/*'] } }, 'column_unique.columns', 'expected pointers that agree up to their last *'],
    ['json', { row_compare: { left: '/a/*', op: '=', right: '/b/*' } }, 'row_compare', 'expected pointers that agree up to their last *'],
    ['json', { row_count: { min: 1 } }, 'row_count', 'missing field "rows"'],
    ['json', { row_count: { rows: '/items', min: 1 } }, 'row_count.rows', 'expected a pointer that ends with *'],
    ['jsonl', { column_sum: { column: '/a', equals_cell: '/b' } }, 'column_sum', 'equals_cell is for one document'],
    ['json', { column_sum: { column: '/a/*/b', equals_column: '/c' } }, 'column_sum', 'expected two pointers with the same *'],
    ['json', { column_sum: { column: '/a/*/b', equals_cell: '/c/*' } }, 'column_sum.equals_cell', 'expected a pointer without *'],
    ['json', { column_cells: { sheet: 'x', column: '/a', min: 1 } }, 'column_cells.sheet', 'sheet is for csv, xlsx, parquet'],
    ['json', { row_sum: { column: '/a/b', equals: '/c' } }, 'row_sum', 'expected a column with the * of "/c" and at least one more'],
    ['json', { row_sum: { column: '/a/*/b', equals: '/c/*/d' } }, 'row_sum', 'expected a column with the * of "/c/*/d"'],
    ['csv', { column_cells: { column: 'a', min_items: 1 } }, 'column_cells.min_items', 'min_items is for json, jsonl'],
    ['csv', { column_cells: { column: 'a', type: 'array' } }, 'column_cells.type', 'expected one of string integer number'],
    ['json', { columns_present: { columns: '/a', exactly: true } }, 'columns_present.exactly', 'exactly is for csv, xlsx, parquet'],
    [
      'json',
      { column_cells: { column: '/a', type: 'string', min_items: 1 } },
      'column_cells',
      'min_items and max_items of the type string have no meaning',
    ],
    [
      'json',
      { row_if: { if: { column: 'a', blank: true }, must: { column: '/b', blank: true } } },
      'row_if.if.column',
      'expected a pointer',
    ],
  ])('%s %j', (format, assertion, path, said) => {
    const result = read({ fingerprint_id: 'x.v1', format, assertions: [assertion] });
    const faults = result.kind === 'faults' ? result.faults.map((fault) => `${fault.path.slice(2).join('.')}: ${fault.message}`) : [];
    expect(faults).toEqual([expect.stringContaining(`${path}: ${said}`)]);
  });
});
