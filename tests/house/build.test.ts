import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMany, LONG_TIMEOUT } from '../helpers/trials.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'build-'));
const dist = join(copy, 'dist');
const buildIn = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['scripts/build.mjs', ...args], { cwd: copy, env });
const build = (...args: readonly string[]): Promise<unknown> => buildIn(process.env, ...args);
/** Of somebody else. */
const OTHER = { ...process.env, TMPDIR: join(copy, 'none'), SOURCE_DATE_EPOCH: 'none', NODE_OPTIONS: '--max-old-space-size=3000' };
const built = (): number => statSync(join(dist, 'program.cjs')).mtimeMs;

/** Builds because that source is newer, and not before. */
async function buildIfStale(source: string, ...args: readonly string[]): Promise<void> {
  const before = built();
  await build('--if-stale');
  expect(built()).toBe(before);
  appendFileSync(join(copy, source), '\n');
  await build('--if-stale', ...args);
  expect(built()).toBeGreaterThan(before);
}
const contents = (folder = dist): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
/** The folder of the build that runs. */
const current = (): string => {
  const told = "console.log(require('./dist/program.cjs').folder)";
  return execFileSync(process.execPath, ['-e', told], { cwd: copy, encoding: 'utf8' }).trim();
};
const lock = (...args: readonly string[]) =>
  spawnSync(join(copy, 'bin/lock'), args, { cwd: copy, encoding: 'utf8', env: { ...process.env, HOME: copy } });

/** The program that is tried has six small files and one schema: which sources are built, and what stays of earlier builds, is the same for it. */
function writeSmallProgram(): void {
  for (const name of [
    'cli/main',
    'index',
    'hashing/worker',
    'hashing/beside/worker',
    'fingerprint/ops/worker',
    'lock/ops/cache/worker',
    'threads/process',
  ]) {
    mkdirSync(dirname(join(copy, 'src', name)), { recursive: true });
    writeFileSync(
      join(copy, `src/${name}.ts`),
      `export const main = async (): Promise<void> => console.log(CUSTODY_VERSION, '${name}');\n`,
    );
  }
  cpSync(join(root, 'src/viewer/page/shell.html'), join(copy, 'src/viewer/page/shell.html'), { recursive: true });
  for (const name of ['engine/hash-script.ts', 'engine/worker.ts', 'page/main.tsx', 'page/served/main.tsx', 'page/style.css']) {
    mkdirSync(dirname(join(copy, 'src/viewer', name)), { recursive: true });
    writeFileSync(join(copy, 'src/viewer', name), '\n');
  }
  writeFileSync(join(copy, 'src/version.d.ts'), 'declare const CUSTODY_VERSION: string;\n');
  const members = join(copy, 'schemas/members');
  for (const name of readdirSync(members)) if (!name.startsWith('rvl.v0.')) rmSync(join(members, name));
}

