import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { runScript, titleOf } from './script.ts';
import { parsePipeline } from './script-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'script-test-'));
const path = join(folder, 'x.txt');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function run(...lines: readonly string[]): Promise<void> {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return runScript(path);
}

const MISTAKE = ['| lock: unknown option --bogus', '| usage: lock [INPUT] [OPTIONS]', '| help:  lock --help'];

describe('runScript()', () => {
  it.each([
    ['a stated output', ['echo a', 'stdout', '| a']],
    ['an output without a final newline', ['cat f', 'stdout', '| a', '[no newline]', '-- f --', 'a', '[no newline]']],
    ['empty lines and trailing spaces', ['cat f', 'stdout', '|', '| a ', '-- f --', '', 'a ']],
    ['a pipe and redirections', ['echo a | cat g > f', 'cmp f g', '-- g --', 'b']],
    ['an expected exit code', ['exit 1 exists f', '! exists f', 'exit 2 lock --bogus > out', 'stderr', ...MISTAKE]],
    ['the folder by name', ['echo $WORK/a', 'stdout', '| $WORK/a', 'cat f', 'stdout', '| $WORK', '-- f --', '$WORK']],
    ['quoted words', [`echo 'a  b' "c $WORK" $'d\\te'`, 'stdout', '| a  b c $WORK d\te']],
    ['what a real process prints', ["exit 3 exec sh -c 'echo a; echo b >&2; exit 3' > f", 'stderr', '| b', 'cat f', 'stdout', '| a']],
  ])('accepts %s', (_, lines) => expect(run('# t', ...lines)).resolves.toBeUndefined());

  it.each([
    ['another output', ['echo a', 'stdout', '| b'], 'x.txt:2: echo a: stdout differs'],
    ['an unstated output', ['echo a'], 'x.txt:2: echo a: stdout differs'],
    ['an unstated error', ['exit 2 lock --bogus'], 'x.txt:2: exit 2 lock --bogus: stderr differs'],
    ['a missing output', ['exists .', 'stdout', '| a'], 'x.txt:2: exists .: stdout differs'],
    ['a final newline too many', ['echo a', 'stdout', '| a', '[no newline]'], 'stdout differs'],
    ['an unexpected exit code', ['exists f'], 'x.txt:2: exists f\nexit 1'],
    ['a success where a failure was wanted', ['! exists .'], 'x.txt:2: ! exists .\nexit 0'],
    ['another failure than the wanted one', ['exit 2 exists f'], 'exit 1'],
    ['a failure early in a pipe', ['cmp f g | cat f', 'stdout', '| a', '-- f --', 'a', '-- g --', 'b'], 'exit 1'],
    ['an unknown command', ['frobnicate'], "a script cannot run 'frobnicate'"],
    ['unbalanced quotes', ["echo 'a"], 'unbalanced quotes'],
    ['no commands', [], 'no commands'],
  ])('refuses %s', (_, lines, message) => expect(run('# t', ...lines)).rejects.toThrow(message));

  it('with UPDATE_SCRIPTS rewrites only the blocks, in place', async () => {
    vi.stubEnv('UPDATE_SCRIPTS', '1');
    vi.stubEnv('CI', '');
    await run('# t', 'echo a', 'stdout', '| b', '', '# why', 'cat f', 'exists f', 'stdout', '| x', '-- f --', 'c', '[no newline]');
    expect(readFileSync(path, 'utf8')).toBe(
      '# t\necho a\nstdout\n| a\n\n# why\ncat f\nstdout\n| c\n[no newline]\nexists f\n-- f --\nc\n[no newline]\n',
    );
    await expect(run('exists f')).rejects.toThrow('exit 1');
  });

  it('refuses to rewrite in CI', async () => {
    vi.stubEnv('UPDATE_SCRIPTS', '1');
    vi.stubEnv('CI', '1');
    await expect(run('echo a')).rejects.toThrow('refused in CI');
  });

  it('titleOf() is the first comment', () => {
    writeFileSync(path, '\n# locks a folder\necho a\n');
    expect(titleOf(path)).toBe('locks a folder');
  });
});

describe('parsePipeline()', () => {
  it('reads the words before a command, pipes and redirections', () => {
    expect(parsePipeline('tty exit 1 a "b|c" < in | d > out', {})).toEqual({
      exit: 1,
      isTTY: true,
      stages: [['a', 'b|c'], ['d']],
      from: 'in',
      to: 'out',
    });
  });

  it('keeps empty words and joined quotes', () => {
    expect(parsePipeline(`a '' b'c'"d"\\ e`, {}).stages).toEqual([['a', '', 'bcd e']]);
  });
});
