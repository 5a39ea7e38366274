/**
 * The definitions of examples/fingerprints on their samples. `samples/NAME/good` matches; a file of `samples/NAME/bad` fails the one assertion
 * that its name says, at the place below; a file of `samples/NAME/warned` matches with that warning.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { contentHashOf } from '../fingerprint/content.ts';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const example = fileURLToPath(new URL('../../examples/fingerprints', import.meta.url));
const samples = join(example, 'samples');
const made = scratchFolder('fingerprint-samples');

/** What the reason of each bad or warned sample ends with. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'customer-master': {
    'blocked-or-not': 'found 1 of 6 rows: "maybe" in line 5',
    'countries-where-we-deliver': 'found 1 of 6 rows: "UK" in line 5',
    'customer-since-a-day': 'found 1 of 6 rows: "2023-02-29" in line 6',
    'e-mail-addresses-look-right': 'found 1 of 6 rows: "info at vandijk.example" in line 5',
    'everybody-has-an-e-mail-address': 'found 1 of 6 rows: a blank cell in line 2',
    'german-tax-numbers': 'found 1 of 3 rows: "136695976" in line 3',
    'no-customer-twice': 'found 1 of 6 rows: "104102" in line 7',
    'no-tax-number-twice': 'found 1 of 6 rows: "DE136695976" in line 4',
  },
  events: {
    'a-payment-names-its-method': 'found 1 of 1 row: "cash" in line 2 at /payment/method',
    'a-placed-order-has-items': 'found 1 of 2 rows: [] in line 3 at /order/items',
    'an-item-once-in-an-order': 'found 1 of 3 rows: "6f1c2a90-0b7e-4c1d-9a51-3f2b8d7e0001", "tea-1" in line 1 at /order/items/1',
    'customers-are-not-named': 'found 1 of 5 rows: "Ida" in line 2',
    'every-event-says-what-it-is': 'found 1 of 20 values: nothing in line 5 at /order/id',
    'net-and-tax-make-the-total': 'found 1 of 5 rows: 7.48, 1.24, 8.9 in line 3',
    'no-event-twice': 'found 1 of 5 rows: "6f1c2a90-0b7e-4c1d-9a51-3f2b8d7e0001" in line 4',
    'prices-are-numbers': 'found 1 of 3 rows: "12.5" in line 1 at /order/items/1/price',
    'time-goes-forward': 'found 1 of 5 rows: "2025-12-01T07:12:00Z" in line 3',
    'times-are-instants': 'found 1 of 5 rows: "2025-12-01T08:00:04" in line 1',
    'types-are-known': 'found 1 of 5 rows: "order.sent" in line 4',
  },
  'general-ledger': {
    'a-line-of-a-document-once': 'found 1 of 10 rows: "9002", "2" in line 9',
    'debits-are-what-the-ledger-says': 'expected "Debit" to add up to 16981.53 in D1, found 16981.35',
    'debits-equal-credits': 'expected "Debit" to add up to 16990.35, the sum of "Credit", found 16981.35',
    'either-debit-or-credit': 'found 1 of 6 rows: a blank cell in line 11',
    'not-both-debit-and-credit': 'found 1 of 4 rows: "0.01" in line 12',
    'postings-are-in-order': 'found 1 of 10 rows: "2025-12-09" in line 11',
    'postings-are-in-the-period': 'found 1 of 10 rows: "2025-11-30" in line 4',
  },
  invoices: {
    'amounts-with-a-currency': 'found 1 of 18 cells: "46.73" in line 4',
    'due-when-issued-or-later': 'found 1 of 6 rows: "2025-12-05", "2025-12-19" in line 5',
    'net-and-tax-make-gross': 'found 1 of 6 rows: "EUR 3,300.00", "EUR 627.00", "EUR 3,972.00" in line 7',
    'no-invoice-twice': 'found 1 of 6 rows: "R-2025-0418" in line 7',
    'no-large-invoice-without-a-second-look': 'found 1 of 6 rows: "EUR 53,927.00" in line 7',
    'numbers-as-the-tax-office-wants-them': 'found 1 of 6 rows: "RE-421" in line 6',
    'one-currency': 'found 1 of 6 rows: "CHF 0.00" in line 6',
    'open-means-no-day-of-payment': 'found 1 of 2 rows: "2025-12-30" in line 3',
    'paid-means-a-day-of-payment': 'found 1 of 3 rows: a blank cell in line 5',
  },
  'loan-tape': {
    'balances-add-up': 'expected "Balance" to add up to 982416.55 in E1, found 982416.1',
    'every-loan-has-an-id': 'found 1 of 5 rows: "1003" in line 6',
    header: 'found "Loan ID", "Debtor", "Maturity", "Balance", "Rate"',
    'maturities-are-dates': 'found 1 of 5 rows: "2031-06-31" in line 6',
    'no-loan-twice': 'found 1 of 5 rows: "L-1002" in line 7',
    'rates-are-plausible': 'found 1 of 5 rows: "61.25" in line 6',
  },
  'payments-german': {
    'amounts-are-not-negative': 'found 1 of 24 cells: "-1.093,75" in line 4',
    'dates-of-payment-exist': 'found 1 of 8 rows: "31.11.2025" in line 6',
    'nobody-pays-early': 'found 1 of 8 rows: "30.10.2025", "31.10.2025" in line 3',
    'one-payment-of-a-loan-on-a-day': 'found 1 of 8 rows: "K-1002", "30.11.2025" in line 7',
    'paid-means-a-date-of-payment': 'found 1 of 5 rows: a blank cell in line 5',
    'status-is-known': 'found 1 of 8 rows: "ueberfaellig" in line 4',
    'the-parts-make-the-instalment': 'found 1 of 8 rows: "1.000,00", "47,25", "1.047,52" in line 5',
  },
  positions: {
    'a-paper-once-in-an-account': 'found 1 of 6 rows: "D-4411", "DE0001102580" in line 6',
    'all-of-one-day': 'found more: "2025-12-31", "2025-12-30"',
    'currencies-of-the-mandate': 'found 1 of 6 rows: "JPY" in line 4',
    'no-test-accounts': 'found B7 is "TEST-1"',
    'papers-have-an-isin': 'found 1 of 6 rows: "CH003886335" in line 4',
    'values-add-up': 'found 1 of 6 rows: "48,230.00", "0.00", "48,303.63" in line 6',
  },
  'rent-roll': {
    'areas-are-plausible': 'found 1 of 4 rows: "8450" in line 3',
    'leases-end-on-a-date': 'found 1 of 4 rows: "open" in line 4',
    'no-unit-twice': 'found 1 of 4 rows: "102" in line 6',
    occupancy: 'in B4, found "1.25"',
    'rents-add-up': 'expected "Monthly rent" to add up to 6518.15 in E1, found 6509.15',
    'tenants-pay-rent': 'found 1 of 3 rows: a blank cell in line 3',
    'units-are-named': 'found 1 of 4 rows: a blank cell in line 5',
    'vacant-units-pay-none': 'found 1 of 1 row: "0" in line 5',
  },
  'sensor-log': {
    'a-gap-has-no-reading': 'found 1 of 2 rows: "0.0" in line 18',
    'a-good-state-has-a-reading': 'found 1 of 22 rows: a blank cell in line 24',
    'an-hour-is-not-left-out': 'expected 24 rows, found 23',
    'one-sensor-in-a-file': 'found more: "roof-7", "roof-8"',
    'temperatures-are-possible': 'found 1 of 24 rows: "790" in line 16',
    'the-battery-lasts': 'found 1 of 24 rows: "2.96" in line 25',
    'time-goes-forward': 'found 1 of 24 rows: "2025-12-01T11:00:00Z" in line 14',
    'times-are-in-utc': 'found 1 of 24 rows: "2025-12-01T00:00:00+01:00" in line 2',
  },
  'service-config': {
    'a-disabled-source-says-why': 'found 1 of 1 row: "" at /sources/2/reason',
    'formats-that-the-service-reads': 'found 1 of 3 rows: "xls" at /sources/1/format',
    'no-password-in-an-address': 'found 1 of 3 rows: "sftp://import@files.nordbank.example/out" at /sources/0/url',
    'no-source-twice': 'found 1 of 3 rows: "nordbank" at /sources/2/name',
    'only-encrypted-connections': 'found 1 of 3 rows: "http://rheinhaus.example/rolls" at /sources/1/url',
    'shares-of-the-workers-add-up-to-100': 'expected "/sources/*/share" to add up to 100, found 102.7',
    'somebody-is-notified': 'found 1 of 1 row: [] at /notify',
    'the-shape-of-a-configuration': 'found 1 fault: expected no such member at /limits/max_gb',
    'the-time-zone-is-named': 'found 1 of 1 row: "CET" at /schedule/timezone',
    'the-version-is-a-number': 'found 1 of 1 row: "3" at /version',
  },
  trades: {
    'a-cancellation-says-what-it-cancels': 'found 1 of 1 row: a blank cell in line 5',
    'fees-are-usual': 'found 1 of 5 rows: "1250.00" in line 2',
    'gross-and-fees-make-net': 'found 1 of 5 rows: "33972.30", "15.00", "33957.30" in line 6',
    'in-order-of-execution': 'found 1 of 5 rows: "2025-12-01T07:59:59.999000Z" in line 4',
    'no-trade-twice': 'found 1 of 5 rows: "T000101" in line 6',
    'one-trading-day': 'expected 1 different text in "trade_date", found more: "2025-12-01", "2025-11-28"',
    'quantities-are-positive': 'found 1 of 5 rows: "-10" in line 5',
    'settled-after-the-trade': 'found 1 of 5 rows: "2025-12-01", "2025-12-01" in line 3',
    'sides-are-known': 'found 1 of 5 rows: "B" in line 2',
    'types-are-kept': 'found "executed_at" is timestamp(us, local) and not timestamp(us, UTC)',
    'what-is-sold-is-negative': 'found 1 of 2 rows: "9112.00" in line 5',
  },
};
const NAMES = Object.keys(REASONS);

