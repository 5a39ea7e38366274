/**
 * Where a file lies that is made when the program is built: beside the program; from the sources (in tests) the built one is used.
 *
 *     builtFile('hash-worker')      '/usr/lib/node_modules/custody/dist/hash-worker.cjs'
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `name` without its ending. */
export function builtFile(name: string): string {
  const places = [`./${name}.cjs`, `../${name}.cjs`, `../../dist/${name}.cjs`];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} is not built: run npm ci`);
  return found;
}
