/** Passphrases at a real terminal (`script` of util-linux makes one): asked for, not shown, and nowhere else afterwards. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, environment, scratchFolder } from '../faults/program.ts';

const SECRET = 'korrekt-Pferd-17';
const hasScript = spawnSync('script', ['--version']).status === 0;
const why = hasScript ? '' : ' (skipped: no script of util-linux)';
const folder = scratchFolder();
const env = environment(folder, { XDG_CONFIG_HOME: join(folder, 'config') });

interface Session {
  readonly exit: number | null;
  readonly screen: string;
  /** The words and variables of all processes, each time the program waited for input. */
  readonly processes: string;
}

/** Types each answer when the text before it is on the screen. */
function atTerminal(line: string, answers: readonly (readonly [prompt: string, typed: string])[]): Promise<Session> {
  return new Promise((resolve) => {
    const child = spawn('script', ['-qec', `'${process.execPath}' '${bin}/custody' ${line}`, '/dev/null'], { cwd: folder, env });
    const left = [...answers];
    let screen = '';
    let seen = 0;
    let processes = '';
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk.toString();
      const [next] = left;
      if (next === undefined || !screen.slice(seen).includes(next[0])) return;
      seen = screen.length;
      left.shift();
      processes += readProcesses();
      child.stdin.write(next[1]);
    });
    child.on('close', (exit) => resolve({ exit, screen, processes }));
  });
}

function readProcesses(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => `${textOf(`/proc/${pid}/cmdline`)}\n${textOf(`/proc/${pid}/environ`)}`).join('\n');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** All files below the folder that contain the text. */
function filesWith(text: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name), 'latin1').includes(text));
}

describe.skipIf(!hasScript)(`custody key at a terminal${why}`, () => {
  const prompt = 'passphrase for the new key default (empty for none): ';

  it('makes a protected key, and the passphrase is in no output, file, word or variable', async () => {
    const made = await atTerminal('key new', [
      [prompt, `${SECRET.slice(0, 8)}x\u007f${SECRET.slice(8)}\r`],
      ['the same passphrase again: ', `wrong\u0015${SECRET}\r`],
    ]);
    expect([made.exit, made.screen]).toEqual([0, expect.stringContaining('protected by a passphrase')]);
    expect([made.screen, made.processes].map((text) => text.includes(SECRET.slice(0, 8)))).toEqual([false, false]);
    expect(made.processes).toContain('key\0new');

    const shown = await atTerminal('key show --passphrase-file p', []);
    expect(shown.exit).toBe(2);
    writeFileSync(join(folder, 'p'), SECRET);
    expect((await atTerminal('key show --passphrase-file p', [])).exit).toBe(0);
    writeFileSync(join(folder, 'p'), '');
    expect(filesWith(SECRET)).toEqual([]);
    expect(filesWith('key new')).toEqual([expect.stringMatching(/ledger|witness/)]);
  });

  it('asks again where the passphrase was wrong, at most three times', async () => {
    const keys = join(folder, 'config/custody/keys');
    mkdirSync(join(folder, 'alone'), { recursive: true });
    writeFileSync(join(folder, 'alone/k.pem'), readFileSync(join(keys, 'default.pem')), { mode: 0o600 });
    const asked = 'passphrase of alone/k.pem: ';
    const good = await atTerminal('key show alone/k.pem', [
      [asked, 'no\r'],
      [asked, `${SECRET}\r`],
    ]);
    expect([good.exit, good.screen]).toEqual([0, expect.stringContaining('SHA256:')]);
    const bad = await atTerminal('key show alone/k.pem', [
      [asked, '1\r'],
      [asked, '2\r'],
      [asked, '3\r'],
    ]);
    expect([bad.exit, bad.screen]).toEqual([2, expect.stringContaining('it is not that of the key')]);
  });

  it('writes nothing where the two passphrases differ, or on Ctrl-C', async () => {
    const other = prompt.replace('default', 'other');
    const differ = await atTerminal('key new other', [
      [other, 'a\r'],
      ['again: ', 'b\r'],
    ]);
    expect([differ.exit, differ.screen]).toEqual([2, expect.stringContaining('the two that were typed differ')]);
    const stopped = await atTerminal('key new other', [[other, '\u0003']]);
    expect([stopped.exit, stopped.screen]).toEqual([130, expect.stringContaining('interrupted; nothing was written')]);
    expect(existsSync(join(folder, 'config/custody/keys/other.pem'))).toBe(false);
  });
});