interface Judged {
  readonly matched: boolean;
  readonly content_hash: string | null;
  readonly assertions: readonly { readonly name: string; readonly passed: boolean; readonly detail: string; readonly severity?: 'warn' }[];
}

describe.each(NAMES)('examples/fingerprints: %s', (name) => {
  it('recognises its good samples, without a warning', async () => {
    const judged = await judgedSamples(name, 'good');
    expect(judged.map(({ file, matched, misses }) => [file, matched, misses])).toEqual(judged.map(({ file }) => [file, true, []]));
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.every(({ hash }) => hash !== null)).toBe(true);
  });

  it('finds in each other sample what its name says, and nothing else', async () => {
    const bad = (await judgedSamples(name, 'bad')).map((sample) => ({ ...sample, isWarned: false }));
    const warned = (await judgedSamples(name, 'warned')).map((sample) => ({ ...sample, isWarned: true }));
    expect(bad.length).toBeGreaterThan(3);
    for (const { file, matched, misses, isWarned } of [...bad, ...warned]) {
      // What fails may be warned about as well: a date that does not exist is not after another one.
      const found = misses.filter(({ severity }) => isWarned || severity !== 'warn');
      expect([file, matched, ...found.map((miss) => slug(miss.name))]).toEqual([file, isWarned, reasonOf(file)]);
      expect(found[0]?.detail).toSatisfy(endsWith(REASONS[name]?.[reasonOf(file)]));
    }
  });

  it('has a sample for each of the reasons above', () => {
    const reasons = ['bad', 'warned'].flatMap((kind) => filesOf(name, kind).map(reasonOf));
    expect(reasons.toSorted()).toEqual(Object.keys(REASONS[name] ?? {}).toSorted());
  });
});

