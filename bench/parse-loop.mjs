/**
 * The minimum that a JavaScript program does with a file of records: read, split at LF, decode, `JSON.parse`. The peer of `lock`.
 *
 *     node bench/parse-loop.mjs records.jsonl
 */
import { openSync, readSync } from 'node:fs';

const PIECE = 1 << 20;
const LF = 10;

const fd = openSync(process.argv[2], 'r');
const buffer = Buffer.allocUnsafe(2 * PIECE);
let held = 0;
let bytes = 0;
for (;;) {
  const count = readSync(fd, buffer, held, PIECE, null);
  if (count === 0) break;
  const filled = held + count;
  let start = 0;
  for (let end = buffer.indexOf(LF); end >= 0 && end < filled; end = buffer.indexOf(LF, start)) {
    bytes += JSON.parse(buffer.utf8Slice(start, end)).size;
    start = end + 1;
  }
  buffer.copy(buffer, 0, start, filled);
  held = filled - start;
}
console.log(bytes);
