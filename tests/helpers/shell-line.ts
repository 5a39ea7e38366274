/**
 * A line for a shell. Tools, quotes, pipes, redirections, variables set before a tool, `;` and `&&` mean here what they mean in a shell,
 * and the tools run in this process, which saves the tenth of a second that each takes to start. All else goes to a real shell: other
 * programs by themselves, and a line with any other sign as a whole. A pipe is run from its first stage to its last, one at a time.
 *
 *     await runLine('echo 1 > d/b; lock --scan d', { cwd, env })    { exit: 0, out: '{"…', err: '' }: sh runs echo
 *     await runLine('cd d; lock --scan .', { cwd, env })            sh runs it all
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runTool, TOOLS } from './run-tool.ts';

export interface LinePlace {
  readonly cwd: string;
  /** With the PATH for the real shell. */
  readonly env: Readonly<Record<string, string>>;
  readonly isMerged?: boolean;
}

export interface LineResult {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

/** One tool of a pipe. */
interface ToolStage {
  readonly env: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly args: readonly string[];
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export async function runLine(line: string, place: LinePlace): Promise<LineResult> {
  const commands = splitLine(line);
  if (!commands.some(({ stages }) => stages.some((stage) => toolStage(stage) !== null)))
    return asText(shell(line, { ...place, stdin: new Uint8Array() }));
  let exit: number | null = 0;
  let [out, err] = ['', ''];
  for (const { stages, isOnSuccess } of commands) {
    if (isOnSuccess && exit !== 0) continue;
    const result = asText(await runStages(stages, place));
    exit = result.exit;
    out += result.out;
    err += result.err;
  }
  return { exit, out, err };
}

interface Bytes {
  readonly exit: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

function asText({ exit, stdout, stderr }: Bytes): LineResult {
  return { exit, out: Buffer.from(stdout).toString(), err: Buffer.from(stderr).toString() };
}

interface StagePlace extends LinePlace {
  readonly stdin: Uint8Array;
}

function shell(script: string, { cwd, env, stdin, isMerged = false }: StagePlace): Bytes {
  const whole = isMerged ? `exec 2>&1\n${script}` : script;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', whole], { cwd, env, input: stdin, timeout: 240_000, maxBuffer: 1 << 28 });
  return { exit: status, stdout, stderr };
}

/** One stage after the other; the exit code is that of the last one. */
async function runStages(stages: readonly string[], { cwd, env, isMerged = false }: LinePlace): Promise<Bytes> {
  let result: Bytes = { exit: 0, stdout: new Uint8Array(), stderr: new Uint8Array() };
  const errors: Uint8Array[] = [];
  for (const [index, stage] of stages.entries()) {
    const isLast = index === stages.length - 1;
    const place = { cwd, env, stdin: result.stdout, isMerged: isMerged && isLast };
    const tool = toolStage(stage);
    result = tool === null ? shell(stage, place) : await runStage(tool, place);
    errors.push(result.stderr);
  }
  const stderr = Buffer.concat(errors);
  return isMerged ? { ...result, stdout: Buffer.concat([stderr, result.stdout]), stderr: new Uint8Array() } : { ...result, stderr };
}

async function runStage({ env: own, tool, args, from, to }: ToolStage, place: StagePlace): Promise<Bytes> {
  const { cwd, env } = place;
  const stdin = from === undefined ? place.stdin : readFileSync(resolve(cwd, from));
  if (to === undefined) return runTool(tool, args, { ...place, stdin, env: { ...env, ...own } });
  // As a shell does it: the file is there, and empty, before the tool starts.
  writeFileSync(resolve(cwd, to), '');
  const result = await runTool(tool, args, { cwd, stdin, env: { ...env, ...own } });
  writeFileSync(resolve(cwd, to), result.stdout);
  return place.isMerged ? { ...result, stdout: result.stderr, stderr: new Uint8Array() } : { ...result, stdout: new Uint8Array() };
}

interface Command {
  /** Of its pipe. */
  readonly stages: readonly string[];
  /** After `&&`. */
  readonly isOnSuccess: boolean;
}

/** Quoted text, or what ends a command or a stage of a pipe, or a sign that only a shell knows what to do with. */
const SIGN = /'[^']*'|"(?:[^"\\]|\\.)*"|\\.|&&|\d?>&\d|[;|]\s*|\n|[&(){}#`]|<<|\$[('{]/g;
/** They change the shell that the commands after them run in. */
const SHELL_STATE =
  /^\s*(?:[A-Za-z_]\w*=\S*\s*$|(?:cd|exit|export|set|umask|trap|ulimit|exec|eval|for|while|if|test|case|function|alias)\b)/;

/** The commands of a line one by one; one command, the whole line, where it cannot be divided. */
function splitLine(line: string): readonly Command[] {
  const whole = [{ stages: [line], isOnSuccess: false }];
  const joined = line.replaceAll(/\\\n\s*/g, ' ');
  const commands: { stages: string[]; isOnSuccess: boolean }[] = [{ stages: [], isOnSuccess: false }];
  let start = 0;
  const endStage = (end: number, next: number): void => {
    commands.at(-1)?.stages.push(joined.slice(start, end));
    start = next;
  };
  for (const match of joined.matchAll(SIGN)) {
    const sign = match[0].trim();
    if (/^['"\\]|>&/.test(sign)) continue;
    if (!['', ';', '|', '&&'].includes(sign)) return whole;
    endStage(match.index, match.index + match[0].length);
    if (sign !== '|') commands.push({ stages: [], isOnSuccess: sign === '&&' });
  }
  endStage(joined.length, joined.length);
  const isClear = commands.every(({ stages }) => stages.every((stage) => stage.trim() !== '' && !SHELL_STATE.test(stage)));
  return isClear ? commands : whole;
}

const WORD = /\s*(?:([<>])|((?:'[^']*'|"[^"\\$`]*"|[\w@%+=:,./-])+)(?=\s|$))/y;

/** Null where it is not one tool with words that stand for themselves. */
function toolStage(stage: string): ToolStage | null {
  const line = stage.trim();
  const env: Record<string, string> = {};
  const words: string[] = [];
  const files: Record<string, string> = {};
  let redirected: string | undefined;
  WORD.lastIndex = 0;
  for (let at = 0; at < line.length; at = WORD.lastIndex) {
    const match = WORD.exec(line);
    if (match === null || (match[1] !== undefined && redirected !== undefined)) return null;
    const word = match[2]?.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? '');
    const [, name, value] = (words.length === 0 && /^([A-Za-z_]\w*)=([^]*)$/.exec(word ?? '')) || [];
    if (redirected !== undefined) files[redirected] = word as string;
    else if (name !== undefined) env[name] = value as string;
    else if (word !== undefined) words.push(word);
    redirected = match[1];
  }
  const [tool = '', ...args] = words;
  if (redirected !== undefined || files['>'] === '/dev/full' || !TOOLS.includes(tool)) return null;
  return { env, tool, args, from: files['<'], to: files['>'] };
}
