/**
 * The version of this program, and the locations of its files.
 *
 *     version                       '0.1.0'
 *     packageRoot()                 '/usr/lib/node_modules/custody', which contains `schemas/` and `package.json`
 *     builtFile('hash-worker')      '/usr/lib/node_modules/custody/dist/3f1c0a9b72de/hash-worker.cjs'
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#core/refusal';

declare const CUSTODY_VERSION: string;

/** The build and the test runner insert it from `package.json`. */
export const version: string = CUSTODY_VERSION;

/** The same from every folder of the build and of the sources. */
export function packageRoot(): string {
  let folder = ownFolder();
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** The page that verifies evidence in a browser; the build makes it. */
export function pageFile(): string {
  return join(packageRoot(), 'dist', 'custody-verify.html');
}

/** The script of the page that `custody serve` delivers. */
export function servedScriptFile(): string {
  return join(packageRoot(), 'dist', 'custody-serve.js');
}

/**
 * A file that the build creates in the folder of the calling part of the program; `name` has no extension. Sources, in tests, use the last
 * build.
 */
export function builtFile(name: string): string {
  const found = [ownFolder, lastBuild].map((folder) => join(folder(), `${name}.cjs`)).find((file) => existsSync(file));
  if (found === undefined) {
    const advice = 'run npm ci; where the library is bundled, leave custody out of the bundle (esbuild --external:custody)';
    throw new Refusal('E_IO', `${name}.cjs is not next to the program: ${advice}`, { file: `${name}.cjs` });
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
