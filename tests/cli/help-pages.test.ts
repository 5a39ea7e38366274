/** Help for people: its width, its last line, and what `custody` shows to somebody who has just met it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageColumns } from '#cli/about/page-layout';
import { run } from '#cli/run';
import { custody, tools } from '#cli/tools';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const folder = scratchFolder('help-pages');

async function printed(line: string, options: Parameters<typeof fakeContext>[1] = {}): Promise<string> {
  const context = fakeContext(line, { cwd: folder, ...options });
  expect([line, await run(context), context.err()]).toEqual([line, 0, '']);
  return context.out();
}

describe('pageColumns()', () => {
  it.each([
    ['the terminal', {}, { isTTY: true, columns: 90 }, 90],
    ['80 without a terminal', {}, { isTTY: false, columns: 90 }, 80],
    ['COLUMNS before the terminal', { COLUMNS: '60' }, { isTTY: true, columns: 90 }, 60],
    ['COLUMNS without a terminal', { COLUMNS: '60' }, { isTTY: false, columns: 90 }, 60],
    ['at least 40', { COLUMNS: '3' }, { isTTY: true, columns: 90 }, 40],
    ['at most 100', { COLUMNS: '999' }, { isTTY: true, columns: 90 }, 100],
    ['the terminal if COLUMNS is empty', { COLUMNS: '' }, { isTTY: true, columns: 90 }, 90],
    ['the terminal if COLUMNS is no number', { COLUMNS: '-7e' }, { isTTY: true, columns: 90 }, 90],
  ] as const)('is %s', (_, env, terminal, columns) => {
    expect(pageColumns({ env, stdout: { ...terminal, write: () => {} } })).toBe(columns);
  });
});

describe('help', () => {
  const pages = [custody, ...tools].flatMap((tool) =>
    [[], ...tool.commands.map(({ words }) => words)].map((words) => [
      ...(tool === custody ? ['custody'] : ['custody', tool.name]),
      ...words,
    ]),
  );

  it('has the options for agents in its last line, and nowhere else, on every page', async () => {
    for (const page of pages) {
      const lines = (await printed(`${page.join(' ')} --help`)).trimEnd().split('\n');
      const last = lines.pop() ?? '';
      expect([page, last.replace('capabilities, robot-docs, ', '')]).toEqual([page, 'For agents: --describe, --schema, --robot-triage']);
      expect([page, lines.filter((line) => line.includes('--robot-triage'))]).toEqual([page, []]);
    }
  });

  it('is wrapped where COLUMNS says', async () => {
    const long = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));
    expect(await printed('custody help verify', { env: { COLUMNS: '50' } })).toBe(
      await printed('custody verify --help', { env: { COLUMNS: '50' } }),
    );
    expect(long(await printed('custody --help', { env: { COLUMNS: '50' } }))).toBeLessThanOrEqual(50);
    expect(long(await printed('custody --help', { env: { COLUMNS: '95' } }))).toBeGreaterThan(80);
  });

  it('puts the text of an option below it, and further in, where two columns have no room', async () => {
    const lines = (await printed('lock verify --help', { env: { COLUMNS: '40' } })).split('\n');
    const at = lines.indexOf('  --root DIR');
    expect(at).toBeGreaterThan(0);
    expect(lines[at + 1]).toMatch(/^ {6}Folder, s3:\/\/BUCKET\/PREFIX or/);
    expect(lines).toContain('  -o, --output FILE');
  });

  it('lists every tool and command of custody once', async () => {
    const lines = (await printed('custody --help')).split('\n');
    const listed = lines.flatMap((line) => /^ {2}([a-z-]+(?: [a-z-]+)?) {2,}\S/.exec(line)?.[1] ?? []);
    const names = [...tools.map(({ name }) => name), ...custody.commands.map(({ words }) => words.join(' '))];
    expect(listed.sort()).toEqual(names.filter((name) => !['capabilities', 'robot-docs'].includes(name)).sort());
  });
});

describe('custody without arguments', () => {
  it('shows six commands that run one after the other, and where the others are', async () => {
    const lines = (await printed('custody')).trimEnd().split('\n');
    const commands = lines.flatMap((line) => /^ {2}\S.*? {2,}(custody .*)$/.exec(line)?.[1] ?? []);
    expect(commands).toHaveLength(6);
    expect(lines.at(-1)).toBe('All tools and commands: custody --help');
    mkdirSync(join(folder, 'december'));
    writeFileSync(join(folder, 'december/tape.csv'), 'loan,balance\nL-1,100\n');
    for (const command of commands) {
      const context = fakeContext(command, { cwd: folder, env: { EPISTEMIC_WITNESS: join(folder, 'ledger') } });
      expect([command, await run(context), context.out().includes('REFUSAL')]).toEqual([command, 0, false]);
    }
  });

  it('keeps a command on one line on a narrow terminal', async () => {
    const lines = (await printed('custody', { isTTY: true, columns: 40, env: { NO_COLOR: '1' } })).split('\n');
    expect(lines.filter((line) => /^ {4}custody /.test(line))).toHaveLength(6);
  });
});
