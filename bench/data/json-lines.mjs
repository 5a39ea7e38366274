/** JSON lines with two items each, in one file. With `every` they are written otherwise, and one price in so many lines is another one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function makeJsonLines(root, { lines, every }) {
  mkdirSync(root, { recursive: true });
  const text = Array.from({ length: lines }, (_, line) => (every === 0 ? plainLine(line) : otherLine(line, line % every === 0 ? 1 : 0)));
  writeFileSync(join(root, 'orders.jsonl'), `${text.join('\n')}\n`);
}

function plainLine(line) {
  const [first, second] = itemsOf(line, 0);
  return `{"id":${line},"customer":"Customer ${line % 997}","status":"shipped","placed":"2026-03-${String(1 + (line % 28)).padStart(2, '0')}T10:00:00Z","items":[{"sku":"S-${first[0]}","price":${first[1]}},{"sku":"S-${second[0]}","price":${second[1]}}]}`;
}

function otherLine(line, more) {
  const [first, second] = itemsOf(line, more);
  return `{ "items": [{"price": ${first[1].toFixed(4)}, "sku": "S-${first[0]}"}, {"price": ${second[1].toFixed(4)}, "sku": "S-${second[0]}"}], "placed": "2026-03-${String(1 + (line % 28)).padStart(2, '0')}T10:00:00Z", "status": "shipped", "customer": "Customer ${line % 997}", "id": ${line} }`;
}

function itemsOf(line, more) {
  return [
    [line % 5003, (line % 900) / 4 + more],
    [line % 313, (line % 70) / 2],
  ];
}
