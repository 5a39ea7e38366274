/**
 * Many pieces in one file, and beside it where each begins and ends: opening a file for each would cost a start more than reading it.
 *
 *     writeTogether('dist/program.js', { 'main.cjs': bytes, 'chunk-2FOS5ZW5.cjs': bytes })
 *     program.js.json      {"main.cjs":[0,5120],"chunk-2FOS5ZW5.cjs":[5120,18677]}
 */
import { writeFileSync } from 'node:fs';

export function writeTogether(path, pieces) {
  const places = {};
  let end = 0;
  for (const [name, { length }] of Object.entries(pieces)) places[name] = [end, (end += length)];
  writeFileSync(path, Buffer.concat(Object.values(pieces)));
  writeFileSync(`${path}.json`, JSON.stringify(places));
}
