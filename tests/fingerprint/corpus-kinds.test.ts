/** Real files of other programs are identified as what their names say, but for those that are not. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mismatchOf } from '#fingerprint/kinds/identified';
import { look } from '#fingerprint/ops/identify/look';

const corpus = fileURLToPath(new URL('../../../shared/fixtures/corpus', import.meta.url));
const isThere = existsSync(corpus);
const why = isThere ? '' : ' (skipped: ../shared/fixtures/corpus is not on this machine)';

const FOLDERS = ['csv-spectrum', 'csv-test-data', 'html5lib', 'parquet', 'pdf-pdfjs', 'xlsx-calamine', 'xlsx-poi'];
/** Their directories are damaged. */
const DAMAGED = [
  'xlsx-poi/clusterfuzz-testcase-minimized-POIXSSFFuzzer-4828727001088000.xlsx',
  'xlsx-poi/clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-6504225896792064.xlsx',
  'xlsx-poi/crash-274d6342e4842d61be0fb48eaadad6208ae767ae.xlsx',
];

test.skipIf(!isThere).each(FOLDERS)(`look() tells the files of %s by their bytes${why}`, async (folder) => {
  const names = readdirSync(`${corpus}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(corpus.length + 1));
  expect(names.length).toBeGreaterThan(0);
  const odd: string[] = [];
  for (const name of names) {
    const { outer } = await look(`${corpus}/${name}`, name);
    // What a text is, its parser says.
    const isOdd = outer.isText
      ? outer.formats.length === 0 && /\.(csv|json)$/.test(name)
      : mismatchOf({ name, size: 0, identified: outer.identified }) !== null;
    if (isOdd || outer.identified.damage !== null || outer.identified.kind.id === 'unknown') odd.push(name);
  }
  expect(odd).toEqual(DAMAGED.filter((name) => name.startsWith(`${folder}/`)));
});
