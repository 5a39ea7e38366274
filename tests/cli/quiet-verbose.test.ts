/** `-q` and `-v` under every command: standard output and the exit code stay as they are, and standard error says less or more. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { commandPlace, commands } from '../schemas/command-lines.ts';

const base = scratchFolder('quiet-verbose');

/** All commands in a new folder, always of the same name, with one more word on each line. */
async function runAll(word: string): Promise<ReadonlyMap<string, { exit: number; out: string; err: string }>> {
  const folder = join(base, 'here');
  mkdirSync(folder);
  const place = await commandPlace(folder);
  const ran = new Map();
  for (const { name } of commands) ran.set(name, await place.run(name, word));
  rmSync(folder, { recursive: true });
  return ran;
}

/** New keys, and the ids of what they signed or of records that name them, differ from run to run. */
const RANDOM = /[0-9a-f]{16,}|did:key:\w+|[\w+/=-]{40,}/g;
const withoutKeys = (text: string): string => text.replaceAll(RANDOM, '…');

/** What would be false comfort to leave out. */
const WARNING = /^\w+: (?:warning|not taken over): /;

const [plain, quiet, verbose] = [await runAll(''), await runAll('-q'), await runAll('-v')];

describe.each(commands.map(({ name }) => ({ name })))('$name', ({ name }) => {
  const [usual, less, more] = [plain, quiet, verbose].map((ran) => ran.get(name)) as { exit: number; out: string; err: string }[];

  it('prints the same and ends the same with -q, and with less on standard error', () => {
    expect([less?.exit, withoutKeys(less?.out ?? '')]).toEqual([usual?.exit, withoutKeys(usual?.out ?? '')]);
    expect(less?.err.split('\n').filter((line) => line !== '' && !WARNING.test(line))).toEqual([]);
  });

  it('prints the same and ends the same with -v, and says more on standard error', () => {
    expect([more?.exit, withoutKeys(more?.out ?? '')]).toEqual([usual?.exit, withoutKeys(usual?.out ?? '')]);
    expect(more?.err).toMatch(new RegExp(`exit ${more?.exit}, after \\d+\\.\\d\\d s\n$`));
    expect(usual?.err).not.toContain(', after ');
  });
});
