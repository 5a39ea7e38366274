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
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'build-'));
const cache = join(copy, 'dist', `program.${process.version}-${process.platform}-${process.arch}.cache`);
const build = (...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['scripts/build.mjs', ...args], { cwd: copy });
/** Of each part that a start needs, whether the engine took what was compiled before; undefined where there was nothing. */
function rejected(...flags: readonly string[]): readonly string[] {
  const told = `require('./bin/load.cjs')('${join(copy, 'dist')}', (name, script) => console.log(script.cachedDataRejected))`;
  return execFileSync(process.execPath, [...flags, '-e', told], { cwd: copy, encoding: 'utf8' })
    .trim()
    .split('\n');
}
const help = (...flags: readonly string[]): string =>
  execFileSync(process.execPath, [...flags, 'bin/pack', '--help'], { cwd: copy, encoding: 'utf8' });
/** The parts of the program, by name. */
function parts(): readonly (readonly [string, string])[] {
  const read = (name: string): string => readFileSync(join(copy, 'dist', name), 'latin1');
  const places = Object.entries(JSON.parse(read('program.js.json')) as Record<string, [number, number]>);
  return places.map(([name, [start, end]]) => [name, read('program.js').slice(start, end)]);
}
const contents = (): readonly string[] => readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' }).sort();

beforeAll(() => {
  for (const name of ['src', 'bin', 'scripts', 'schemas', 'examples', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
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
        basename(cache),
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
    expect(new Set(rejected())).toEqual(new Set(['false']));
    expect(rejected('--no-flush-bytecode')).toContain('true');
    expect(readFileSync(cache, 'latin1')).not.toContain(copy);
  });

  it('makes a program that is all ASCII, also where it looks for other letters', () => {
    const [other] = parts().filter(([, text]) => /[\u0080-\u00ff]/.test(text));
    expect(other).toBeUndefined();
    expect(parts().some(([, text]) => text.includes('/^\\u2713/'))).toBe(true);
  });

  it('makes a program that takes nothing that was compiled for another engine', () => {
    const other = cache.replace(process.arch, 'another');
    for (const end of ['', '.json']) renameSync(`${cache}${end}`, `${other}${end}`);
    expect(new Set(rejected())).toEqual(new Set(['undefined']));
    for (const end of ['', '.json']) renameSync(`${other}${end}`, `${cache}${end}`);
  });

  it.each(['', '.json'])('makes a program that runs as well without what the engine had compiled, or with a part of it: cache%s', (end) => {
    const path = `${cache}${end}`;
    const whole = readFileSync(path);
    const expected = help();
    expect(help('--no-flush-bytecode')).toBe(expected);
    for (const length of [1000, 0]) {
      truncateSync(path, length);
      expect(help()).toBe(expected);
    }
    rmSync(path);
    expect(help()).toBe(expected);
    writeFileSync(path, whole);
  });

  it('makes a program that tells whoever asks that a part of it fails', async () => {
    const { writeTogether } = (await import(join(copy, 'scripts/together.mjs'))) as { writeTogether(path: string, pieces: object): void };
    const folder = mkdtempSync(join(tmpdir(), 'parts-'));
    const main = "exports.ask = () => { try { return require('./half.cjs') } catch (error) { return error.message } };";
    const half = "exports.one = 1; throw new Error('there is no more');";
    writeTogether(join(folder, 'program.js'), { 'main.cjs': Buffer.from(main), 'half.cjs': Buffer.from(half) });
    const asked = `const { ask } = require('./bin/load.cjs')('${folder}'); console.log(ask(), ask())`;
    expect(execFileSync(process.execPath, ['-e', asked], { cwd: copy, encoding: 'utf8' })).toBe('there is no more there is no more\n');
    rmSync(folder, { recursive: true });
  });

  it('makes a program that says so when it is not all there', () => {
    const program = join(copy, 'dist/program.js');
    const whole = readFileSync(program);
    truncateSync(program, 1000);
    const { status, stderr } = spawnSync(join(copy, 'bin/lock'), ['--version'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: `lock: cannot run: ${program} is cut short; run npm ci\n` });
    writeFileSync(program, whole);
  });

  it('builds the same bytes again, whoever builds', async () => {
    const bytes = (): unknown =>
      contents().map((name) => [name, statSync(join(copy, 'dist', name)).isFile() ? readFileSync(join(copy, 'dist', name), 'latin1') : '']);
    const before = bytes();
    const env = { ...process.env, TMPDIR: join(copy, 'none'), SOURCE_DATE_EPOCH: 'none', NODE_OPTIONS: '--max-old-space-size=3000' };
    await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: copy, env });
    expect(bytes()).toEqual(before);
  });

  it.each(['src/cli/run.ts', 'bin/load.cjs', 'schemas/members/rvl.v0.json'])(
    '--if-stale builds only when a source is newer: %s',
    async (source) => {
      const built = (): number => statSync(join(copy, 'dist', 'program.js')).mtimeMs;
      const before = built();
      await build('--if-stale');
      expect(built()).toBe(before);
      appendFileSync(join(copy, source), '\n');
      await build('--if-stale');
      expect(built()).toBeGreaterThan(before);
    },
  );

  it('puts into the schemas of members all that they need', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alone-'));
    const judge =
      "const { 'verify.v0': f } = require('./member-schemas-full.cjs'); console.log(f({ version: 'verify.v0', outcome: 'PASS' }))";
    cpSync(join(copy, 'dist/member-schemas-full.cjs'), join(folder, 'member-schemas-full.cjs'));
    expect(execFileSync(process.execPath, ['-e', judge], { cwd: folder, encoding: 'utf8' })).toBe('true\n');
    rmSync(folder, { recursive: true });
  });

  it('makes a program without compiled code, and says so, where the program cannot be run', async () => {
    const source = join(copy, 'src/cli/vacuum/run.ts');
    const whole = readFileSync(source);
    appendFileSync(source, "throw new Error('no such thing on this machine');\n");
    const { stderr } = (await build()) as { stderr: string };
    expect(stderr).toMatch(/^build: nothing is compiled beforehand[^]*no such thing on this machine/);
    expect(contents()).not.toContain(basename(cache));
    expect(execFileSync(join(copy, 'bin/lock'), ['--version'], { encoding: 'utf8' })).toMatch(/^lock \d/);
    writeFileSync(source, whole);
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
    writeFileSync(consumer, `import type * as custody from '../dist/types/${name}.d.ts';\nexport type Names = keyof typeof custody;\n`);
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
