/**
 * Where a file lies that is made when the program is built: beside the part of the program that asks. The sources (in tests) use the last build.
 *
 *     builtFile('hash-worker')      '/usr/lib/node_modules/custody/dist/3f1c0a9b72de/hash-worker.cjs'
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#core/refusal';

/** `name` without its ending. */
export function builtFile(name: string): string {
  const found = [ownFolder, lastBuild].map((folder) => join(folder(), `${name}.cjs`)).find((file) => existsSync(file));
  if (found === undefined) {
    const advice = 'run npm ci; where the library is bundled, leave custody out of the bundle (esbuild --external:custody)';
    throw new Refusal('E_IO', `${name}.cjs does not lie beside the program: ${advice}`, { file: `${name}.cjs` });
  }
  return found;
}

function ownFolder(): string {
  return dirname(fileURLToPath(import.meta.url));
}

function lastBuild(): string {
  try {
    return (createRequire(import.meta.url)('../../dist/program.cjs') as { folder: string }).folder;
  } catch {
    return '';
  }
}
