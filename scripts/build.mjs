/**
 * Builds `dist/` from `src/` and `schemas/`: the program, the library, the workers, the schemas of members, and the declarations.
 *
 *     node scripts/build.mjs               always
 *     node scripts/build.mjs --if-stale    only when a source is newer than the last build
 *
 * Everything is made in a staging folder beside `dist/` and swapped in at the end, so an interrupted build leaves the old one
 * and two builds at once leave one of the two, whole.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { writeCodeCache } from './code-cache.mjs';
import { memberSchemasSource } from './member-schemas.mjs';
import { writeTogether } from './together.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

/** What every module is and knows, in the words of CommonJS: it is strict, which must be said first, and has an address. */
const AS_MODULE = "'use strict';const ownAddress = require('node:url').pathToFileURL(__filename).href;";
/** Small, pure and without dependencies: read with the program, which is faster than looking for it at every start. */
const BUILT_IN = ['@scure/base'];
const SMALL = { minifyWhitespace: true, minifySyntax: true };

if (!process.argv.includes('--if-stale') || isStale()) await rebuild();

async function rebuild() {
  removeLeftovers();
  const staging = join(root, `dist.staging-${process.pid}`);
  const made = join(staging, 'dist');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  try {
    // Both must have ended before the staging folder goes, else the slower one fills it again.
    const failed = (await Promise.allSettled([bundle(made), declare(made)])).find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    swap(made);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function bundle(outdir) {
  const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const options = {
    absWorkingDir: root,
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    conditions: ['custody-source'],
    external: Object.keys(dependencies).filter((name) => !BUILT_IN.includes(name)),
    define: { CUSTODY_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    logLevel: 'warning',
  };
  await Promise.all([
    bundleProgram(options),
    bundleMemberSchemas(options, 'open'),
    bundleMemberSchemas(options, 'full'),
    build({ ...options, ...SMALL, entryPoints: ['src/index.ts'], format: 'esm' }),
  ]);
}

async function bundleMemberSchemas({ absWorkingDir, outdir, platform, target, logLevel }, depth) {
  await build({
    absWorkingDir,
    platform,
    target,
    logLevel,
    stdin: { contents: memberSchemasSource(root, depth), resolveDir: root },
    outfile: join(outdir, `member-schemas-${depth}.cjs`),
    bundle: true,
    format: 'cjs',
    minify: true,
  });
}

/** The program is parted, so that a start reads and runs no more than the command needs; `bin/load.cjs` puts it together again. */
async function bundleProgram(options) {
  const common = { ...options, outExtension: { '.js': '.cjs' }, define: { ...options.define, 'import.meta.url': 'ownAddress' } };
  const workers = { 'hash-worker': 'src/hashing/worker.ts', 'fingerprint-worker': 'src/fingerprint/ops/worker.ts' };
  const [parted] = await Promise.all([
    build({ ...common, entryPoints: ['src/cli/main.ts'], format: 'esm', splitting: true, chunkNames: '[name]-[hash]', write: false }),
    build({ ...common, ...SMALL, entryPoints: workers, format: 'cjs', banner: { js: AS_MODULE } }),
  ]);
  const parts = await Promise.all(parted.outputFiles.map(async ({ path, text }) => [basename(path), await asCommonJs(text)]));
  writeTogether(join(options.outdir, 'program.js'), Object.fromEntries(parts));
  await writeCodeCache(options.outdir);
}

/** Only modules can be parted, so they are parted first and translated then; what they import when it is asked for becomes a call. */
async function asCommonJs(text) {
  const required = text
    .replace(/\bimport\(("\.\/[^"]+\.cjs")\)/g, 'Promise.resolve().then(()=>require($1))')
    .replace(/\bimport\(("[^"]+")\)/g, 'importPackage($1)');
  const { code } = await transform(required, { format: 'cjs', platform: 'node', target: 'node20', ...SMALL });
  return Buffer.from(`'use strict';${code.replace(/[\u0080-\uffff]/g, escaped)}`);
}

/** What is left of other letters stands in regular expressions, where this is the same. */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

async function declare(outdir) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', join(outdir, 'types')]).catch(
    (error) => {
      throw new Error(`declarations: ${error.stdout || error.message}`);
    },
  );
}

/** A folder cannot replace a folder in one step: the old one steps aside first, again and again if another build was faster. */
function swap(made) {
  const aside = join(root, `dist.old-${process.pid}`);
  for (;;) {
    rmSync(aside, { recursive: true, force: true });
    try {
      renameSync(dist, aside);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    try {
      renameSync(made, dist);
      break;
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

/** What a killed build left; one that still runs keeps its folder. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    const pid = Number(/^dist\.(?:staging|old)-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function isStale() {
  const built = join(dist, 'program.js');
  if (!existsSync(built)) return true;
  const then = statSync(built).mtimeMs;
  const inputs = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => join(root, name));
  const sources = ['src', 'bin', 'schemas', 'scripts'].flatMap((folder) => {
    return readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name));
  });
  return [...inputs, ...sources].some((path) => statSync(path).mtimeMs > then);
}
