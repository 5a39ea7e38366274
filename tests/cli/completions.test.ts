import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidates, formatCandidates } from '#cli/completion/candidates';
import { custody, tools } from '#cli/tools';
import { some } from '../helpers/trials.ts';
import { debianProgram, type Program } from '../set-up/debian-programs.ts';

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'completions-'));
const folder = join(base, 'here');
const hostile = join(base, 'hostile');
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, HOME: base };
const [zsh, fish] = await Promise.all([debianProgram('zsh', 'zsh', 'zsh-common'), debianProgram('fish', 'fish', 'fish-common')]);

/** Each would do something if a shell took it for more than a name. */
const HOSTILE = ['a b', 'a$(touch pwned)', 'a`touch pwned`', 'a"; touch pwned; "', "a'; touch pwned; '", 'a\ntouch pwned', 'a\\', 'a*'];

beforeAll(() => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'a.lock.json'), '');
  mkdirSync(hostile);
  for (const name of HOSTILE) writeFileSync(join(hostile, name), '');
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(base, shell), execFileSync(join(bin, 'custody'), ['completions', shell], { env }));
});
afterAll(() => rmSync(base, { recursive: true }));

/** The last word of the line is the one being completed. */
const cases: readonly (readonly [line: string, offers: readonly string[]])[] = [
  ['lock ver', ['verify']],
  ['lock verify --ro', ['--robot-triage', '--root']],
  ['lock verify --root ', ['data']],
  ['lock verify ', ['a.lock.json', 'data']],
  ['lock -o ', ['a.lock.json', 'data']],
  ['lock doctor ', ['capabilities', 'health', 'robot-docs']],
  ['lock --dataset-id verify ve', ['verify']],
  ['custody lo', ['lock']],
  ['custody ver', ['verdict', 'verify']],
  ['custody show --al', ['--all']],
  ['lock verify --verb', ['--verbose']],
  ['custody lock witness ', ['count', 'last', 'query', 'verify']],
  ['custody hashbytes --algorithm ', ['blake3', 'sha256']],
  ['custody completions ', ['bash', 'fish', 'zsh']],
  ['custody witness ver', ['verify']],
  ['vacuum data ', ['data']],
];

/** Every script asks the program: a few of them show that it asks for the right line. */
const someCases = some(cases, 4);

const offered = (text: string): readonly string[] => [...new Set(text.split('\n').filter((line) => line !== ''))].sort();
const expectUnharmed = (): void => expect(readdirSync(hostile).sort()).toEqual(HOSTILE.toSorted());

describe('candidates()', () => {
  const words = async (...line: string[]): Promise<readonly string[]> => (await candidates(line)).words.map(({ word }) => word);

  it.each<[readonly string[], 'file' | 'directory' | 'none']>([
    [['lock', 'verify', ''], 'file'],
    [['lock', 'verify', '--root', ''], 'directory'],
    [['lock', 'verify', '--root=x'], 'directory'],
    [['/usr/bin/lock', '-o', ''], 'file'],
    [['lock', '-ox'], 'file'],
    [['custody', 'lock', 'verify', '--only', ''], 'none'],
    [['custody', ''], 'none'],
    [['custody', 'witness', 'query', ''], 'none'],
    [['lock', '--', ''], 'file'],
    [['lock', 'verify', 'd.json', ''], 'none'],
    [['vacuum', 'data', ''], 'directory'],
    [[], 'none'],
  ])('knows where paths belong: %j', async (line, paths) => expect((await candidates(line)).paths).toBe(paths));

  it('offers every tool and command, and every option of each', async () => {
    expect(await words('custody', '')).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
    for (const tool of [custody, ...tools])
      for (const command of tool.commands) {
        const line = tool === custody ? ['custody', ...command.words] : ['custody', tool.name, ...command.words];
        expect(await words(...line, '-')).toEqual(command.options.map(({ flag }) => flag));
        const last = command.words.at(-1);
        if (last !== undefined) expect(await words(...line.slice(0, -1), last)).toContain(last);
      }
  });

  it('takes a value for a value, whatever it looks like', async () => {
    expect(await words('lock', '--dataset-id', '--js')).toEqual([]);
    expect(await words('lock', '--dataset-id', 'ver')).toEqual([]);
    expect(await words('lock', '--', 'ver')).toEqual([]);
    expect(await words('lock', '--', '--js')).toEqual([]);
  });

  it('puts together what bash parted', async () => {
    expect(await words('lock', '--algorithm', '=')).toEqual(['sha256', 'blake3']);
    expect(await words('lock', '--algorithm', '=', 'b')).toEqual(['blake3']);
    expect(await words('lock', '--scan', '=', 'data', '--algo')).toEqual(['--algorithm']);
    const { paths } = await candidates(['pack', 'push', '']);
    expect((await candidates(['pack', 'push', '--store', 's3', ':', '//b', ''])).paths).toBe(paths);
    expect(paths).not.toBe('none');
  });

  it('writes one line for each candidate, and none that holds more than a word and its help', async () => {
    for (const tool of [custody, ...tools])
      for (const command of tool.commands) {
        const [paths, ...lines] = (await formatCandidates(['--', 'custody', tool.name, ...command.words, '-'])).trimEnd().split('\n');
        expect(paths).toBe('none');
        for (const line of lines) expect(line).toMatch(/^--[a-z0-9-]+\t[^\t]+$/);
      }
  });
});

