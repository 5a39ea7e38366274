/**
 * Makes the samples that are not written by hand, each from a good one by a single change:
 *
 *     node examples/fingerprints/make-samples.mjs [FOLDER]
 *
 * samples/NAME/bad/NAME.REASON.EXT fails the assertion REASON of definitions/NAME.fp.yaml and no other one; samples/NAME/warned is of files
 * that match with that warning. By default the folder is samples.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { read, utils, write } from '@e965/xlsx';

const here = fileURLToPath(new URL('.', import.meta.url));
const [target = join(here, 'samples')] = process.argv.slice(2);

/** By definition: what is replaced by what in the text of the good sample, in pairs. */
const TEXTS = {
  'loan-tape': {
    good: 'loan-tape.csv',
    bad: {
      header: ['Borrower', 'Debtor'],
      'every-loan-has-an-id': ['L-1003', '1003'],
      'no-loan-twice': ['L-1004', 'L-1002'],
      'maturities-are-dates': ['2031-06-30', '2031-06-31'],
      'balances-add-up': ['269451.50', '269451.05'],
    },
    warned: { 'rates-are-plausible': ['6.125', '61.25'] },
  },
  'payments-german': {
    good: 'payments-german.csv',
    bad: {
      'one-payment-of-a-loan-on-a-day': ['K-1004;M\xfcller & Wei\xdf GbR;30.11.2025', 'K-1002;M\xfcller & Wei\xdf GbR;30.11.2025'],
      'dates-of-payment-exist': [';30.11.2025;80', ';31.11.2025;80'],
      'amounts-are-not-negative': [';1.093,75;13.593,75', ';-1.093,75;11.406,25'],
      'the-parts-make-the-instalment': ['1.047,25', '1.047,52'],
      'status-is-known': ['\xfcberf\xe4llig', 'ueberfaellig'],
      'paid-means-a-date-of-payment': ['01.12.2025', ''],
    },
    warned: { 'nobody-pays-early': ['03.11.2025', '30.10.2025'] },
  },
  'sensor-log': {
    good: 'sensor-log-2025-12-01.csv',
    bad: {
      'times-are-in-utc': ['T00:00:00Z', 'T00:00:00+01:00'],
      'time-goes-forward': ['T12:00:00Z', 'T11:00:00Z'],
      'an-hour-is-not-left-out': [/^.*T19:00.*\n/m, ''],
      'one-sensor-in-a-file': ['T20:00:00Z,roof-7', 'T20:00:00Z,roof-8'],
      'temperatures-are-possible': [',7.9,', ',790,'],
      'a-gap-has-no-reading': ['roof-7,,,', 'roof-7,0.0,,'],
      'a-good-state-has-a-reading': ['roof-7,3.4,76.1', 'roof-7,,'],
    },
    warned: { 'the-battery-lasts': ['76.8,3.56', '76.8,2.96'] },
  },
  invoices: {
    good: 'invoices.csv',
    bad: {
      'no-invoice-twice': ['R-2025-0422', 'R-2025-0418'],
      'numbers-as-the-tax-office-wants-them': ['R-2025-0421', 'RE-421'],
      'due-when-issued-or-later': ['2025-12-05,2025-12-19', '2025-12-19,2025-12-05'],
      'amounts-with-a-currency': ['EUR 46.73', '46.73'],
      'one-currency': ['EUR 0.00', 'CHF 0.00'],
      'net-and-tax-make-gross': ['"EUR 3,927.00"', '"EUR 3,972.00"'],
      'paid-means-a-day-of-payment': ['2026-01-02', ''],
      'open-means-no-day-of-payment': ['open,\nR-2025-0419', 'open,2025-12-30\nR-2025-0419'],
    },
    warned: { 'no-large-invoice-without-a-second-look': ['"EUR 3,300.00",EUR 627.00,"EUR 3,927.00"', '"EUR 53,300.00",EUR 627.00,"EUR 53,927.00"'] },
  },
  'general-ledger': {
    good: 'general-ledger.csv',
    bad: {
      'a-line-of-a-document-once': ['9002,3', '9002,2'],
      'postings-are-in-the-period': ['9001,1,2025-12-01', '9001,1,2025-11-30'],
      'postings-are-in-order': ['9003,2,2025-12-10', '9003,2,2025-12-09'],
      'not-both-debit-and-credit': ['1050.00,\n', '1050.00,0.01\n', ',,1050.00', ',,1049.99'],
      'either-debit-or-credit': [',,1190.00', ',,', ',,1050.00', ',,2240.00'],
      'debits-equal-credits': [',12345.67', ',12354.67'],
      'debits-are-what-the-ledger-says': ['16981.35', '16981.53'],
    },
    warned: {},
  },
  positions: {
    good: 'positions.csv',
    bad: {
      'all-of-one-day': ['2025-12-31|D-4412', '2025-12-30|D-4412'],
      'a-paper-once-in-an-account': ['D-4411|XS2010036361', 'D-4411|DE0001102580'],
      'papers-have-an-isin': ['CH0038863350', 'CH003886335'],
      'values-add-up': ['73.63', '0.00'],
      'currencies-of-the-mandate': ['|CHF', '|JPY'],
      'no-test-accounts': ['D-4412', 'TEST-1'],
    },
    warned: {},
  },
  'customer-master': {
    good: 'customer-master.csv',
    bad: {
      'no-customer-twice': ['105221', '104102'],
      'no-tax-number-twice': ['DE811907980', 'DE136695976'],
      'countries-where-we-deliver': ['\tNL\t', '\tUK\t'],
      'german-tax-numbers': ['DE136695976', '136695976'],
      'customer-since-a-day': ['2024-02-29', '2023-02-29'],
      'blocked-or-not': ['\tyes', '\tmaybe'],
    },
    warned: {
      'e-mail-addresses-look-right': ['info@vandijk.example', 'info at vandijk.example'],
      'everybody-has-an-e-mail-address': ['ida@schroeder.example', ''],
    },
  },
  events: {
    good: 'events.jsonl',
    bad: {
      'every-event-says-what-it-is': ['{"id": "O-7002"}', '{"no": "O-7002"}'],
      'no-event-twice': ['3f2b8d7e0004', '3f2b8d7e0001'],
      'types-are-known': ['order.shipped', 'order.sent'],
      'times-are-instants': ['2025-12-01T08:00:04Z', '2025-12-01T08:00:04'],
      'time-goes-forward': ['T09:12:00Z', 'T07:12:00Z'],
      'a-placed-order-has-items': ['[{"sku": "tea-1", "price": 8.90}]', '[]'],
      'an-item-once-in-an-order': ['cup-2', 'tea-1'],
      'prices-are-numbers': ['12.5}', '"12.5"}'],
      'net-and-tax-make-the-total': ['"tax": 1.42', '"tax": 1.24'],
      'a-payment-names-its-method': ['"card"', '"cash"'],
    },
    warned: { 'customers-are-not-named': ['"payment":', '"customer": {"name": "Ida"}, "payment":'] },
  },
  'service-config': {
    good: 'service-config.json',
    bad: {
      'the-shape-of-a-configuration': ['"limits": { "max_mb": 512 }', '"limits": { "max_mb": 512, "max_gb": 1 }'],
      'the-version-is-a-number': ['"version": 3', '"version": "3"'],
      'the-time-zone-is-named': ['Europe/Berlin', 'CET'],
      'no-source-twice': ['"desk-7"', '"nordbank"'],
      'formats-that-the-service-reads': ['"xlsx"', '"xls"'],
      'only-encrypted-connections': ['https://rheinhaus', 'http://rheinhaus'],
      'no-password-in-an-address': ['sftp://files', 'sftp://import@files'],
      'a-disabled-source-says-why': ['moves to another office in January', ''],
      'shares-of-the-workers-add-up-to-100': ['62.5', '65.2'],
    },
    warned: { 'somebody-is-notified': ['["import@example.org"]', '[]'] },
  },
};

