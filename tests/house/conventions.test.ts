/** Small conventions of the command line, in real processes. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { custody, tools } from '#cli/tools';
import { bin, isLinux, scratchFolder, sh } from '../faults/program.ts';
import { fakeContext } from '../helpers/fake-context.ts';

const folder = scratchFolder();
mkdirSync(join(folder, 'd'));
writeFileSync(join(folder, 'd/a'), 'a');

async function answer(line: string, options: Parameters<typeof fakeContext>[1] = {}): Promise<{ exit: number; out: string; err: string }> {
  const context = fakeContext(line, { cwd: folder, ...options });
  const exit = await run(context);
  return { exit, out: context.out(), err: context.err() };
}

describe('an option in the place of a value', () => {
  it.each(['--dataset-id', '--note', '--as-of'])('%s is a mistake', async (flag) => {
    const { exit, err } = await answer(`lock --scan d ${flag} --strict --no-witness`);
    expect([exit, err.split('\n')[0]]).toEqual([
      2,
      `lock: ${flag} needs a value, found --strict; if that is meant, write ${flag}=--strict`,
    ]);
    expect(JSON.parse((await answer(`lock --scan d ${flag}=--strict --no-witness`)).out)).toMatchObject({
      [flag.slice(2).replace('-', '_')]: '--strict',
    });
  });
});

describe('a verb that is none', () => {
  it.each([
    ['lock sign x', "lock has no command 'sign'"],
    ['lock show x', "lock has no command 'show'"],
    ['lock create d', "lock has no command 'create'"],
    ['lock verfy x', 'did you mean verify?'],
    ['custody diff x', 'did you mean custody lock diff, custody pack diff'],
  ])('%s is told as such', async (line, said) => {
    const { exit, out, err } = await answer(line);
    expect([exit, out, err.includes(said)]).toEqual([2, '', true]);
  });

  it.each([
    ['lock init', "lock has no command 'init': see lock --help"],
    ['lock verfy', "lock has no command 'verfy'; did you mean verify?"],
  ])('%s, which may be a file, says both', async (line, said) => {
    const { exit, out } = await answer(`${line} --no-witness`);
    expect([exit, JSON.parse(out).refusal.message]).toEqual([2, `cannot read input — No such file or directory; and ${said}`]);
  });
});

describe('help', () => {
  const pages = [...tools, custody].flatMap((tool) =>
    [[], ...tool.commands.map(({ words }) => words)].map((words) => ({ tool: tool.name, words })),
  );

  it.each([40, 80, 132])('fits %d columns on every page, but for words that are longer', async (columns) => {
    for (const { tool, words } of pages) {
      const { out } = await answer(`${tool === 'custody' ? '' : 'custody '}${[tool, ...words].join(' ')} --help --no-color`, {
        isTTY: true,
        columns,
      });
      const examples = out.indexOf('\nExamples:');
      const text = examples < 0 ? out : out.slice(0, examples);
      const long = text
        .split('\n')
        .filter((line) => line.length > columns && !/^\s+\S+(?: \S+)?$/.test(line) && !line.includes('[OPTIONS]'));
      expect([tool, words, long]).toEqual([tool, words, []]);
    }
  });
});

describe('a terminal', () => {
  it('shows a refusal in text, once', async () => {
    const { out, err } = await answer('lock verify none --no-witness', { isTTY: true });
    expect([out, err.startsWith('lock: ')]).toEqual(['', true]);
    const json = await answer('lock verify none --json --no-witness', { isTTY: true });
    expect([JSON.parse(json.out).outcome, json.err]).toEqual(['REFUSAL', '']);
  });

  it('is told that records are waited for', async () => {
    for (const line of ['lock', 'hashbytes', 'fingerprint --fp csv.v0'])
      expect((await answer(`${line} --no-witness`, { isInputTTY: true, isTTY: true })).err).toContain('reading records from the terminal');
  });

  it('gets a lockfile with an end of line, which is not part of it', async () => {
    const { out, err } = await answer('lock --scan d --no-witness', { isTTY: true });
    expect([out.endsWith('}'), err]).toEqual([true, '\nlock: --output FILE writes it to a file\n']);
  });

  it('is not needed for colours where FORCE_COLOR asks for them', async () => {
    const coloured = async (env: Record<string, string>) => (await answer('lock --help', { env })).out.includes('\u001b[');
    expect([
      await coloured({ FORCE_COLOR: '1' }),
      await coloured({ FORCE_COLOR: '0' }),
      await coloured({}),
      await coloured({ FORCE_COLOR: '1', NO_COLOR: '1' }),
    ]).toEqual([true, false, false, false]);
  });
});

describe.skipIf(!isLinux)('without HOME', () => {
  it('no ledger is made in the current folder', () => {
    const { exit } = sh(join(folder, 'd'), `env -u HOME -u USERPROFILE lock --scan . > ../l`, { HOME: undefined });
    expect([exit, readdirSync(join(folder, 'd'))]).toEqual([0, ['a']]);
  });

  it('inside a scanned folder the ledger is warned of', () => {
    const { err } = sh(folder, 'HOME=$PWD/h; mkdir -p h/.epistemic; lock --scan h > l; vacuum h > v', {
      EPISTEMIC_WITNESS: join(folder, 'h/w'),
    });
    expect(err.match(/warning: the witness ledger \S+ lies in h/g)).toHaveLength(2);
  });
});

describe('without the native BLAKE3', () => {
  const hidden = join(folder, 'hidden.cjs');
  writeFileSync(
    hidden,
    `const Module = require('node:module'); const find = Module._resolveFilename;
    Module._resolveFilename = function (name, ...rest) { if (name.startsWith('@napi-rs/blake-hash')) throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' }); return find.call(this, name, ...rest); };`,
  );
  const without = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['-r', hidden, join(bin, words[0] as string), ...words.slice(1)], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });

  it('a SHA-256 lock is made and verified, with a warning', () => {
    expect(without('lock', '--scan', 'd', '--output', 'sha.lock').status).toBe(0);
    const { status, stderr } = without('lock', 'verify', 'sha.lock', '--root', 'd');
    expect([status, stderr.includes('witness append warning: BLAKE3 is not available'), stderr.includes('    at ')]).toEqual([
      0,
      true,
      false,
    ]);
  });

  it('what needs it is refused plainly', () => {
    const { status, stdout, stderr } = without('lock', '--scan', 'd', '--algorithm', 'blake3');
    expect([status, JSON.parse(stdout).refusal.code, stderr.includes('    at ')]).toEqual([2, 'E_IO', false]);
  });
});

describe('an old Node', () => {
  it('is told what is needed', () => {
    const fake = join(folder, 'old.cjs');
    writeFileSync(fake, `Object.defineProperty(process, 'versions', { value: Object.assign({}, process.versions, { node: '18.19.0' }) });`);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', fake, join(bin, 'lock'), '--version'], { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([2, '', 'lock: needs Node 20.20 or newer, and this is 18.19.0\n']);
  });

  it('is what package.json calls old', () => {
    const start = readFileSync(join(bin, 'start.cjs'), 'utf8');
    const { engines } = JSON.parse(readFileSync(join(bin, '../package.json'), 'utf8')) as { engines: { node: string } };
    expect(start).toContain(`const WANTED = [${engines.node.replace('>=', '').split('.').join(', ')}];`);
  });

  it.each(['start.cjs', 'custody', 'lock'])('can read %s, which tells it', (name) => {
    const text = readFileSync(join(bin, name), 'utf8');
    const written = (target: string): string => transformSync(text, { target }).code;
    expect(written('node8.17')).toBe(written('esnext'));
    expect(text).not.toMatch(/node:|\.at\(/);
  });
});
