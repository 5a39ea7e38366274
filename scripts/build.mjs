/**
 * Builds `dist/` from `src/`: the program, the library, the hashing worker, and the declarations.
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
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
/** Help, descriptions and completions start without the engine. */
const withoutEngine = /^src\/cli\/((usage|describe|schema|output|complete)\.ts|completion\/|custody\/)/;

if (!process.argv.includes('--if-stale') || isStale()) await rebuild();

async function rebuild() {
  removeLeftovers();
  const staging = join(root, `dist.staging-${process.pid}`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  try {
    // Both must have ended before the staging folder goes, else the slower one fills it again.
    const failed = (await Promise.allSettled([bundle(staging), declare(staging)])).find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    swap(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function bundle(outdir) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const options = {
    absWorkingDir: root,
    outdir,
    entryNames: '[name]',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['custody-source'],
    packages: 'external',
    define: { CUSTODY_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    logLevel: 'warning',
  };
  const library = ['src/index.ts'].filter((entry) => existsSync(join(root, entry)));
  await Promise.all([bundleProgram(options), build({ ...options, entryPoints: library }), bundleWorker(options)]);
}

/** A worker starts a fifth faster as CommonJS, which knows its own place by `__filename`. */
async function bundleWorker(options) {
  await build({
    ...options,
    entryPoints: ['src/io/hash-worker.ts'],
    splitting: false,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { ...options.define, 'import.meta.url': '__filename' },
  });
}

/**
 * A start costs by the number of files it opens, so the program is three parts: the frame that every run needs, the engine with every
 * command, and small lazy parts for what needs no engine. esbuild makes one chunk of the modules that the same entries reach; so each
 * lazy import goes through a stub that reaches the whole frame, or the whole engine as well.
 */
async function bundleProgram(options) {
  const program = { ...options, entryPoints: ['src/cli/main.ts'] };
  const { metafile } = await build({ ...program, metafile: true, write: false });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const lazy = new Set(imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path));
  const importing = (paths) => paths.map((path) => `import ${JSON.stringify(join(root, path))};`).join('\n');
  const frame = importing(['src/cli/run.ts']);
  const engine = importing([...lazy].filter((path) => !withoutEngine.test(path)).sort());
  const stubs = {
    name: 'stubs',
    setup(hooks) {
      hooks.onResolve({ filter: /^[.#]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'resolving') return undefined;
        const found = await hooks.resolve(path, { kind, importer, resolveDir, pluginData: 'resolving' });
        return { path: relative(root, found.path), namespace: 'stub' };
      });
      hooks.onLoad({ filter: /./, namespace: 'stub' }, ({ path }) => ({
        contents: `${frame}\n${withoutEngine.test(path) ? '' : engine}\nexport * from ${JSON.stringify(join(root, path))};`,
        resolveDir: root,
      }));
    },
  };
  await build({ ...program, plugins: [stubs] });
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
function swap(staging) {
  const aside = join(root, `dist.old-${process.pid}`);
  for (;;) {
    rmSync(aside, { recursive: true, force: true });
    try {
      renameSync(dist, aside);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    try {
      renameSync(staging, dist);
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
  const built = join(dist, 'main.js');
  if (!existsSync(built)) return true;
  const then = statSync(built).mtimeMs;
  const inputs = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/build.mjs'].map((name) => join(root, name));
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map((name) => join(root, 'src', name));
  return [...inputs, ...sources].some((path) => statSync(path).mtimeMs > then);
}
