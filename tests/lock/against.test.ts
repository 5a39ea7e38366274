/** Workbooks, Parquet files and PDFs that were changed by other programs or by hand: the comparison names what changed, within the limits. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '#core/comparison';
import { fingerprint } from '../../src/library/fingerprint.ts';
import { lockRecords, verifyLockContent } from '../../src/library/lock.ts';
import { hash, vacuum } from '../../src/library/stream.ts';
import { madePdf } from '../fingerprint/made-pdf.ts';
import { madeXlsx } from '../fingerprint/made-xlsx.ts';
import { openDuck } from '../fingerprint/parquet-writers.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const scratch = scratchFolder('against');
let cases = 0;

interface Asked {
  readonly ids: readonly string[];
  readonly definition?: string;
  readonly maxSize?: number;
}

/** Locks the old bytes, and compares the new ones with them. */
async function compared(name: string, old: Uint8Array | string, now: Uint8Array | string, { ids, definition, ...limits }: Asked) {
  const folder = join(scratch, `${cases++}`);
  const [before, root] = [join(folder, 'old'), join(folder, 'now')];
  for (const one of [before, root]) mkdirSync(one, { recursive: true });
  writeFileSync(join(before, name), old);
  writeFileSync(join(root, name), now);
  const file = join(folder, 'rule.fp.yaml');
  writeFileSync(file, definition ?? '');
  const definitions = definition === undefined ? [] : [file];
  const lock = lockRecords(await fingerprint(hash(vacuum(before)), ids, { definitions }));
  const { content } = await verifyLockContent(lock.bytes(), { root, definitions, against: before, jobs: 1, ...limits });
  return { verdict: content?.verdict, change: content?.changes[0] };
}

const brief = (comparison: Comparison | null | undefined): readonly string[] | undefined =>
  comparison?.differences.map(({ code, at, old, new: now }) => `${code} ${at} ${old} ${now}`);

describe('verifyLockContent() against older versions', () => {
  it('names the cells and rows of a workbook by the key of its definition', async () => {
    const book = (rows: readonly (readonly (string | number)[])[]) =>
      madeXlsx([
        { name: 'Cover', rows: [['Rents']] },
        { name: 'Rents 2025', rows: [['Unit', 'Rent'], ...rows] },
      ]);
    const definition = [
      'fingerprint_id: rents.v1',
      'format: xlsx',
      'assertions:',
      '  - sheet_name_regex: { pattern: "^Rents", bind: $rents }',
      '  - column_unique: { sheet: $rents, columns: Unit }',
      'extract:',
      '  - { name: rents, type: columns, sheet: $rents, columns: [Unit, Rent] }',
      'content_hash: { algorithm: blake3, over: [rents] }',
    ].join('\n');
    const old = book([
      ['1a', 900],
      ['1b', 950],
      ['2a', 800],
    ]);
    const { verdict, change } = await compared(
      'rents.xlsx',
      old,
      book([
        ['0', 1],
        ['1a', 900],
        ['1b', 955.5],
      ]),
      {
        ids: ['rents.v1'],
        definition,
      },
    );
    expect([verdict, change?.comparison?.key]).toEqual(['CHANGED', ['Unit']]);
    expect(brief(change?.comparison)).toEqual([
      'ROW_REMOVED Rents 2025!row 4 2a | 800 null',
      'ROW_ADDED Rents 2025!row 2 null 0 | 1',
      'CELL_CHANGED Rents 2025!B4 950 955.5',
    ]);
    const built = await compared('rents.xlsx', old, madeXlsx([{ name: 'Cover', rows: [['Rents', 'x']] }]), { ids: ['xlsx.v0'] });
    expect(brief(built.change?.comparison)).toEqual(['SHEET_REMOVED Rents 2025 Rents 2025 null', 'COLUMN_ADDED Cover!B1 null x']);
  });

  it('names the cells, rows and types of a Parquet file by DuckDB', async () => {
    mkdirSync(join(scratch, 'duck'));
    const duck = await openDuck(join(scratch, 'duck'));
    const table = (more: string, type = 'INTEGER') =>
      duck.write(`SELECT i::${type} AS id, i * 10 AS v, NULL::VARCHAR AS n FROM range(1000) t(i) ${more}`);
    const old = await table('');
    const same = await duck.rewrite(old, ['COMPRESSION zstd', 'ROW_GROUP_SIZE 100']);
    expect(await compared('t.parquet', old, same, { ids: ['parquet.v0'] })).toEqual({ verdict: 'REWRITTEN_ONLY', change: undefined });
    const edited = await duck.write(
      "SELECT id::BIGINT AS id, CASE id WHEN 500 THEN 1 ELSE id * 10 END AS v, CASE id WHEN 600 THEN '' END AS n FROM (SELECT i AS id FROM range(1000) t(i)) WHERE id <> 3",
    );
    const { change } = await compared('t.parquet', old, edited, { ids: ['parquet.v0'] });
    const found = change?.comparison?.differences.map(({ code, at, old: before, new: now }) => [code, at, before, now]);
    expect(found).toEqual([
      ['COLUMN_RETYPED', 'id', expect.any(String), expect.any(String)],
      ['ROW_REMOVED', 'row 5', '3 | 30 | ', null],
      ['CELL_CHANGED', 'B501', '5000', '1'],
      ['CELL_CHANGED', 'C601', null, ''],
    ]);
  });

  it('names the lines and properties of a PDF', async () => {
    const old = madePdf(['First page', 'Due on 1 May'], { Title: 'Terms' });
    const { change } = await compared('terms.pdf', old, madePdf(['First page', 'Due on 1 June'], { Title: 'New terms' }), {
      ids: ['pdf.v0'],
    });
    expect(change?.comparison?.differences.map(({ code, old: before, new: now }) => [code, before?.trim(), now?.trim()])).toEqual([
      ['LINE_CHANGED', 'Due on 1 May', 'Due on 1 June'],
      ['DETAIL_CHANGED', 'Title: Terms', 'Title: New terms'],
    ]);
  });

  it('does not compare a file that is beyond the limits, and says so', async () => {
    const { verdict, change } = await compared('a.json', `[${'1,'.repeat(500)}1]`, '[1]', { ids: ['json.v0'], maxSize: 1000 });
    expect([verdict, change?.comparison, change?.not_compared]).toEqual([
      'CHANGED',
      null,
      'the old file: expected at most 1000 bytes, found 1003',
    ]);
  });

  it('refuses the same folder, and a number of differences beyond the limits', async () => {
    const data = join(scratch, 'same');
    mkdirSync(data);
    writeFileSync(join(data, 'a'), '1');
    const lock = lockRecords(hash(vacuum(data))).bytes();
    await expect(verifyLockContent(lock, { root: data, against: `${data}/.` })).rejects.toThrow('another folder');
    await expect(verifyLockContent(lock, { root: data, against: scratch, maxDifferences: 1001 })).rejects.toThrow('1 to 1000');
    await expect(verifyLockContent(lock, { root: data, against: join(data, 'a') })).toRefuse('E_ROOT_NOT_FOUND');
    expect(readFileSync(join(data, 'a'), 'utf8')).toBe('1');
  });
});