for (const [name, { good, bad, warned }] of Object.entries(TEXTS)) {
  // Latin-1 keeps every byte, whatever the encoding of the sample is.
  const text = readFileSync(join(here, 'samples', name, 'good', good), 'latin1');
  for (const [kind, changes] of Object.entries({ bad, warned })) {
    for (const [reason, pairs] of Object.entries(changes)) {
      let changed = text;
      for (let i = 0; i < pairs.length; i += 2) {
        const before = changed;
        changed = before.replace(pairs[i], pairs[i + 1]);
        if (changed === before) throw new Error(`${name}: ${pairs[i]} is not in the good sample`);
      }
      put(name, kind, `${basename(good, extname(good))}.${reason}${extname(good)}`, Buffer.from(changed, 'latin1'));
    }
  }
}

/** What is put into which cell of which sheet. */
const ROLLS = {
  occupancy: [[0, 'B4', 1.25]],
  'units-are-named': [[1, 'A5', '']],
  'no-unit-twice': [[1, 'A6', '102']],
  'areas-are-plausible': [[1, 'C3', 8450]],
  'leases-end-on-a-date': [[1, 'D4', 'open']],
  'tenants-pay-rent': [
    [1, 'E3', ''],
    [1, 'E1', 4997.4],
  ],
  'vacant-units-pay-none': [[1, 'E5', 0]],
  'rents-add-up': [[1, 'E6', 2678.4]],
};

