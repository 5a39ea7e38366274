import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Difference } from '#core/comparison';
import type { JsonObject } from '#core/json/value';
import type { Row } from '#core/parsed';
import type { Candidate } from '#fingerprint/candidate';
import { trials } from '../helpers/trials.ts';
import { brief, builtIn, compared, comparedCsv } from './compared.ts';
import { define, workbook } from './samples.ts';

const text = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.join(',')}\n`).join('');

const keyed = (more: JsonObject = {}, extract: JsonObject = {}): Candidate =>
  define({
    assertions: [{ column_unique: { columns: 'id' } }],
    extract: [{ name: 'all', type: 'columns', columns: ['id', 'a', 'b'], ...extract }],
    content_hash: { algorithm: 'blake3', over: ['all'] },
    ...more,
  });

describe('compareVersions() of a table with a key', () => {
  it('names exactly the cells, rows and moves that were made', async () => {
    const cell = fc.constantFrom('1', '2', '3', 'x', '');
    const made = fc.record({
      rows: fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }),
      edits: fc.array(fc.record({ row: fc.nat(29), column: fc.constantFrom(1, 2) }), { maxLength: 5 }),
      removed: fc.array(fc.nat(29), { maxLength: 5 }),
      added: fc.array(fc.nat(29), { maxLength: 5 }),
      isUnordered: fc.boolean(),
      shift: fc.nat(29),
    });
    await fc.assert(
      fc.asyncProperty(made, async ({ rows, edits, removed, added, isUnordered, shift }) => {
        const old = rows.map((row, i) => [`k${i}`, ...row]);
        const gone = new Set(removed.filter((i) => i < old.length).map((i) => `k${i}`));
        const now = old.filter(([key]) => !gone.has(key as string)).map((row) => [...row]);
        const changed = new Set<string>();
        for (const { row, column } of edits) {
          const target = now[row];
          if (target === undefined) continue;
          target[column] = `${target[column]}!`;
          changed.add(`${target[0]} ${column}`);
        }
        added.forEach((at, i) => now.splice(Math.min(at, now.length), 0, [`n${i}`, 'x', 'y']));
        if (isUnordered) now.push(...now.splice(0, shift % (now.length + 1)));
        const header = ['id', 'a', 'b'];
        const rule = keyed({}, { rows: isUnordered ? 'unordered' : 'ordered' });
        const { differences, total, key } = await comparedCsv(text([header, ...old]), text([header, ...now]), rule);
        const of = (code: string): readonly Difference[] => differences.filter((one) => one.code === code);
        expect(new Set(of('ROW_REMOVED').map((one) => one.key?.[0]))).toEqual(gone);
        expect(new Set(of('ROW_ADDED').map((one) => one.key?.[0]))).toEqual(new Set(added.map((_, i) => `n${i}`)));
        expect(new Set(of('CELL_CHANGED').map((one) => `${one.key?.[0]} ${header.indexOf(one.column ?? '')}`))).toEqual(changed);
        for (const { at, old: before, new: after } of of('CELL_CHANGED')) {
          const row = now[Number(at.slice(1)) - 2] as readonly string[];
          expect([after, (before ?? '').length < (after ?? '').length]).toEqual([row[at.charCodeAt(0) - 65], true]);
        }
        expect(total).toBe(gone.size + added.length + changed.size);
        expect(key).toEqual(['id']);
      }),
    );
  });

  it('reports rows that only changed their order, if the order counts', async () => {
    const [old, now] = ['id,a,b\n1,,\n2,,\n3,,\n', 'id,a,b\n3,,\n1,,\n2,,\n'];
    expect(brief(await comparedCsv(old, now, keyed()))).toEqual(['ROW_MOVED row 2 3 |  |  3 |  | ']);
    expect(brief(await comparedCsv(old, now, keyed({}, { rows: 'unordered' })))).toEqual([]);
  });

  it('pairs rows of a duplicate key in their order, and compares numbers to the stated precision', async () => {
    const old = 'id,a,b\n1,1.001,x\n1,2,x\n';
    const now = 'id,a,b\n1,1.004,x\n1,2.5,x\n1,3,x\n';
    const rule = keyed({}, { decimals: { a: 2 } });
    expect(brief(await comparedCsv(old, now, rule))).toEqual(['ROW_ADDED row 4 null 1 | 3 | x', 'CELL_CHANGED B3 2 2.5']);
  });

  it('compares only the columns that the content hash covers, by their names', async () => {
    const [old, now] = ['id,a,b,note\n1,2,3,x\n', 'note,b,a,id\ny,3,5,1\n'];
    const { differences } = await comparedCsv(old, now, keyed());
    expect(differences).toEqual([{ code: 'CELL_CHANGED', at: 'C2', old_at: 'B2', column: 'a', key: ['1'], old: '2', new: '5' }]);
    expect(brief(await comparedCsv(old, 'id,a\n1,2\n', keyed()))).toEqual(['COLUMN_REMOVED b b null']);
  });

  it.each([
    ['the same values under another name', 'id,sum,b\n1,2,3\n2,5,4\n', ['COLUMN_RENAMED sum a sum']],
    ['a key under another name', 'Loan,a,b\n1,2,3\n2,5,4\n', ['COLUMN_RENAMED Loan id Loan']],
    ['two names', 'id,x,y\n1,2,3\n2,5,4\n', ['COLUMN_RENAMED x a x', 'COLUMN_RENAMED y b y']],
    ['another value', 'id,sum,b\n1,2,3\n2,6,4\n', ['COLUMN_REMOVED a a null', 'COLUMN_ADDED sum null sum']],
    ['another place', 'id,b,sum\n1,3,2\n2,4,5\n', ['COLUMN_REMOVED a a null']],
    ['a name that was there', 'id,note,b\n1,2,3\n2,5,4\n', ['COLUMN_REMOVED a a null'], 'id,a,b,note\n1,2,3,2\n2,5,4,5\n'],
    ['a name that is there twice', 'id,sum,b,sum\n1,2,3,2\n2,5,4,5\n', ['COLUMN_REMOVED a a null']],
    ['no value at all', 'id,sum,b\n1,,3\n2,,4\n', ['COLUMN_REMOVED a a null', 'COLUMN_ADDED sum null sum'], 'id,a,b\n1,,3\n2,,4\n'],
    ['fewer rows', 'id,sum,b\n1,2,3\n', ['COLUMN_REMOVED a a null', 'COLUMN_ADDED sum null sum', 'ROW_REMOVED row 3 2 | 4 null']],
  ])('calls a column renamed only where that is certain: %s', async (_, now, wanted, old = 'id,a,b\n1,2,3\n2,5,4\n') => {
    expect(brief(await comparedCsv(old, now, keyed()))).toEqual(wanted);
  });

  it('compares the cells of a renamed column beyond the rows that show it', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => [`${i}`, `${i % 7}`, 'x']);
    const now = rows.map(([id, a, b]) => [id as string, id === '700' ? 'other' : (a as string), b as string]);
    const found = await comparedCsv(text([['id', 'a', 'b'], ...rows]), text([['id', 'sum', 'b'], ...now]), keyed());
    expect(brief(found)).toEqual(['COLUMN_RENAMED sum a sum', 'CELL_CHANGED B702 0 other']);
    expect(found.differences[1]?.column).toBe('sum');
  });

  it('uses the key of the sheet, and pairs by content if a file has no such column', async () => {
    const rule = keyed({
      assertions: [{ column_unique: { columns: 'id', sheet: 'other' } }, { not: true, column_unique: { columns: 'a' } }],
    });
    const { aligned, key } = await comparedCsv('id,a,b\n1,2,3\n', 'id,a,b\n1,2,4\n', rule);
    expect([aligned, key]).toEqual([['CONTENT'], null]);
  });

  it('compares the cells of a range', async () => {
    const range = { extract: [{ name: 'r', type: 'range', range: 'B2:B' }], content_hash: { algorithm: 'blake3', over: ['r'] } };
    const { differences } = await comparedCsv('id,a\n1,2\n2,3\n', 'id,a\n0,0\n1,2\n2,4\n', keyed(range));
    expect(differences.map(({ code, at, key, column }) => [code, at, key, column])).toEqual([
      ['ROW_ADDED', 'row 2', ['0'], undefined],
      ['CELL_CHANGED', 'B4', ['2'], 'a'],
    ]);
  });
});

describe('compareVersions() of a table without a key', () => {
  it('says enough to make the new table from the old one', async () => {
    const row = fc.array(fc.constantFrom('a', 'b', '1', ''), { maxLength: 3 });
    const tables = fc.tuple(fc.array(row, { maxLength: 12 }), fc.array(row, { maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(tables, async ([old, now]) => {
        const table = (rows: readonly Row[]) => () => workbook({ csv: rows });
        const { differences } = await compared(builtIn('csv.v0'), table([['1'], ...old]), table([['1'], ...now]));
        expect(rebuilt([['1'], ...old], differences)).toEqual(trimmed([['1'], ...now]));
      }),
      { numRuns: trials(200, 5000) },
    );
  });

  it('does not shift the rows below one that was inserted', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => [`${i}`, `${i % 7}`]);
    const now = [['id', 'v'], ['new', '0'], ...rows.map(([id, v]) => [id as string, id === '2000' ? 'x' : (v as string)])];
    const found = await comparedCsv(text([['id', 'v'], ...rows]), text(now));
    expect(brief(found)).toEqual(['ROW_ADDED row 2 null new | 0', 'CELL_CHANGED B2003 5 x']);
    expect(found.aligned).toEqual(['CONTENT']);
  });

  it('compares by position, and says so, if too many rows differ', async () => {
    const rows = (step: number) => Array.from({ length: 9000 }, (_, i) => [`${(Math.imul(i, step) >>> 5) % 97}`]);
    const { aligned } = await comparedCsv(text([['1'], ...rows(2654435761)]), text([['1'], ...rows(40503)]));
    expect(aligned).toEqual(['POSITION']);
  });

  it.each([
    ['id,a\n1,x\n', 'id,a,b\n1,x,y\n', ['COLUMN_ADDED C1 null b']],
    ['id,a,b\n1,x,y\n', 'id,b\n1,y\n', ['COLUMN_REMOVED B1 a null']],
    ['id,a\n1,x\n2,y\n', 'id,c\n1,x\n2,z\n', ['COLUMN_RENAMED B1 a c', 'CELL_CHANGED B3 y z']],
    ['id,a\n1,x\n2,y\n', 'id,c\n1,p\n2,q\n', ['COLUMN_REMOVED B1 a null', 'COLUMN_ADDED B1 null c']],
    ['id,a,b\n1,x,y\n', 'a,id,b\nx,1,y\n', ['COLUMN_MOVED A1 a a']],
    ['id,a\n1,x\n', 'id, a\n1,x\n', ['COLUMN_RENAMED B1 a  a']],
    ['id,id\n1,x\n', 'id,ix\n1,x\n', ['CELL_CHANGED B1 id ix']],
    ['__proto__,a\n1,x\n', '__proto__,a\n1,y\n', ['CELL_CHANGED B2 x y']],
    ['id,a\n1,x,y\n', 'id,a\n1,x,z\n', ['CELL_CHANGED C2 y z']],
    ['id,a\n1,x,y\n', 'id,a,b\n1,x,,y\n', ['COLUMN_ADDED C1 null b']],
    ['a\n', 'a\nb\n', ['ROW_ADDED row 2 null b']],
    ['a,b\n1,2\n\n\n3,4\n', 'a,b\n1,2\n\n3,4\n\n\n', ['ROW_REMOVED row 4  |  null']],
  ])('compares the columns of %j and %j', async (old, now, expected) => expect(brief(await comparedCsv(old, now))).toEqual(expected));

  it('names sheets that were added, removed, renamed or moved', async () => {
    const rows = [
      ['a', 'b'],
      ['1', '2'],
    ];
    const book =
      (...names: readonly string[]) =>
      () =>
        workbook(Object.fromEntries(names.map((name) => [name, rows])));
    const found = async (old: readonly string[], now: readonly string[]) =>
      brief(await compared(builtIn('xlsx.v0'), book(...old), book(...now)));
    expect(await found(['x', 'y'], ['x', 'z'])).toEqual(['SHEET_RENAMED z y z']);
    expect(await found(['x'], ['x', 'z'])).toEqual(['SHEET_ADDED z null z']);
    expect(await found(['x', 'y'], ['x'])).toEqual(['SHEET_REMOVED y y null']);
    expect(await found(['x', 'y', 'z'], ['z', 'x', 'y'])).toEqual(['SHEET_MOVED sheet 1 z z']);
  });

  it('tells an empty text from null in Parquet, and names a type that changed', async () => {
    const of =
      (type: string, ...rows: readonly Row[]) =>
      () =>
        workbook({ parquet: [['a'], ...rows] }, { schema: [{ name: 'a', type }] });
    const found = await compared(builtIn('parquet.v0'), of('text', [null], ['\u0001'], ['x']), of('json', [''], [''], ['x']));
    expect(found.differences.map(({ code, old, new: now }) => [code, old, now])).toEqual([
      ['COLUMN_RETYPED', '"text"', '"json"'],
      ['CELL_CHANGED', null, ''],
      ['CELL_CHANGED', '\u0001', ''],
    ]);
  });
});

/** Applies differences without a key, and with columns by position, to the rows of the old table. */
function rebuilt(old: readonly Row[], differences: readonly Difference[]): readonly Row[] {
  const numberOf = (place: string): number => Number(/\d+$/.exec(place)?.[0]);
  const of = (code: string): readonly Difference[] => differences.filter((one) => one.code === code);
  const gone = new Set(of('ROW_REMOVED').map(({ at }) => numberOf(at)));
  const added = new Map(of('ROW_ADDED').map(({ at, new: now }) => [numberOf(at), now]));
  const kept = trimmed(old).filter((_, i) => !gone.has(i + 1));
  const rows: Row[] = [];
  for (let number = 1; kept.length > 0 || added.has(number); number++) {
    const row = added.has(number) ? (added.get(number) ?? '').split(' | ') : [...(kept.shift() as Row)];
    for (const { at, old: before, new: now } of of('CELL_CHANGED').filter((one) => numberOf(one.at) === number)) {
      const column = at.charCodeAt(0) - 65;
      while (row.length <= column) row.push(null);
      expect(row[column] || null).toBe(before);
      row[column] = now;
    }
    rows.push(row);
  }
  return trimmed(rows);
}

function trimmed(rows: readonly Row[]): Row[] {
  const cut = rows.map((row) => {
    const cells = row.map((cell) => cell || null);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });
  while (cut.length > 0 && cut.at(-1)?.length === 0) cut.pop();
  return cut;
}

describe('compareVersions() within bounds', () => {
  it('counts all differences, names as many as allowed, and gives each kind its turn', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [`${i}`, 'x', 'y']);
    const now = [['id', 'a', 'b'], ...rows.slice(1).map(([id]) => [id as string, 'z', 'y']), ['500', '', '']];
    const { counts, total, differences } = await comparedCsv(text([['id', 'a', 'b'], ...rows]), text(now), keyed(), 4);
    expect([counts, total]).toEqual([{ CELL_CHANGED: 499, ROW_ADDED: 1, ROW_REMOVED: 1 }, 501]);
    expect(differences.map(({ code }) => code)).toEqual(['ROW_REMOVED', 'ROW_ADDED', 'CELL_CHANGED', 'CELL_CHANGED']);
  });

  it('shortens long values around their first difference, and never cuts a character in half', async () => {
    const long = '😀'.repeat(150);
    const { differences } = await comparedCsv(`1,${long}a\n`, `1,${long}b\n`);
    const [{ old, new: now }] = differences as [Difference];
    expect([old?.endsWith('a'), now?.endsWith('b'), old?.isWellFormed()]).toEqual([true, true, true]);
    expect((old ?? '').length).toBeLessThan(100);
  });
});
