/**
 * Some 300 workbooks and Parquet files that other programs made, many of them because a reader failed on them. Each is recognised, or refused
 * for the reason that is written here; no other reason is hidden behind it. They are not part of this repository.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ParseFailure } from '#core/parsed';
import { contentHashOf } from './content.ts';

const corpus = fileURLToPath(new URL('../../../shared/fixtures/corpus', import.meta.url));
const isThere = existsSync(corpus);
const why = isThere ? '' : ' (skipped: ../shared/fixtures/corpus is not on this machine)';

const UNSUPPORTED = /^a binary workbook \(\.xlsb\), which is not supported$/;

/** Other readers refuse them too, unless a comment says otherwise. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'parquet/ARROW-GH-41317.parquet': /a list of the wrong type$/,
  'parquet/ARROW-GH-41321.parquet': /column "int64": integers of 254 bits$/,
  // DuckDB reads it; arrow-rs does not.
  'parquet/ARROW-GH-45185.parquet': /column "x": a row that begins within a list$/,
  'parquet/ARROW-GH-47662.parquet': /column "flba_field": values that are cut off$/,
  // A text of a gibibyte, twice: readers with more memory read it.
  'parquet/large_string_map.brotli.parquet': /expected at most 268435456 bytes in a page, found 1073741828$/,
  // Both read it, because they do not check checksums unless asked to.
  'parquet/rle-dict-uncompressed-corrupt-checksum.parquet': /column "long_field": a page with a wrong checksum$/,
  'xlsx-calamine/issue_182.xlsb': UNSUPPORTED,
  'xlsx-calamine/issue_419.xlsb': UNSUPPORTED,
  'xlsx-calamine/issue_666_lost_sheets.xlsb': UNSUPPORTED,
  'xlsx-calamine/issue_666_panic.xlsb': UNSUPPORTED,
  'xlsx-calamine/issues.xlsb': UNSUPPORTED,
  'xlsx-poi/54764-2.xlsx': /a document type/,
  'xlsx-poi/clusterfuzz-testcase-minimized-POIXSSFFuzzer-4828727001088000.xlsx': /not a readable zip archive/,
  'xlsx-poi/clusterfuzz-testcase-minimized-POIXSSFFuzzer-5265527465181184.xlsx': /another name in front of the entry than in the directory/,
  'xlsx-poi/clusterfuzz-testcase-minimized-POIXSSFFuzzer-5937385319563264.xlsx': /a wrong checksum: xl\/worksheets\/sheet8\.xml/,
  'xlsx-poi/clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-6504225896792064.xlsx': /not a readable zip archive/,
  'xlsx-poi/crash-274d6342e4842d61be0fb48eaadad6208ae767ae.xlsx': /not a readable zip archive/,
  'xlsx-poi/poc-xmlbomb-empty.xlsx': /a document type/,
  'xlsx-poi/protected_passtika.xlsx': /File is password-protected/,
  'xlsx-poi/xlsx-corrupted.xlsx': /_rels\/\.rels: expected nothing outside the root/,
};

describe.skipIf(!isThere)(`files of other programs${why}`, () => {
  const files = (folder: string): readonly string[] =>
    isThere ? readdirSync(`${corpus}/${folder}`).map((name) => `${folder}/${name}`) : [];

  it.each([...files('parquet'), ...files('xlsx-calamine'), ...files('xlsx-poi')])(
    '%s is judged as other readers judge it',
    async (file) => {
      const format = file.startsWith('parquet/') ? 'parquet' : 'xlsx';
      const judged = contentHashOf(format, new Uint8Array(readFileSync(`${corpus}/${file}`)));
      const reason = REFUSED[file];
      if (reason === undefined) {
        expect(await judged).toMatch(/^blake3:[0-9a-f]{64}$/);
        return;
      }
      const error = await judged.then(() => null).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ParseFailure);
      expect((error as ParseFailure).message).toMatch(reason);
    },
  );

  it('every file that is expected to be refused is there', () => {
    const known = new Set(Object.keys(REFUSED).map((file) => file.split('/')[0] as string));
    const found = new Set([...known].flatMap(files));
    expect(Object.keys(REFUSED).filter((file) => !found.has(file))).toEqual([]);
  });
});
