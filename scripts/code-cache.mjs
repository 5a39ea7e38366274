/**
 * Writes, next to the parts of a build, the code that the engine compiles of them while it runs the most frequent commands
 * (`bin/compiled.cjs` uses it).
 *
 *     await writeCodeCache('/custody/dist/3f1c0a9b72de', { examples: '/custody/examples', work: '/custody/dist.staging-1/work' })
 *
 * A process of its own runs the commands: the code would otherwise contain what the build has compiled, and depend on the environment of the
 * person who builds. Where the program cannot run, for example without a native module for this machine, there is no code, and every start takes
 * longer.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const { compiledBytes, compiledFile, useCompiledCode } = require('../bin/compiled.cjs');

const SPACES = '--project chain/project --user-space chain/user --system-space chain/system';
/** Run in a copy of `examples/`. Each exits with 0, and none reads standard input. */
const COMMANDS = [
  'lock --scan delivery --no-sync --output delivery.lock.json',
  'lock verify delivery.lock.json --root delivery',
  'lock verify delivery.lock.json --root delivery --json',
  'pack seal delivery.lock.json delivery --output pack --no-sync',
  'pack verify pack',
  'pack verify pack --json',
  'pack push pack --store file:store --no-sync',
  'pack diff pack pack',
  'vacuum delivery',
  'hashbytes scanned.jsonl',
  'fingerprint hashed.jsonl --fp csv.v0',
  'custody stack lock stack/zones/harbour/zone.yaml --out stack.lock --no-sync',
  'custody stack verify stack.lock --root stack --zone stack/zones/harbour/zone.yaml',
  `custody chain lock --all ${SPACES}`,
  `custody chain verify --all ${SPACES}`,
  'custody replay verify --all replay/fixtures',
  'custody witness verify',
  'custody --help',
];

/** For a part below this length, reading the code takes as long as compiling the part. */
const SHORT = 4096;

/** `work` does not exist yet, and is removed with the folder around it. */
export async function writeCodeCache(folder, { examples, work }) {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const env = { PATH, LD_LIBRARY_PATH, HOME: work, TMPDIR: work, EPISTEMIC_WITNESS: join(work, 'witness.jsonl') };
  try {
    cpSync(examples, work, { recursive: true });
    await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), folder], { cwd: work, env });
  } catch (error) {
    console.error(`build: no code is compiled in advance, so every start takes longer: ${error.stderr || error.message}`);
  }
}

async function writeOwnCode(folder) {
  writeRecords('delivery/tape/loans-2025-12.csv');
  const scripts = new Map();
  useCompiledCode(folder, (path, script) => scripts.set(path, script));
  const { main } = require(join(folder, 'main.cjs'));
  for (const line of COMMANDS) await run(main, line);
  for (const [path, script] of scripts) {
    const source = readFileSync(path);
    if (source.length < SHORT || source.includes('import(')) continue;
    const code = script.createCachedData();
    writeWhole(compiledFile(path), compiledBytes(source, code));
  }
}

/** The input of `hashbytes` and of `fingerprint`, which would otherwise come through a pipe. */
function writeRecords(file) {
  const { size, mtime } = statSync(file);
  const root = resolve('delivery');
  const scanned = {
    version: 'vacuum.v0',
    path: resolve(file),
    relative_path: relative(root, resolve(file)),
    root,
    size,
    mtime,
    tool_versions: {},
  };
  const bytesHash = `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
  writeFileSync('scanned.jsonl', `${JSON.stringify(scanned)}\n`);
  writeFileSync('hashed.jsonl', `${JSON.stringify({ ...scanned, version: 'hash.v0', hash_algorithm: 'sha256', bytes_hash: bytesHash })}\n`);
}

async function run(main, line) {
  const [tool, ...words] = line.split(' ');
  process.argv = [process.argv[0], tool, ...words];
  await main(tool);
  if (process.exitCode !== 0) throw new Error(`${line}: exit ${process.exitCode}`);
}

/** Whole or not at all: two builds may run at the same time. */
function writeWhole(path, bytes) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeOwnCode(process.argv[2]);
