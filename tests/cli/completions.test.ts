import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bashScript } from '#cli/completion/bash';
import { fishScript } from '#cli/completion/fish';
import { zshScript } from '#cli/completion/zsh';

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const base = mkdtempSync(join(tmpdir(), 'completions-'));
const folder = join(base, 'here');

beforeAll(() => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'a.lock.json'), '');
  writeFileSync(join(base, 'bash'), bashScript());
  writeFileSync(join(base, 'fish'), fishScript());
  writeFileSync(join(base, 'zsh'), zshScript());
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
  ['custody lock witness ', ['count', 'last', 'query', 'verify']],
  ['custody hashbytes --algorithm ', ['blake3', 'sha256']],
  ['custody completions ', ['bash', 'fish', 'zsh']],
  ['custody witness ver', ['verify']],
  ['vacuum data ', ['data']],
];

describe('bashScript()', () => {
  const offers = (words: readonly string[]): readonly string[] => {
    const script =
      'source ../bash; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _custody; printf "%s\\n" "${COMPREPLY[@]}"';
    return execFileSync('bash', ['-u', '-c', script, 'bash', ...words], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n')
      .sort();
  };
  it.each(cases)('completes `%s`', (line, expected) => expect(offers(line.split(' '))).toEqual(expected));

  it('completes a value after an equals sign, which bash takes for a word', () => {
    expect(offers(['lock', 'verify', '--root', '=', 'd'])).toEqual(['data']);
    expect(offers(['lock', '--algorithm', '='])).toEqual(['blake3', 'sha256']);
    expect(offers(['lock', '--scan', '=', 'data', '--algo'])).toEqual(['--algorithm']);
  });

  it('offers only arguments after the dashes', () => {
    expect(offers(['lock', '--', '--js'])).toEqual(['']);
    expect(offers(['lock', '--', 'a'])).toEqual(['a.lock.json']);
  });
});

describe.skipIf(!has('fish'))('fishScript()', () => {
  it.each(cases)('completes `%s`', (line, expected) => {
    const script = `source ../fish; complete -C '${line}' | string replace -r '\\t.*' '' | string replace -r '/$' ''; true`;
    const offers = execFileSync('fish', ['--no-config', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, HOME: base },
    });
    expect(offers.trim().split('\n').sort()).toEqual(expected);
  });
});

describe.skipIf(!has('zsh'))('zshScript()', () => {
  /** What `_arguments` is told, and the words it would see. */
  const asked = (...words: string[]): { place: string | undefined; specs: readonly string[] } => {
    const script = `compdef() {}; _arguments() { print -r -- "$words[1]"; print -rl -- "$@" }
      source ../zsh; words=("$@"); CURRENT=$#; _custody`;
    const lines = execFileSync('zsh', ['-f', '-c', script, 'zsh', ...words], { cwd: folder, encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    return { place: lines[0], specs: lines.slice(1) };
  };

  it.each([
    [['lock', ''], 'lock'],
    [['lock', 'verify', ''], 'lock verify'],
    [['custody', 'lock', 'verify', '--ro'], 'lock verify'],
    [['custody', 'lock', 'witness', 'query', ''], 'lock witness query'],
    [['custody', 'hashbytes', ''], 'hash'],
    [['hashbytes', ''], 'hash'],
    [['custody', 'completions', ''], 'custody completions'],
    [['custody', 'witness', ''], 'witness'],
    [['vacuum', 'data', ''], 'vacuum'],
  ])('finds the place of %j', (words, place) => expect(asked(...words).place).toBe(place));

  it('tells options, files, folders and choices apart', () => {
    const { specs } = asked('lock', 'verify', '');
    expect(specs).toContain('--json[Print one JSON document instead of text]');
    expect(specs.filter((spec) => /^(--root|-o|\*--only|1)/.test(spec)).map((spec) => spec.replace(/\[.*\]/, '[]'))).toEqual([
      '--root=[]:DIR:_files -/',
      '*--only=[]:GLOB: ',
      '-o+[]:FILE:_files',
      '1:LOCKFILE:_files',
    ]);
    expect(asked('custody', 'completions', '').specs).toContain('1:SHELL:(bash zsh fish)');
  });
});
