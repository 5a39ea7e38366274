/** The man pages as `man` shows them: without a warning, with every command, argument and option of the tables. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Command } from '#cli/command';
import { everywhere } from '#cli/define';
import { commandName, custody, tools } from '#cli/tools';
import type { Program } from '../set-up/debian-programs.ts';
import { manProgram } from '../set-up/man.ts';
import { commandsOn, pageName } from './man-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const all = [custody, ...tools];
const man = await manProgram();

it('package.json names every page, and there is no other', () => {
  const { man: named } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { man: readonly string[] };
  expect(named.toSorted()).toEqual(all.map((tool) => `man/${pageName(tool)}.1`).toSorted());
  expect(readdirSync(join(root, 'man')).sort()).toEqual(all.map((tool) => `${pageName(tool)}.1`).sort());
});

it('every command of every tool has its section on one page', () => {
  const shown = new Set(all.flatMap((tool) => commandsOn(tool)).map(({ words }) => words.at(-1)));
  for (const tool of all) expect(tool.commands.filter(({ words }) => !shown.has(words.at(-1)))).toEqual([]);
});

describe.skipIf(typeof man === 'string').each(all.map((tool) => ({ page: `${pageName(tool)}.1`, tool })))('man $page', ({ page, tool }) => {
  const name = commandName(tool.binary ?? 'custody', tool);

  it.each([60, 100])('is rendered in %d columns, without a warning', (columns) => {
    const lines = rendered(page, columns).split('\n');
    expect(lines.find((line) => line !== '')).toContain(page.replace(/\.1$/, '(1)').toUpperCase());
    expect(lines.filter((line) => /\\[(&e[f-]/.test(line))).toEqual([]);
  });

  it('describes every command with its arguments and options', () => {
    const sections = sectionsOf(rendered(page, 100));
    for (const command of commandsOn(tool)) {
      const title = [name, ...command.words].join(' ');
      const text = plain(sections.get(title) ?? '');
      const missing = [...tagsOf(command), `${command.summary}.`, ...command.examples].filter((each) => !text.includes(plain(each)));
      expect([title, missing]).toEqual([title, []]);
    }
    const common = plain(sections.get('OPTIONS OF EVERY COMMAND') ?? '');
    expect(everywhere.filter(({ flag, help }) => !common.includes(` ${flag} ${plain(help)}`))).toEqual([]);
  });
});

function rendered(page: string, columns: number): string {
  const { path, env } = man as Program;
  const surroundings = { ...process.env, ...env, MANWIDTH: String(columns), MANPAGER: 'cat', LC_ALL: 'C.UTF-8' };
  const { stdout, stderr, status } = spawnSync(path, ['--warnings=w', '--local-file', join(root, 'man', page)], {
    encoding: 'utf8',
    env: surroundings,
  });
  expect([page, status, stderr]).toEqual([page, 0, '']);
  return stdout;
}

/** By their titles: main ones begin in the first column, those of commands in the fourth. */
function sectionsOf(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let title = '';
  for (const line of text.split('\n')) {
    if (/^(?: {3})?\S/.test(line)) title = line.trim();
    else sections.set(title, `${sections.get(title) ?? ''}\n${line}`);
  }
  return sections;
}

/** What stands before each text: `-o, --output FILE The result …`. */
function tagsOf({ arguments: given, options }: Command): readonly string[] {
  const own = options.filter((option) => !everywhere.includes(option));
  return [
    ...given.map(({ name, help }) => ` ${name} ${help}`),
    ...own.map(({ short, flag, alias, value, help }) => {
      const names = [short, flag, alias].filter((each) => each !== undefined).join(', ');
      return ` ${names}${value === undefined ? '' : ` ${value}`} ${help}`;
    }),
  ];
}

/** On one line, as a terminal without an ellipsis shows it. */
function plain(text: string): string {
  return text.replaceAll('…', '...').replaceAll(/\s+/g, ' ');
}
