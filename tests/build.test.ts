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
        'main.cjs',
        'hash-worker.cjs',
        'member-schemas-open.cjs',
        'member-schemas-full.cjs',
        join('types', 'core', 'refusal.d.ts'),
      ]),
    );
    expect(execFileSync(join(copy, 'bin/lock'), ['--version'], { encoding: 'utf8' })).toMatch(/^lock \d/);
  });

  it('makes the program and its threads strict, as modules are', () => {
    const programs = readdirSync(join(copy, 'dist')).filter((name) => name.endsWith('.cjs'));
    const isStrict = (name: string): boolean => /^(['"])use strict\1;/.test(readFileSync(join(copy, 'dist', name), 'utf8'));
    expect(programs.length).toBeGreaterThan(4);
    expect(programs.filter((name) => !isStrict(name))).toEqual([]);
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
    const built = (): number => statSync(join(copy, 'dist', 'main.cjs')).mtimeMs;
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
