/**
 * A console block of a page, run as a reader would: in one shell, in a fresh folder that holds `examples`, with the tools on the PATH.
 *
 *     <!-- test: verify-drift -->
 *     ```console
 *     $ lock verify dec.lock.json --root data |
 *     > head -1
 *     ✗ dec.lock.json — self-hash valid, 1 of 3 members failed
 *     [exit 1]
 *     ```
 *
 * After `$ ` comes a command, after `> ` its next line; the lines below are what a terminal shows, standard error too. `$PWD` stands for
 * the folder and `…` for anything within the line. An exit code other than 0 is told by `[exit N]`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLine } from '../helpers/shell-line.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

export interface ConsoleBlock {
  readonly name: string;
  readonly steps: readonly ConsoleStep[];
}

interface ConsoleStep {
  readonly command: string;
  readonly shown: readonly string[];
}

export function consoleBlocks(page: string): ConsoleBlock[] {
  const blocks = page.matchAll(/^<!-- test: (\S+) -->\n```console\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, name = '', body = '']) => ({ name, steps: stepsOf(body) }));
}

function stepsOf(body: string): ConsoleStep[] {
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of body.split('\n').slice(0, -1)) {
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] });
    else if (last === undefined) throw new Error(`a console block begins with '$ ': ${line}`);
    else if (line.startsWith('> ') && last.shown.length === 0) last.command += `\n${line.slice(2)}`;
    else last.shown.push(line);
  }
  return steps;
}

/** What each command of the block really shows, in the form of the page. */
export async function runBlock({ steps }: ConsoleBlock): Promise<string[][]> {
  const path = `${join(project, 'bin')}${delimiter}${process.env['PATH']}`;
  return steps.some(({ command }) => needsOneShell(command)) ? runSteps(steps, { before: '', path }) : runEach(steps, path);
}

/** `cd` and `export` alone are followed without a shell; what else changes the shell that the next command is typed in needs one. */
function needsOneShell(command: string): boolean {
  return (
    !GO.test(command) &&
    !EXPORT.test(command) &&
    /(?:^|[;&|\n] *)(?:(?:cd|export|exit|set|source)\b|\w+=\S*$|\w+=\$\()|\$[?]/m.test(command)
  );
}

const GO = /^cd ([\w./-]+)$/;
const VARIABLE = /(\w+)=(?:'([^']*)'|((?:\$PWD\b|[\w./:-])+))/g;
const EXPORT = new RegExp(`^export(?: ${VARIABLE.source})+$`);

/** One by one, each in the folder and with the variables that those before it have left: most tools then need no process (shell-line.ts). */
async function runEach(steps: readonly ConsoleStep[], path: string): Promise<string[][]> {
  return await inFreshFolder(path, async (work, first) => {
    let [cwd, env] = [work, first];
    const shown: string[][] = [];
    for (const { command } of steps) {
      const [, to] = GO.exec(command) ?? [];
      const exported = EXPORT.test(command) ? [...command.matchAll(VARIABLE)] : [];
      if (to !== undefined) cwd = realpathSync(join(cwd, to));
      for (const [, name = '', quoted, bare = ''] of exported) env = { ...env, [name]: quoted ?? bare.replaceAll('$PWD', cwd) };
      const isDone = to !== undefined || exported.length > 0;
      const { exit, out } = isDone ? { exit: 0, out: '' } : await runLine(command, { cwd, env, isMerged: true });
      shown.push(linesOf(out.replaceAll(work, '$PWD'), String(exit)));
    }
    return shown;
  });
}

/** The same of several blocks, one after the other in one shell, as a reader of the page types them after the commands `before`. */
export function runInOrder(blocks: readonly ConsoleBlock[], before: string): Promise<string[][]> {
  return runSteps(
    blocks.flatMap(({ steps }) => steps),
    { before, path: process.env['PATH'] ?? '' },
  );
}

interface Shell {
  /** May go to another folder, which `$PWD` then stands for. */
  readonly before: string;
  readonly path: string;
}

function runSteps(steps: readonly ConsoleStep[], { before, path }: Shell): Promise<string[][]> {
  return inFreshFolder(path, (cwd, env) => {
    const script = steps.map(({ command }) => `${command}\nstatus=$?; printf '\\036%s\\036' $status; (exit $status)`).join('\n');
    const start = `exec 2>&1\n${before}\nprintf '%s\\036' "$PWD"`;
    const { stdout } = spawnSync('bash', ['-c', `${start}\n${script}`], { cwd, env, encoding: 'utf8', timeout: 170_000 });
    const [here = '', ...parts] = stdout.split('\u001e');
    return steps.map((_, i) => linesOf((parts[2 * i] ?? '').replaceAll(here, '$PWD'), parts[2 * i + 1] ?? 'none'));
  });
}

async function inFreshFolder<T>(path: string, act: (work: string, env: Record<string, string>) => T | Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'console-')));
  try {
    const work = join(folder, 'work');
    mkdirSync(join(folder, 'home'));
    cpSync(join(project, 'examples'), join(work, 'examples'), { recursive: true });
    symlinkSync(join(project, 'bin'), join(work, 'bin'));
    return await act(work, { PATH: path, HOME: join(folder, 'home'), TMPDIR: folder, LC_ALL: 'C.UTF-8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function linesOf(output: string, exit: string): string[] {
  const lines = output === '' ? [] : output.replace(/\n$/, '').split('\n');
  return exit === '0' ? lines : [...lines, `[exit ${exit}]`];
}

/** The lines as the page has them where they are the same but for its `…`, so that a comparison shows only what differs. */
export function asShown(actual: readonly string[], shown: readonly string[]): string[] {
  return actual.map((line, i) => {
    const pattern = (shown[i] ?? '').split('…').map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 's').test(line) ? (shown[i] as string) : line;
  });
}

/** The page with these lines in the block of that name. */
export function withBlock(page: string, name: string, lines: readonly string[]): string {
  const before = `<!-- test: ${name} -->\n\`\`\`console\n`;
  const start = page.indexOf(before) + before.length;
  return `${page.slice(0, start)}${lines.join('\n')}${page.slice(page.indexOf('\n```', start))}`;
}
