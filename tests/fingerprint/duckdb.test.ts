/** Tables that DuckDB saves as CSV and JSON have the content hash of the same values, written by ourselves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { contentHashOf, writeCsv, writeLoosely } from './content.ts';

const folder = scratchFolder('duckdb');
const LOANS = [
  ['Loan', 'Borrower', 'Due', 'Balance'],
  ['L-1', 'Brandt & Söhne, "Nord"', '2025-12-31', '1000.50'],
  ['L-2', 'two\nlines; a | bar', '2026-02-28', '-0.01'],
  ['L-3', '', '2026-01-01', '12345678901234.99'],
];
const TABLE = `SELECT * FROM (VALUES ${LOANS.slice(1)
  .map(([loan, name, due, balance]) => `('${loan}', '${name}', DATE '${due}', ${balance}::DECIMAL(18, 2))`)
  .join(', ')}) t(Loan, Borrower, Due, Balance)`;

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});

async function saved(query: string, options: string): Promise<Uint8Array> {
  const path = join(folder, 'saved');
  await connection.run(`COPY (${query}) TO '${path}' (${options})`);
  return new Uint8Array(readFileSync(path));
}

describe('csv.v0', () => {
  const PLAIN = { delimiter: ',', lineEnd: '\n', isQuotedThroughout: false, encoding: 'utf-8', hasFinalLineEnd: true } as const;

  it.each(['', ", DELIMITER ';'", ", DELIMITER '\t'", ", DELIMITER '|'", ', FORCE_QUOTE *', ", DELIMITER ';', FORCE_QUOTE (Balance)"])(
    'csv.v0 gives a table the content hash of its cells when DuckDB saves it with%s',
    async (option) => {
      const ours = await contentHashOf('csv', writeCsv(LOANS, PLAIN));
      expect(await contentHashOf('csv', await saved(TABLE, `FORMAT csv, HEADER${option}`))).toBe(ours);
      const other = await saved(TABLE.replace('1000.50', '1000.51'), `FORMAT csv, HEADER${option}`);
      expect(await contentHashOf('csv', other)).not.toBe(ours);
    },
  );
});

describe('json.v0 and jsonl.v0', () => {
  const VALUES = [
    { id: 1, name: 'é "x"', tags: ['a', null], place: { city: 'Kiel', at: 1.5 }, ok: true },
    { id: 2, name: '', tags: [], place: { city: null, at: -0.25 }, ok: null },
  ];
  const query = (name = 'é "x"') =>
    `SELECT * FROM (VALUES (1, '${name}', ['a', NULL], {'city': 'Kiel', 'at': 1.5::DOUBLE}, true),
      (2, '', []::VARCHAR[], {'city': NULL, 'at': -0.25::DOUBLE}, NULL)) t(id, name, tags, place, ok)`;

  it.each([
    ['jsonl', 'FORMAT json', VALUES.map((value) => `${writeLoosely(value, ' ')}\n`).join('')],
    ['json', 'FORMAT json, ARRAY true', writeLoosely(VALUES, '\n')],
  ] as const)('%s.v0 gives values the same content hash when DuckDB saves them', async (format, options, ours) => {
    const hash = await contentHashOf(format, Buffer.from(ours));
    expect(await contentHashOf(format, await saved(query(), options))).toBe(hash);
    expect(await contentHashOf(format, await saved(query('e "x"'), options))).not.toBe(hash);
  });
});
