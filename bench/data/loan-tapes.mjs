/**
 * Loan tapes in CSV, the same in every run: many short ones of about 2 KiB, or a long one.
 *
 *     batch-07/tape-00712.csv
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const A_FOLDER = 100;
const HEADER = 'loan_id,borrower,originated,maturity,balance,rate,status\n';
const STATUS = ['current', 'current', 'current', '30dpd', '"60dpd, watch list"'];
const PIECE_ROWS = 10_000;

export function makeTapes(root, { count, rows }) {
  for (let number = 0; number < count; number++) {
    const folder = join(root, `batch-${String(Math.floor(number / A_FOLDER)).padStart(2, '0')}`);
    if (number % A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `tape-${String(number).padStart(5, '0')}.csv`), HEADER + rowsFrom(number * rows, rows));
  }
}

export function makeLongTape(root, { mebibytes }) {
  mkdirSync(root, { recursive: true });
  const fd = openSync(join(root, 'long.csv'), 'w');
  let written = writeSync(fd, HEADER);
  for (let row = 0; written < mebibytes * 2 ** 20; row += PIECE_ROWS) written += writeSync(fd, rowsFrom(row, PIECE_ROWS));
  closeSync(fd);
}

function rowsFrom(first, count) {
  let text = '';
  for (let row = first; row < first + count; row++) {
    const balance = ((row * 7919) % 10_000_000) / 100;
    const day = String(1 + (row % 28)).padStart(2, '0');
    text += `L-${100_000 + row},Borrower ${row % 997},2021-03-${day},2031-03-${day},${balance},${3 + (row % 16) / 4},${STATUS[row % 5]}\n`;
  }
  return text;
}
