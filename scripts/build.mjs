/**
 * Builds `dist/` from `src/` and `schemas/`.
 *
 *     node scripts/build.mjs               always
 *     node scripts/build.mjs --if-stale    only when a source is newer than the last build
 *     node scripts/build.mjs --alone       and removes every earlier build, for a package
 *
 *     dist/program.cjs      names the current build: exports.folder, exports.load()
 *     dist/index.js         the library of that build
 *     dist/index.d.ts       its declarations, all in one file
 *     dist/custody-verify.html      the page that verifies evidence in a browser
 *     dist/custody-serve.js         its script when custody serve delivers it
 *     dist/3f1c0a9b72de/    one build, named by its contents: the program in parts, the library, the threads, the schemas of members;
 *                           and, unless `--alone`, code that this engine compiled of the parts (scripts/code-cache.mjs)
 *
 * A build is complete before it becomes the current one, so an interrupted build leaves the last one in place, and of two builds at the
 * same time one remains. Earlier builds are kept for a day: a program that still runs loads its remaining parts from them.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

if (process.argv.includes('--if-stale') && !isStale()) process.exit();

// Loaded only for a build: half a second.
const { build } = await import('rolldown');
const { dts } = await import('rolldown-plugin-dts');
const { writeCodeCache } = await import('./code-cache.mjs');
const { memberSchemasSource } = await import('./member-schemas.mjs');
const { buildPage, buildServedScript } = await import('./page.mjs');

const PROGRAM = 'src/cli/main.ts';
const LIBRARY = 'src/index.ts';
const PAGE = 'custody-verify.html';
const SERVED = 'custody-serve.js';
/** The entry files of threads and processes, by the name that is passed to `builtFile`. */
const WORKERS = {
  'hash-worker': 'src/hashing/worker.ts',
  'beside-worker': 'src/hashing/beside/worker.ts',
  'look-worker': 'src/lock/ops/cache/worker.ts',
  'fingerprint-worker': 'src/fingerprint/ops/worker.ts',
  'supervised-process': 'src/threads/process.ts',
};
/** Small, pure and without dependencies: bundled with the program, which is faster than resolving it at every start. */
const BUILT_IN = ['@scure/base'];

/**
 * At a start, every file that is opened costs 0.2 ms and every 30 KB of code a millisecond. So the code that all commands need is one part,
 * the code that many of them need for the machine and the command line is a second one, the most frequent commands have one part each,
 * and so has each further kind of evidence. A run with a record also reads every file to hash the program, so there are not many. What
 * imports packages (`xml`) is apart, because it cannot be compiled in advance.
 */
