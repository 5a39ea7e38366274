/**
 * Makes the rent roll of the example, a workbook, from plain data:
 *
 *     node examples/fingerprints/make-rent-roll.mjs [DATA] [WORKBOOK]
 *
 * The same data gives the same bytes. By default rent-roll.json becomes delivery/2025-12/rent-roll.xlsx.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { utils, write } from '@e965/xlsx';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [data = here('rent-roll.json'), workbook = here('delivery/2025-12/rent-roll.xlsx')] = process.argv.slice(2);
const { property, as_of, units } = JSON.parse(readFileSync(data, 'utf8'));

const DAY = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const COLUMNS = ['Unit', 'Tenant', 'Area m²', 'Lease end', 'Monthly rent'];

const total = Math.round(units.reduce((sum, { rent }) => sum + (rent ?? 0), 0) * 100) / 100;
const occupied = units.filter(({ tenant }) => tenant !== null).length;

const cover = [
  [text('Rent Roll'), text(property)],
  [text('As of'), date(as_of)],
  [text('Monthly rent'), money(total)],
  [text('Occupancy'), { t: 'n', v: occupied / units.length, z: '0.0%' }],
];
const roll = [
  [text('Total'), null, number(units.reduce((sum, { area }) => sum + area, 0)), null, money(total)],
  COLUMNS.map(text),
  ...units.map(({ unit, tenant, area, lease_end, rent }) => [text(unit), text(tenant), number(area), date(lease_end), money(rent)]),
];

const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet(cover), 'Cover');
utils.book_append_sheet(book, utils.aoa_to_sheet(roll), `Rent Roll ${as_of.slice(0, 7)}`);
writeFileSync(workbook, write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));

function text(value) {
  return value === null ? null : { t: 's', v: value };
}

function number(value) {
  return value === null ? null : { t: 'n', v: value };
}

function money(value) {
  return value === null ? null : { t: 'n', v: value, z: '#,##0.00' };
}

/** Workbooks count days. */
function date(value) {
  return value === null ? null : { t: 'n', v: (Date.parse(`${value}T00:00:00Z`) - EPOCH) / DAY, z: 'yyyy-mm-dd' };
}
