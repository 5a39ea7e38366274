/**
 * Where a file lies that is made when the program is built: beside the program; from the sources (in tests) the built one is used.
 *
 *     builtFile('hash-worker')      '/usr/lib/node_modules/custody/dist/hash-worker.cjs'
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#core/refusal';

/** `name` without its ending. */
export function builtFile(name: string): string {
  const places = [`./${name}.cjs`, `../${name}.cjs`, `../../dist/${name}.cjs`];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((place) => existsSync(place));
  if (found === undefined) {
    const advice = 'run npm ci; where the library is bundled, leave custody out of the bundle (esbuild --external:custody)';
    throw new Refusal('E_IO', `${name}.cjs does not lie beside the program: ${advice}`, { file: `${name}.cjs` });
  }
  return found;
}
