import { describe, expect, it } from 'vitest';
import type { Format } from '#core/parsed';
import { formatsFor, stemOf } from './formats.ts';

describe('formatsFor()', () => {
  it.each<[string | null, string, readonly Format[], readonly Format[]]>([
    ['.csv', 'a.csv', ['csv'], ['csv']],
    ['.CSV', 'a.CSV', ['text', 'csv', 'csv'], ['csv']],
    [null, 'x/a.tsv', ['csv'], ['csv']],
    ['.txt', 'a.txt', ['text'], ['text']],
    ['.txt', 'a.txt', ['csv', 'text'], ['csv', 'text']],
    ['.txt', 'a.txt', ['pdf'], []],
    ['.ndjson', 'a', ['jsonl'], ['jsonl']],
    ['.xls', 'a.xls', ['xlsx'], ['xlsx']],
    ['.png', 'a.csv', ['csv'], []],
    [null, 'dir.csv/a', ['csv'], []],
    [null, 'csv', ['csv'], ['csv']],
  ])('of %j, %s, asked for %j: %j', (extension, path, asked, expected) => expect(formatsFor(extension, path, asked)).toEqual(expected));
});

describe('stemOf()', () => {
  it('removes the folder and the last suffix', () => {
    expect(['a/b.tar.gz', 'tape', '.env', 'a.'].map(stemOf)).toEqual(['b.tar', 'tape', '.env', 'a']);
  });
});
