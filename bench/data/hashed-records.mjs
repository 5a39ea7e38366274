/**
 * A stream of `hash.v0` records as `vacuum | hash` writes them, about 380 bytes each:
 *
 *     {"bytes_hash":"sha256:…","extension":".csv",…,"relative_path":"region-07/day-031/part-004123.csv",…,"version":"hash.v0"}
 *
 * They are in the order of their paths, or shuffled by a seeded generator. Every fiftieth name is not ASCII.
 */
import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

const PIECE = 1 << 20;
const ROOT = '/data';

export function makeHashedRecords(path, { count, shuffled }) {
  const order = shuffled ? shuffle(count) : null;
  const fd = openSync(path, 'w');
  let text = '';
  for (let at = 0; at < count; at++) {
    text += `${hashedRecord(order === null ? at : order[at])}\n`;
    if (text.length < PIECE) continue;
    writeSync(fd, text);
    text = '';
  }
  writeSync(fd, text);
  closeSync(fd);
}

/** Paths sort in the order of their numbers. */
function hashedRecord(number) {
  const digits = String(number).padStart(8, '0');
  const name = number % 50 === 0 ? `part-${digits.slice(4)}-révisé.csv` : `part-${digits.slice(4)}.csv`;
  const relative = `region-${digits.slice(0, 2)}/day-${digits.slice(2, 4)}/${name}`;
  const hex = hash('sha256', digits, 'hex');
  const size = Number.parseInt(hex.slice(0, 6), 16);
  const second = String(number % 60).padStart(2, '0');
  return (
    `{"bytes_hash":"sha256:${hex}","extension":".csv","hash_algorithm":"sha256","mime_guess":"text/csv",` +
    `"mtime":"2026-01-31T12:00:${second}.000Z","path":"${ROOT}/${relative}","relative_path":"${relative}","root":"${ROOT}",` +
    `"size":${size},"tool_versions":{"hash":"0.1.0","vacuum":"0.1.0"},"version":"hash.v0"}`
  );
}

/** The Fisher-Yates shuffle, with a 32-bit xorshift generator whose seed is fixed. */
function shuffle(count) {
  const order = Uint32Array.from({ length: count }, (_, number) => number);
  let state = 2463534242;
  for (let last = count - 1; last > 0; last--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const chosen = (state >>> 0) % (last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}
