/**
 * Writes the cache beside a built program: what the engine compiled of it while it ran the commands that are run most. The same engine takes
 * it at a start instead of compiling that again.
 *
 *     await writeCodeCache('/custody/dist')
 */
import { execFile } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeTogether } from './together.mjs';

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));
const load = createRequire(import.meta.url)('../bin/load.cjs');

/** With a seed of its own in each run, the engine would write the same code in another order each time. */
const SAME_EACH_TIME = ['--hash-seed=1', '--no-flush-bytecode'];
/** In the head of a cache: what flags it was made with. Code does not depend on these two. */
const FLAGS = [12, 16];

/**
 * By a process of its own, because all that a process has compiled would be in it; no variable of whoever builds says what that is. Where the
 * program cannot run, without a native module for the machine for one, there is none, which is no reason to have no program.
 */
export async function writeCodeCache(dist) {
  const work = join(dirname(dist), 'typical');
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const env = { PATH, LD_LIBRARY_PATH, HOME: work, TMPDIR: work, EPISTEMIC_WITNESS: join(work, 'witness.jsonl') };
  const node = async (...words) => (await promisify(execFile)(process.execPath, words, { env })).stdout.trim();
  const flags = await node('-p', `new vm.Script('').createCachedData().toString('hex', ${FLAGS.join(', ')})`);
  mkdirSync(join(work, 'data'), { recursive: true });
  try {
    await node(...SAME_EACH_TIME, fileURLToPath(import.meta.url), dist, work, flags);
  } catch (error) {
    console.error(`build: nothing is compiled beforehand, so every start takes longer: ${error.stderr || error.message}`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function writeOwnCache(dist, work, flags) {
  const scripts = new Map();
  const { main } = load(dist, (name, script) => scripts.set(name, script));
  await runTypical(main, work);
  const codes = [...scripts].map(([name, script]) => {
    const code = script.createCachedData();
    code.write(flags, FLAGS[0], 'hex');
    return [name, code];
  });
  writeTogether(join(dist, load.CACHE), Object.fromEntries(codes));
}

async function runTypical(main, work) {
  process.chdir(work);
  cpSync(EXAMPLES, 'examples', { recursive: true });
  for (const name of ['a', 'b', 'c']) writeFileSync(`data/${name}.csv`, `id,name\n1,${name}\n`);
  for (const line of commands()) await run(main, line);
}

/** As in a shell: what is read, what is run, what is written. */
function commands() {
  const zone = 'examples/stack/zones/harbour/zone.yaml';
  const spaces = '--project examples/chain/project --user-space examples/chain/user --system-space examples/chain/system';
  return [
    ['/dev/null', 'vacuum data', 'files'],
    ['files', 'hashbytes', 'hashes'],
    ['hashes', 'fingerprint --fp csv.v0', 'prints'],
    ['prints', 'lock --dataset-id typical --note a', 'typical.lock.json'],
    ['/dev/null', 'lock verify typical.lock.json --root data', 'seen'],
    ['/dev/null', 'pack seal typical.lock.json data --output pack --no-sync', 'seen'],
    ['/dev/null', 'pack verify pack', 'seen'],
    ['/dev/null', 'pack verify pack --json', 'seen'],
    ['/dev/null', 'pack push pack --store file:store', 'seen'],
    ['/dev/null', 'pack diff pack pack', 'seen'],
    ['/dev/null', `custody stack lock ${zone} --out typical.lock --created 2026-06-01T00:00:00Z --no-sync`, 'seen'],
    ['/dev/null', `custody stack verify typical.lock --root examples/stack --zone ${zone}`, 'seen'],
    ['/dev/null', `custody chain lock report/rows ${spaces} --no-sync`, 'seen'],
    ['/dev/null', `custody chain verify --all --frozen ${spaces}`, 'seen'],
    ['/dev/null', 'custody replay verify --all examples/replay/fixtures', 'seen'],
    ['/dev/null', 'pack --help', 'seen'],
    ['/dev/null', 'lock --version', 'seen'],
  ];
}

/** The program has the descriptors 0 and 1 and nothing else; each is free when it is opened, so it is the one that is given. */
async function run(main, [input, line, output]) {
  const [name, ...words] = line.split(' ');
  process.argv = [process.argv[0], name, ...words];
  for (const [descriptor, path, flags] of [
    [0, input, 'r'],
    [1, output, 'w'],
  ]) {
    closeSync(descriptor);
    if (openSync(path, flags) !== descriptor) throw new Error(`descriptor ${descriptor} is not free`);
  }
  await main(name);
  if (process.exitCode !== 0) throw new Error(`${line}: exit ${process.exitCode}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeOwnCache(...process.argv.slice(2));