describe('examples/fingerprints', () => {
  it('has samples for each definition, except for those that only route', () => {
    const files = readdirSync(join(example, 'definitions')).filter((file) => file.endsWith('.fp.yaml'));
    const defined = files.map((file) => file.replace('.fp.yaml', ''));
    expect(defined.filter((name) => !name.endsWith('-end')).toSorted()).toEqual(NAMES.toSorted());
  });

  it.each(['positions', 'service-config'])(
    'gives the good samples of %s one content hash, though their rows and zeros are written otherwise',
    async (name) => {
      const hashes = (await judgedSamples(name, 'good')).map(({ hash }) => hash);
      expect(hashes.length).toBe(2);
      expect(new Set(hashes).size).toBe(1);
    },
  );

  it('make-samples.mjs makes the samples that are committed', async () => {
    execFileSync(process.execPath, [join(example, 'make-samples.mjs'), made]);
    const files = readdirSync(made, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[a-z]+$/.test(file));
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) expect(await contentOf(join(made, file)), file).toBe(await contentOf(join(samples, file)));
  });
});

interface Sample {
  readonly file: string;
  readonly matched: boolean;
  readonly hash: string | null;
  readonly misses: Judged['assertions'];
}

async function judgedSamples(name: string, kind: string): Promise<readonly Sample[]> {
  const files = filesOf(name, kind);
  if (files.length === 0) return [];
  const paths = files.map((file) => `samples/${name}/${kind}/${file}`);
  const context = fakeContext(`fingerprint test definitions/${name}.fp.yaml ${paths.join(' ')} --json --no-witness`, { cwd: example });
  const exit = await run(context);
  expect([exit, context.err()]).toEqual([kind === 'bad' ? 1 : 0, '']);
  const { samples: tested } = JSON.parse(context.out()) as { samples: readonly { readonly fingerprint: Judged | null }[] };
  return tested.map(({ fingerprint }, i) => ({
    file: files[i] as string,
    matched: fingerprint?.matched === true,
    hash: fingerprint?.content_hash ?? null,
    misses: fingerprint?.assertions.filter(({ passed }) => !passed) ?? [],
  }));
}

function filesOf(name: string, kind: string): string[] {
  const names = readdirSync(join(samples, name));
  return names.includes(kind) ? readdirSync(join(samples, name, kind)).toSorted() : [];
}

/** `no-loan-twice` of `loan-tape.no-loan-twice.csv`. */
function reasonOf(file: string): string {
  return file.split('.').at(-2) as string;
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function endsWith(end: string | undefined): (detail: string) => boolean {
  return (detail) => end !== undefined && detail.endsWith(end);
}

/** Another version of the writer may pack the values of a Parquet file in another way. */
function contentOf(path: string): Promise<string> | string {
  const bytes = readFileSync(path);
  return path.endsWith('.parquet') ? contentHashOf('parquet', new Uint8Array(bytes)) : bytes.toString('base64');
}
