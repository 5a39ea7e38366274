/**
 * Files for an evidence pack: tables, notes and reports of about 2 KiB, 100 files in each folder, the same in every run.
 *
 *     month-00/batch-07/00712.csv    month-00/batch-07/00713.txt    month-00/batch-07/00714.rvl.json
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const A_FOLDER = 100;
const A_MONTH = 10;
const SIZE = 2048;

const KINDS = [
  { ending: 'csv', text: table },
  { ending: 'txt', text: note },
  { ending: 'rvl.json', text: report },
];

export function makeEvidence(root, { count }) {
  for (let number = 0; number < count; number++) {
    const batch = Math.floor(number / A_FOLDER);
    const folder = join(root, `month-${digits(Math.floor(batch / A_MONTH), 2)}`, `batch-${digits(batch % A_MONTH, 2)}`);
    if (number % A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    const { ending, text } = KINDS[number % KINDS.length];
    writeFileSync(join(folder, `${digits(number, 5)}.${ending}`), text(words(number)));
  }
}

function table(next) {
  let text = 'loan_id,balance,note\n';
  while (text.length < SIZE) text += `L-${next().slice(0, 6)},${parseInt(next().slice(0, 6), 16)}.25,${next()}\n`;
  return text;
}

function note(next) {
  let text = '';
  while (text.length < SIZE) text += `Looked at ${next()} and found ${next()}.\n`;
  return text;
}

function report(next) {
  const contributors = Array.from({ length: 22 }, () => ({ row_id: `u8:${next()}`, column: 'u8:balance', share: 0.25 }));
  const outcome = parseInt(next().slice(0, 2), 16) % 2 === 0 ? 'REAL_CHANGE' : 'NO_REAL_CHANGE';
  return JSON.stringify({ version: 'rvl.v0', outcome, profile_id: next(), contributors, refusal: null });
}

/** Words that depend only on the file's number. */
function words(number) {
  let seed = `file ${number}`;
  return () => {
    seed = createHash('sha256').update(seed).digest('hex').slice(0, 24);
    return seed;
  };
}

function digits(number, width) {
  return String(number).padStart(width, '0');
}