beforeAll(() => {
  for (const name of ['bin', 'scripts', 'schemas', 'examples', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('the last build', () => {
  beforeAll(() => cpSync(join(root, 'dist'), dist, { recursive: true }));
  afterAll(() => rmSync(dist, { recursive: true }));

  it('runs from any folder', () => {
    expect(lock('--version').stdout).toMatch(/^lock \d/);
  });

  it('has a program and threads that are strict, as modules are', () => {
    const folder = current();
    const parts = readdirSync(folder).filter((name) => name.endsWith('.cjs') && !name.startsWith('member-schemas'));
    expect(parts.length).toBeGreaterThan(50);
    const isStrict = (name: string): boolean => /^(['"])use strict\1;/.test(readFileSync(join(folder, name), 'utf8'));
    expect(parts.filter((name) => !isStrict(name))).toEqual([]);
  });

  it('has a thread of fingerprint that loads a parser only with the part that needs it', () => {
    const folder = current();
    const loading = (name: string): readonly string[] =>
      readdirSync(folder).filter(
        (part) => part.startsWith('fingerprint-worker') && readFileSync(join(folder, part), 'utf8').includes(`"${name}"`),
      );
    for (const name of ['markdown-it', 'parse5', 're2js']) {
      expect(loading(name)).toHaveLength(1);
      expect(loading(name)).not.toContain('fingerprint-worker.cjs');
    }
  });

  it('says so when it is not all there', () => {
    const part = join(current(), 'start.cjs');
    const whole = readFileSync(part);
    truncateSync(part, 1000);
    const { status, stderr } = lock('--version');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^lock: cannot run, install it again: [^\n]+\n$/)]);
    writeFileSync(part, whole);
  });

  it('has in the schemas of members all that they need', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alone-'));
    const judge =
      "const { 'verify.v0': f } = require('./member-schemas-full.cjs'); console.log(f({ version: 'verify.v0', outcome: 'PASS' }))";
    cpSync(join(current(), 'member-schemas-full.cjs'), join(folder, 'member-schemas-full.cjs'));
    expect(execFileSync(process.execPath, ['-e', judge], { cwd: folder, encoding: 'utf8' })).toBe('true\n');
    rmSync(folder, { recursive: true });
  });
});

describe('scripts/build.mjs', () => {
  /** Every night of the whole program, which has many more parts. */
  beforeAll(() => (isMany ? cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true }) : writeSmallProgram()));

  it('leaves one complete build when it runs twice at once, the same whoever builds; what a killed build left is removed, and nothing of one that runs', async () => {
    const [dead, alive] = [spawnSync('true').pid, process.pid].map((pid) => join(copy, `dist.staging-${pid}`)) as [string, string];
    mkdirSync(dead);
    mkdirSync(alive);
    await Promise.all([build(), buildIn(OTHER)]);
    expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
    rmSync(alive, { recursive: true });
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
    // A build is named by its bytes.
    const [builds, files] = [/^[0-9a-f]{12}$/, /\./].map((form) => readdirSync(dist).filter((name) => form.test(name)));
    expect(builds).toHaveLength(1);
    expect(files?.sort()).toEqual(['custody-serve.js', 'custody-verify.html', 'index.d.ts', 'index.js', 'program.cjs']);
    expect(contents(current())).toEqual(
      expect.arrayContaining([
        'fingerprint-worker.cjs',
        'hash-worker.cjs',
        'index.js',
        'main.cjs',
        'member-schemas-full.cjs',
        'member-schemas-open.cjs',
      ]),
    );
  });
});

describe('scripts/build.mjs of a small program', () => {
  beforeAll(async () => {
    if (!isMany) return;
    for (const folder of [join(copy, 'src'), dist]) rmSync(folder, { recursive: true });
    writeSmallProgram();
    await build();
  }, LONG_TIMEOUT.timeout);

  it('--if-stale builds when a program that starts is newer: the same bytes again', async () => {
    const bytes = (): unknown =>
      contents().map((name) => [name, statSync(join(dist, name)).isFile() ? readFileSync(join(dist, name), 'latin1') : '']);
    const before = bytes();
    await buildIfStale('bin/start.cjs');
    expect(bytes()).toEqual(before);
  });

  it('--if-stale builds when a source or a schema is newer, and keeps an earlier build for a day, so that a program goes on with its own parts', async () => {
    const [earlier, old] = [current(), join(dist, '000000000000')];
    const parts = contents(earlier);
    mkdirSync(old);
    utimesSync(old, 0, 0);
    const manifest = join(copy, 'package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "9.9.9"'));
    utimesSync(manifest, 0, 0);
    await buildIfStale('src/cli/main.ts');
    expect(current()).not.toBe(earlier);
    expect([contents(earlier), existsSync(old)]).toEqual([parts, false]);
    await buildIfStale('schemas/members/rvl.v0.json', '--alone');
    expect([existsSync(earlier), existsSync(current())]).toEqual([false, true]);
  });

  it('keeps the last build when a source is broken, and leaves no staging behind', async () => {
    const before = contents();
    writeFileSync(join(copy, 'src/cli/main.ts'), 'export const main = ;');
    await expect(build()).rejects.toThrow('main.ts');
    expect(contents()).toEqual(before);
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
});