const PARTS = {
  groups: [
    {
      name: 'start',
      test: /\/src\/(cli\/(main|options|expect|fingerprint\/options|custody\/(signature-options|sign-form)|key\/signer-options)|lock\/strength)\.ts$/,
      priority: 3,
    },
    { name: 'machine', test: /\/src\/((core|disk|hashing|installation)\/|cli\/(?!tools)[^/]+$)/, minShareCount: 6, priority: 2 },
    { name: 'walk', test: /\/src\/stream\/ops\/scan-root\.ts$/, priority: 2 },
    { name: 'stream', test: /\/src\/(stream|cli\/hash)\/(?!ops\/hash-objects|table)/, priority: 2 },
    { name: 'lockfile', test: /\/src\/lock\/ops\/open\.ts$/, priority: 1 },
    { name: 'pack', test: /\/src\/cli\/pack\/verify\.ts$/, priority: 1 },
    { name: 'lock', test: /\/src\/cli\/lock\/verify\.ts$/, priority: 1 },
    { name: 'bundle', test: /\/src\/replay\/bundle\.ts$/, priority: 1 },
    { name: 'front', test: /\/src\/(cli\/custody\/(verify|verdict-exit|render-text)|evidence\/ops\/lock)\.ts$/, priority: 0 },
    { name: 'ledger', test: /\/src\/witness\/(create|ops\/(append|program-hash))\.ts$/, priority: 1 },
    { name: 'xml', test: /\/src\/codecs\/(xml\/|zip\/names)/, priority: 2 },
    { name: 'zip', test: /\/src\/codecs\/zip\//, priority: 1 },
    { name: 'yaml', test: /\/src\/codecs\/yaml\//, priority: 1 },
    // Without what makes signatures: agents, programs that sign, private keys in other forms.
    {
      name: 'keys',
      test: /\/src\/keys\/(?!private\/|signers\/|certificate|describe|find-key|passphrase|signer|user-keys)/,
      priority: 2,
    },
    { name: 'signers', test: /\/src\/keys\//, priority: 1 },
    { name: 'processes', test: /\/src\/threads\/process-group\.ts$/, priority: 2 },
    // Without what speaks to a server.
    { name: 'objects', test: /\/src\/store\/(tree\/|folder\/url|bad-settings)/, priority: 2 },
    { name: 'store', test: /\/src\/store\//, priority: 1 },
    ...['chain', 'replay', 'stack'].map((room) => ({
      name: room,
      test: new RegExp(`/src/(cli/)?${room}/`),
      priority: 0,
    })),
  ],
};
const DAY_MS = 86_400_000;
const isAlone = process.argv.includes('--alone');

await rebuild();

async function rebuild() {
  removeLeftovers();
  const staging = join(root, `dist.staging-${process.pid}`);
  const made = join(staging, 'build');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  try {
    // All steps must have ended before the staging folder is removed, else the slowest one would write to it again.
    const steps = await Promise.allSettled([
      bundle(made),
      bundleMemberSchemas(made, 'open'),
      bundleMemberSchemas(made, 'full'),
      declare(staging),
      writePage(staging),
    ]);
    const failed = steps.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    await putInPlace(staging, made);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The program is CommonJS: on Node 20 the same parts as ES modules take 10 ms more to start. */
async function bundle(folder) {
  const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const home = repository.url.replace(/^git\+|\.git$/g, '');
  const options = {
    cwd: root,
    platform: 'node',
    tsconfig: false,
    external: isPackage,
    resolve: { conditionNames: ['custody-source'] },
    transform: { target: 'node20', define: { CUSTODY_VERSION: JSON.stringify(version), CUSTODY_REPOSITORY: JSON.stringify(home) } },
    checks: { ineffectiveDynamicImport: false },
  };
  // Short names: `pack verify` of one member takes 5 % less. The library keeps its own, for the stack traces of other programs.
  const written = { minify: true, comments: false, strict: true };
  const readable = { minify: { compress: false, mangle: false, codegen: true } };
  await Promise.all([
    build({
      ...options,
      input: { main: PROGRAM },
      output: { ...written, dir: folder, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs', codeSplitting: PARTS },
    }),
    // In parts as well: a thread loads only the parsers that its file needs.
    ...Object.entries(WORKERS).map(([name, input]) =>
      build({
        ...options,
        input: { [name]: input },
        output: { ...written, dir: folder, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: `${name}-[name].cjs` },
      }),
    ),
    build({
      ...options,
      input: LIBRARY,
      output: { ...written, ...readable, codeSplitting: false, file: join(folder, 'index.js'), format: 'esm' },
    }),
  ]);
}

function isPackage(id) {
  return !/^[./#]/.test(id) && !BUILT_IN.includes(id);
}

/** Not in the folder of the build: it is no part of the program, whose files are hashed for the ledger. */
async function writePage(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [page, served] = await Promise.all([buildPage(root, { version }), buildServedScript(root, { version })]);
  writeFileSync(join(folder, PAGE), page);
  writeFileSync(join(folder, SERVED), served);
}

async function bundleMemberSchemas(folder, depth) {
  const source = join(folder, '..', `member-schemas-${depth}.cjs`);
  writeFileSync(source, memberSchemasSource(root, depth));
  await build({
    cwd: root,
    input: source,
    platform: 'node',
    tsconfig: false,
    output: { file: join(folder, `member-schemas-${depth}.cjs`), format: 'cjs', minify: true },
  });
}

/**
 * TypeScript writes a declaration for every source file. Those of the library are bundled into one file, without declarations that it does
 * not export.
 */
async function declare(folder) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const types = join(folder, 'types');
  await promisify(execFile)(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', types]).catch((error) => {
    throw new Error(`declarations: ${error.stdout || error.message}`);
  });
  await build({
    cwd: root,
    input: join(types, 'index.d.ts'),
    platform: 'node',
    tsconfig: false,
    external: isPackage,
    plugins: [ownImports(types), dts({ dtsInput: true, tsconfig: false })],
    output: { dir: folder, format: 'esm' },
  });
}

/** `#lock/member` is the declaration of `src/lock/member.ts`. */
function ownImports(types) {
  return { name: 'own-imports', resolveId: (id) => (id.startsWith('#') ? join(types, `${id.slice(1)}.d.ts`) : null) };
}

/** Naming the build is the last step: the named build is the one that runs. */
async function putInPlace(staging, made) {
  const id = contentsId(made);
  mkdirSync(dist, { recursive: true });
  moveFolder(made, join(dist, id));
  if (!isAlone) await writeCodeCache(join(dist, id), { examples: join(root, 'examples'), work: join(staging, 'work') });
  writeFileSync(join(staging, 'index.js'), `export * from './${id}/index.js';\n`);
  writeFileSync(
    join(staging, 'program.cjs'),
    `exports.folder = __dirname + '/${id}';\nexports.load = () => require('./${id}/main.cjs');\n`,
  );
  const names = ['index.d.ts', 'index.js', PAGE, SERVED, 'program.cjs'].filter((name) => existsSync(join(staging, name)));
  for (const name of names) renameSync(join(staging, name), join(dist, name));
  removeOthers([id, ...names]);
}

/** A build with the same contents may exist already: then its day begins again. */
function moveFolder(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    utimesSync(to, new Date(), new Date());
  }
}

function contentsId(folder) {
  const hasher = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    hasher.update(`${name}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest(),
    );
  return hasher.digest('hex').slice(0, 12);
}

function removeOthers(kept) {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (!kept.includes(name) && (isAlone || ageMs(path) > DAY_MS)) rmSync(path, { recursive: true, force: true });
  }
}

/** Another build may have removed it in the meantime. */
function ageMs(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

/** Removes the folders of killed builds; a build that still runs keeps its folder. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    const pid = Number(/^dist\.staging-(\d+)$/.exec(name)?.[1]);
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
  const built = join(dist, 'program.cjs');
  if (!existsSync(built)) return true;
  const then = statSync(built).mtimeMs;
  const inputs = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => join(root, name));
  const sources = ['src', 'bin', 'schemas', 'scripts'].flatMap((folder) => {
    return readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name));
  });
  return [...inputs, ...sources].some((path) => statSync(path).mtimeMs > then);
}
