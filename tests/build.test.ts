import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'build-'));
const build = (...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['scripts/build.mjs', ...args], { cwd: copy });
/** The parts of the program, by name. */
function parts(): readonly (readonly [string, string])[] {
  const read = (name: string): string => readFileSync(join(copy, 'dist', name), 'latin1');
  const places = Object.entries(JSON.parse(read('program.js.json')) as Record<string, [number, number]>);
  return places.map(([name, [start, end]]) => [name, read('program.js').slice(start, end)]);
}
const contents = (): readonly string[] => readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' }).sort();

beforeAll(() => {
  for (const name of ['src', 'bin', 'scripts', 'schemas', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('scripts/build.mjs', () => {
  it('removes what a killed build left, and nothing of one that runs', async () => {
    const [dead, alive] = [spawnSync('true').pid, process.pid].map((pid) => join(copy, `dist.staging-${pid}`)) as [string, string];
    mkdirSync(dead);
    mkdirSync(alive);
    await build();
    expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
    rmSync(alive, { recursive: true });
  });

  it('leaves one whole build when it runs twice at once', async () => {
    await Promise.all([build(), build()]);
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
    expect(contents()).toEqual(
      expect.arrayContaining([
        'program.js',
        'program.cache',
        'hash-worker.cjs',
        'member-schemas-open.cjs',
        'member-schemas-full.cjs',
        join('types', 'core', 'refusal.d.ts'),
      ]),
    );
    expect(execFileSync(join(copy, 'bin/lock'), ['--version'], { encoding: 'utf8' })).toMatch(/^lock \d/);
  });

  it('makes the program and its threads strict, as modules are', () => {
    const threads = readdirSync(join(copy, 'dist')).filter((name) => name.endsWith('.cjs'));
    const texts = new Map([...parts(), ...threads.map((name) => [name, readFileSync(join(copy, 'dist', name), 'utf8')] as const)]);
    expect(texts.size).toBeGreaterThan(100);
    expect([...texts].filter(([, text]) => !/^(['"])use strict\1;/.test(text)).map(([name]) => name)).toEqual([]);
  });

  it('writes what the engine takes instead of compiling it, and nothing of where or when it was built', () => {
    const rejected = `require('./bin/load.cjs')('${join(copy, 'dist')}', (name, script) => console.log(script.cachedDataRejected))`;
    const told = (...flags: readonly string[]): string =>
      execFileSync(process.execPath, [...flags, '-e', rejected], { cwd: copy, encoding: 'utf8' });
    expect(new Set(told().trim().split('\n'))).toEqual(new Set(['false']));
    expect(told('--no-flush-bytecode')).toContain('true');
    expect(readFileSync(join(copy, 'dist/program.cache'), 'latin1')).not.toContain(copy);
  });

  it('makes a program that runs as well without what the engine had compiled', () => {
    const [cache, aside] = [join(copy, 'dist/program.cache'), join(copy, 'aside')];
    const run = (...flags: readonly string[]): string =>
      execFileSync(process.execPath, [...flags, 'bin/pack', '--help'], { cwd: copy, encoding: 'utf8' });
    const help = run();
    expect(run('--no-flush-bytecode')).toBe(help);
    renameSync(cache, aside);
    expect(run()).toBe(help);
    renameSync(aside, cache);
  });

  it('makes a program that says so when it is not all there', () => {
    const program = join(copy, 'dist/program.js');
    const whole = readFileSync(program);
    truncateSync(program, 1000);
    const { status, stderr } = spawnSync(join(copy, 'bin/lock'), ['--version'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: `lock: cannot run: ${program} is cut short; run npm ci\n` });
    writeFileSync(program, whole);
  });

  it('builds the same bytes again', async () => {
    const before = contents().map((name) => [
      name,
      statSync(join(copy, 'dist', name)).isFile() ? readFileSync(join(copy, 'dist', name), 'utf8') : '',
    ]);
    await build();
    const after = contents().map((name) => [
      name,
      statSync(join(copy, 'dist', name)).isFile() ? readFileSync(join(copy, 'dist', name), 'utf8') : '',
    ]);
    expect(after).toEqual(before);
  });

  it.each(['src/cli/run.ts', 'schemas/members/rvl.v0.json'])('--if-stale builds only when a source is newer: %s', async (source) => {
    const built = (): number => statSync(join(copy, 'dist', 'program.js')).mtimeMs;
    const before = built();
    await build('--if-stale');
    expect(built()).toBe(before);
    appendFileSync(join(copy, source), '\n');
    await build('--if-stale');
    expect(built()).toBeGreaterThan(before);
  });

  it('puts into the schemas of members all that they need', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alone-'));
    const judge =
      "const { 'verify.v0': f } = require('./member-schemas-full.cjs'); console.log(f({ version: 'verify.v0', outcome: 'PASS' }))";
    cpSync(join(copy, 'dist/member-schemas-full.cjs'), join(folder, 'member-schemas-full.cjs'));
    expect(execFileSync(process.execPath, ['-e', judge], { cwd: folder, encoding: 'utf8' })).toBe('true\n');
    rmSync(folder, { recursive: true });
  });

  it('keeps the last build when a source is broken, and leaves no staging behind', async () => {
    const before = contents();
    writeFileSync(join(copy, 'src/cli/run.ts'), 'export const run = ;');
    await expect(build()).rejects.toThrow('run.ts');
    expect(contents()).toEqual(before);
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('gives consumers declarations that resolve', () => {
    const consumer = join(copy, 'consumer.ts');
    const [name] = existsSync(join(root, 'src/index.ts')) ? ['index'] : ['cli/run'];
    writeFileSync(consumer, `import type * as custody from './dist/types/${name}.d.ts';\nexport type Names = keyof typeof custody;\n`);
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      'false',
      '--types',
      'node',
      consumer,
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(() => execFileSync(process.execPath, [tsc, '--ignoreConfig', ...flags], { cwd: copy, stdio: 'pipe' })).not.toThrow();
  });
});