for (const [reason, cells] of Object.entries(ROLLS)) {
  const book = read(readFileSync(join(here, 'delivery/2025-12/rent-roll.xlsx')), { cellNF: true });
  for (const [sheet, cell, value] of cells) utils.sheet_add_aoa(book.Sheets[book.SheetNames[sheet]], [[value]], { origin: cell });
  put('rent-roll', 'bad', `rent-roll.${reason}.xlsx`, write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));
}
for (const name of ['loan-tape.csv', 'rent-roll.xlsx']) {
  copyFileSync(join(here, 'delivery/2025-12', name), place(basename(name, extname(name)), 'good', name));
}

const TRADES = [
  ["'T000101'", "'2025-12-01 08:00:04.120Z'", "'2025-12-01'", "'2025-12-03'", "'DE0007164600'", "'BUY'", 200, 208.15, 41630, 12.5, 41642.5, "'EUR'", "'new'", 'NULL'],
  ["'T000102'", "'2025-12-01 08:17:31.004Z'", "'2025-12-01'", "'2025-12-03'", "'DE0007236101'", "'SELL'", 50, 224.4, -11220, 9.9, -11210.1, "'EUR'", "'new'", 'NULL'],
  ["'T000103'", "'2025-12-01 09:02:00.500Z'", "'2025-12-01'", "'2025-12-03'", "'NL0010273215'", "'BUY'", 10, 911.2, 9112, 9.9, 9121.9, "'EUR'", "'new'", 'NULL'],
  ["'T000104'", "'2025-12-01 09:02:41.000Z'", "'2025-12-01'", "'2025-12-03'", "'NL0010273215'", "'SELL'", 10, 911.2, -9112, 0, -9112, "'EUR'", "'cancel'", "'T000103'"],
  ["'T000105'", "'2025-12-01 14:30:00.017Z'", "'2025-12-01'", "'2025-12-02'", "'US0378331005'", "'BUY'", 120, 283.1025, 33972.3, 15, 33987.3, "'USD'", "'new'", 'NULL'],
];
const COLUMNS = {
  trade_id: 'VARCHAR',
  executed_at: 'TIMESTAMPTZ',
  trade_date: 'DATE',
  settle_date: 'DATE',
  isin: 'VARCHAR',
  side: 'VARCHAR',
  quantity: 'BIGINT',
  price: 'DECIMAL(18, 4)',
  gross: 'DECIMAL(18, 2)',
  fees: 'DECIMAL(18, 2)',
  net: 'DECIMAL(18, 2)',
  currency: 'VARCHAR',
  status: 'VARCHAR',
  cancels: 'VARCHAR',
};
/** The row, the column and its value. */
const TRADE_CHANGES = {
  bad: {
    'no-trade-twice': [4, 'trade_id', "'T000101'"],
    'in-order-of-execution': [2, 'executed_at', "'2025-12-01 07:59:59.999Z'"],
    'one-trading-day': [4, 'trade_date', "'2025-11-28'"],
    'settled-after-the-trade': [1, 'settle_date', "'2025-12-01'"],
    'sides-are-known': [0, 'side', "'B'"],
    'quantities-are-positive': [3, 'quantity', -10],
    'what-is-sold-is-negative': [3, 'gross', 9112, 'net', 9112],
    'gross-and-fees-make-net': [4, 'net', 33957.3],
    'a-cancellation-says-what-it-cancels': [3, 'cancels', 'NULL'],
  },
  warned: { 'fees-are-usual': [0, 'fees', 1250, 'net', 42880] },
};

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run("SET threads = 1; SET TimeZone = 'UTC'");
await writeTrades(TRADES, 'good', 'trades.parquet');
for (const [kind, changes] of Object.entries(TRADE_CHANGES)) {
  for (const [reason, [row, ...values]] of Object.entries(changes)) {
    const rows = structuredClone(TRADES);
    for (let i = 0; i < values.length; i += 2) rows[row][Object.keys(COLUMNS).indexOf(values[i])] = values[i + 1];
    await writeTrades(rows, kind, `trades.${reason}.parquet`);
  }
}
await writeTrades(TRADES, 'bad', 'trades.types-are-kept.parquet', { ...COLUMNS, executed_at: 'TIMESTAMP' });
connection.closeSync();

async function writeTrades(rows, kind, name, types = COLUMNS) {
  const select = Object.entries(types).map(([column, type]) => `${column}::${type} AS ${column}`);
  const values = rows.map((row) => `(${row.join(', ')})`).join(', ');
  const table = `SELECT ${select.join(', ')} FROM (VALUES ${values}) AS trades(${Object.keys(COLUMNS).join(', ')})`;
  await connection.run(`COPY (${table}) TO '${place('trades', kind, name)}' (FORMAT parquet, CODEC zstd)`);
}

function put(name, kind, file, bytes) {
  writeFileSync(place(name, kind, file), bytes);
}

function place(name, kind, file) {
  const path = join(target, name, kind, file);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
