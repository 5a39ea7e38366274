/**
 * A tree of small files, three folders deep, 50 files in each folder:
 *
 *     batch-00/day-03/part-7/item-00123.csv      1 to 3 KiB
 *
 * Sizes and bytes depend only on the file's number, so the tree is the same in every run.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const A_FOLDER = 50;
const SMALLEST = 1024;
const MAX_SIZE = 3072;

export function makeFileTree(root, { count }) {
  const bytes = Buffer.alloc(MAX_SIZE);
  for (let number = 0; number < count; number++) {
    const path = join(root, fileOf(number));
    if (number % A_FOLDER === 0) mkdirSync(dirname(path), { recursive: true });
    const seed = createHash('sha256').update(`file ${number}`).digest();
    for (let at = 0; at < MAX_SIZE; at += seed.length) seed.copy(bytes, at);
    const size = SMALLEST + (seed.readUInt32LE(0) % (MAX_SIZE - SMALLEST + 1));
    writeFileSync(path, bytes.subarray(0, size));
  }
}

/** The path of a file below the root. */
export function fileOf(number) {
  return join(...folderOf(Math.floor(number / A_FOLDER)), `item-${String(number).padStart(5, '0')}.csv`);
}

function folderOf(number) {
  const [batch, day, part] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10];
  return [`batch-${String(batch).padStart(2, '0')}`, `day-${String(day).padStart(2, '0')}`, `part-${part}`];
}
