/** The package as somebody gets it who installs it: packed, installed into an empty folder, and run there with an empty environment. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Program } from '../set-up/debian-programs.ts';
import { manProgram } from '../set-up/man.ts';

const project = dirname(dirname(import.meta.dirname));
const place = mkdtempSync(join(tmpdir(), 'package-'));
const [packed, prefix, home] = ['packed', 'prefix', 'home'].map((name) => join(place, name)) as [string, string, string];
const installed = join(prefix, 'lib/node_modules/custody');
const COMMANDS = ['custody', 'fingerprint', 'hashbytes', 'lock', 'pack', 'vacuum'];

const MAN_PAGES = readdirSync(join(project, 'man')).sort();
const man = await manProgram();

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
let pack: Packed;

/** What a build made alone, without the earlier ones that a checkout keeps. */
function copyPackage(): void {
  const { folder } = createRequire(import.meta.url)(join(project, 'dist/program.cjs')) as { folder: string };
  mkdirSync(packed);
  for (const name of ['bin', 'man', 'schemas', 'package.json', 'README.md', 'LICENSE', 'docs', 'src']) {
    cpSync(join(project, name), join(packed, name), { recursive: true });
  }
  for (const name of ['index.js', 'index.d.ts', 'program.cjs', basename(folder)]) {
    cpSync(join(project, 'dist', name), join(packed, 'dist', name), { recursive: true });
  }
}

const run = (command: string, args: readonly string[]) =>
  spawnSync(join(prefix, 'bin', command), args, {
    cwd: home,
    encoding: 'utf8',
    env: { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  });

beforeAll(async () => {
  mkdirSync(home);
  copyPackage();
  const call = promisify(execFile);
  const { stdout } = await call('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', place], { cwd: packed });
  pack = (JSON.parse(stdout) as readonly [Packed])[0];
  const env = { ...process.env, npm_config_prefix: prefix, npm_config_prefer_offline: 'true', CUSTODY_PACKAGE: join(place, pack.filename) };
  await call('bash', ['-euc', installStep()], { cwd: home, env });
});

/** The very step by which the template for GitLab installs it. */
function installStep(): string {
  const jobs = parse(readFileSync(join(project, 'ci/gitlab.yml'), 'utf8')) as {
    '.custody-verify': { before_script: readonly string[] };
  };
  return jobs['.custody-verify'].before_script.join('\n');
}

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the package', () => {
  it('holds what runs, and nothing else', () => {
    const kinds = pack.files.map(({ path }) => path.replace(/^dist\/[0-9a-f]{12}\/[\w-]+\.(js|cjs)$/, 'a part'));
    const others = kinds.filter((path) => path !== 'a part' && !/^schemas\/[\w.-]+\.json$/.test(path));
    expect(others.sort()).toEqual(
      [
        'LICENSE',
        'README.md',
        'package.json',
        'bin/compiled.cjs',
        'bin/package.json',
        'bin/start.cjs',
        ...COMMANDS.map((name) => `bin/${name}`),
        ...MAN_PAGES.map((name) => `man/${name}`),
        'dist/index.d.ts',
        'dist/index.js',
        'dist/program.cjs',
      ].sort(),
    );
  });

  it('installs its commands, and none that a shell has built in', () => {
    expect(readdirSync(join(prefix, 'bin')).sort()).toEqual(COMMANDS);
    expect(COMMANDS.map((name) => run(name, ['--version']).stdout.split(' ')[0])).toEqual(COMMANDS);
  });

  it('installs its man pages, under the names of the commands', () => {
    expect(readdirSync(join(prefix, 'share/man/man1')).sort()).toEqual(MAN_PAGES);
    expect(COMMANDS.filter((name) => !MAN_PAGES.includes(`${name}.1`))).toEqual([]);
  });

  it.skipIf(typeof man === 'string')('has pages that man finds by the PATH', () => {
    const { path, env } = man as Program;
    const surroundings = { ...process.env, ...env, MANPAGER: 'cat', MANWIDTH: '80', LC_ALL: 'C.UTF-8' };
    const PATH = [join(prefix, 'bin'), env['PATH'] ?? process.env['PATH']].join(delimiter);
    const shown = spawnSync(path, ['lock'], { encoding: 'utf8', env: { ...surroundings, PATH } });
    expect([shown.status, shown.stderr, shown.stdout.includes('lock verify LOCKFILE')]).toEqual([0, '', true]);
  });

  it('locks and verifies a folder, with threads, packs and schemas', () => {
    mkdirSync(join(home, 'data'));
    for (let i = 0; i < 300; i++) writeFileSync(join(home, `data/${i}.csv`), `id,name\n${i},one\n`);
    expect(run('lock', ['--scan', 'data', '--output', 'd.lock.json']).status).toBe(0);
    expect(run('lock', ['verify', 'd.lock.json', '--root', 'data', '--strict'])).toMatchObject({ status: 0 });
    expect(run('pack', ['seal', 'd.lock.json', '--output', 'sealed'])).toMatchObject({ status: 0, stderr: '' });
    expect(run('pack', ['verify', 'sealed', '--deep'])).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(run('lock', ['--schema']).stdout)).toHaveProperty('$id');
    expect(run('custody', ['witness', 'verify'])).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(home, 'data/7.csv'), 'changed');
    expect(run('lock', ['verify', 'd.lock.json', '--root', 'data']).status).toBe(1);
  });

  it('is a library that can be imported', () => {
    const consumer = join(place, 'importer');
    mkdirSync(join(consumer, 'node_modules'), { recursive: true });
    symlinkSync(installed, join(consumer, 'node_modules/custody'));
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
    writeFileSync(
      join(consumer, 'main.mjs'),
      `import { lockFolder, version } from 'custody'; console.log(version, lockFolder('data').memberCount);`,
    );
    mkdirSync(join(consumer, 'data'));
    writeFileSync(join(consumer, 'data/a'), 'a');
    expect(execFileSync(process.execPath, ['main.mjs'], { cwd: consumer, encoding: 'utf8' })).toBe(`${version} 1\n`);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['preserve', 'bundler'],
  ])('has declarations for a strict consumer: module %s, resolution %s', (module, moduleResolution) => {
    const consumer = join(place, moduleResolution);
    mkdirSync(join(consumer, 'node_modules'), { recursive: true });
    symlinkSync(installed, join(consumer, 'node_modules/custody'));
    writeFileSync(
      join(consumer, 'main.mts'),
      `import { type Digest, type LockVerifyReport, lockFolder, Refusal, verifyLock } from 'custody';
       const report: LockVerifyReport = verifyLock('a.lock.json', { root: 'data' });
       export const hash: Digest = lockFolder('data').lockHash;
       export const isRefused = (error: unknown): string | null => (error instanceof Refusal ? error.code : null);
       // @ts-expect-error what is not shown is not there
       export type { MemberFacts } from 'custody';
       export default report.outcome;\n`,
    );
    const compilerOptions = { strict: true, module, moduleResolution, target: 'es2022', lib: ['es2023'], types: [], noEmit: true };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', consumer], { encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
  });
});