describe('custody __complete', () => {
  it('is shown by no help', () => {
    for (const words of [['--help'], ['help'], ['--describe'], ['capabilities'], ['__complete', '--', 'custody', '']])
      expect(execFileSync(join(bin, 'custody'), words, { env, encoding: 'utf8' })).not.toContain('__complete');
  });
});

describe('the script for bash', () => {
  const offers = (words: readonly string[], cwd = folder): readonly string[] => {
    const script =
      'source ../bash; compopt() { [[ $* == "-o filenames" ]]; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _custody; printf "%s\\n" "${COMPREPLY[@]}"';
    return offered(execFileSync('bash', ['-u', '-c', script, 'bash', ...words], { cwd, encoding: 'utf8', env }));
  };
  it.each(cases)('completes `%s`', (line, expected) => expect(offers(line.split(' '))).toEqual(expected));

  it('completes a value after an equals sign, which bash takes for a word', () => {
    expect(offers(['lock', 'verify', '--root', '=', 'd'])).toEqual(['data']);
    expect(offers(['lock', 'verify', '--root', '='])).toEqual(['data']);
    expect(offers(['lock', '--algorithm', '='])).toEqual(['blake3', 'sha256']);
  });

  it('runs nothing of a name or a word', () => {
    expect(offers(['lock', 'verify', 'a'], hostile)).toEqual(HOSTILE.flatMap((name) => name.split('\n')).sort());
    expect(offers(['lock', '$(touch pwned)', '`touch pwned`', "';touch pwned;'"], hostile)).toEqual([]);
    expectUnharmed();
  });
});

describe.skipIf(typeof fish === 'string')('the script for fish', () => {
  const offers = (line: string, cwd = folder): readonly string[] => {
    const { path, env: own } = fish as Program;
    const functions = join(dirname(dirname(path)), 'share/fish/functions');
    const script = `set -p fish_function_path $argv[2]; source ../fish; complete -C $argv[1] | string replace -r '\\t.*' '' | string replace -r '/$' ''; true`;
    return offered(execFileSync(path, ['--no-config', '-c', script, line, functions], { cwd, encoding: 'utf8', env: { ...env, ...own } }));
  };
  it.each(someCases)('completes `%s`', (line, expected) => expect(offers(line)).toEqual(expected));

  it('completes a value written on to its option', () => {
    expect(offers('lock --algorithm=b')).toEqual(['--algorithm=blake3']);
    expect(offers('lock verify --root=d')).toEqual(['--root=data']);
  });

  it('runs nothing of a name or a word', () => {
    expect(offers('lock verify a', hostile).length).toBeGreaterThanOrEqual(HOSTILE.length);
    offers("lock '$(touch pwned)' ';touch pwned;' (touch pwned) ", hostile);
    expectUnharmed();
  });
});

describe.skipIf(typeof zsh === 'string')('the script for zsh', () => {
  const offers = (line: string, cwd = folder): readonly string[] => {
    const { path, env: own } = zsh as Program;
    const root = path.replace(/(\/usr)?\/bin\/zsh$/, '');
    const settings = `module_path=(${root}/usr/lib/*/zsh/*(/N) $module_path)\nfpath=(${root}/usr/share/zsh/functions/Completion{,/Base,/Unix,/Zsh} $fpath)\n`;
    writeFileSync(join(base, 'settings.zsh'), settings);
    const capture = fileURLToPath(new URL('capture.zsh', import.meta.url));
    const words = ['-f', capture, join(base, 'settings.zsh'), join(base, 'zsh'), line];
    return offered(execFileSync(path, words, { cwd, encoding: 'utf8', env: { ...env, ...own, ZSH_PROGRAM: path } }));
  };
  it.each(someCases)('completes `%s`', (line, expected) => expect(offers(line)).toEqual(expected));

  it('completes a value written on to its option', () => {
    expect(offers('lock --algorithm=b')).toEqual(['blake3']);
    expect(offers('lock verify --root=d')).toEqual(['data']);
  });

  it('runs nothing of a name or a word', () => {
    expect(offers('lock verify a', hostile)).toHaveLength(HOSTILE.length);
    offers("lock '$(touch pwned)' ';touch pwned;' ", hostile);
    expectUnharmed();
  });
});
