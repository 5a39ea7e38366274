/**
 * Scripts: the behaviour of the command line as text files, run in process through the same `run(context)` that `main` calls.
 *
 *     # A comment; the first one names the test.
 *     lock --scan data > d.lock.json
 *     exit 1 lock verify d.lock.json --root other
 *     stdout
 *     | ✗ d.lock.json — self-hash valid, 1 of 1 members failed
 *     -- data/a.txt --
 *     hello
 *
 * Commands are the tools (`custody vacuum hashbytes fingerprint lock pack`) and those of script-commands.ts. They run in a new folder,
 * `$WORK`, which contains the files listed after the script. Words are quoted as in a shell ('…', "…", $'\n'); `a | b`, `< file` and `>
 * file` work. A command must exit with 0; `exit N` before it names another code, `!` allows any code but 0, `tty` gives it a terminal. In a
 * pipe the last code that is not 0 counts. The output must be stated byte for byte in `stdout` and `stderr` blocks after the command, or be
 * empty. `[no newline]` after the last line means that it has no line end, in blocks and in files. `$WORK` stands for the path of the
 * folder everywhere, and `$ANY` in a block for any text in that line, such as the id of a new key.
 *
 * `UPDATE_SCRIPTS=1` rewrites the blocks in place (never the exit codes) and is refused where `CI` is set.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FILE_TIME, type Place, PROCESSES, runStage } from './script-commands.ts';
import { type Pipeline, parsePipeline } from './script-words.ts';

const NO_NEWLINE = '[no newline]';

export interface Step {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The lines of the file that the blocks after the command occupy. */
  readonly blocks: { readonly from: number; readonly to: number };
  readonly expected: Readonly<Record<'stdout' | 'stderr', string>>;
}

interface Script {
  readonly title: string;
  readonly lines: readonly string[];
  readonly steps: readonly Step[];
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

/** Sees the folder of a script after each of its commands. */
export type AfterStep = (pipeline: Pipeline, place: Place) => Promise<void>;

export async function runScript(path: string, after?: AfterStep): Promise<void> {
  const isUpdate = process.env['UPDATE_SCRIPTS'] === '1';
  if (isUpdate && process.env['CI']) throw new Error('UPDATE_SCRIPTS is refused in CI');
  const script = parseScript(readFileSync(path, 'utf8'));
  if (script.steps.length === 0) throw new Error(`${path}: no commands`);
  const place = createPlace(script);
  const lines: (string | readonly string[])[] = [...script.lines];
  try {
    for (const step of script.steps) {
      const pipeline = parsePipeline(step.text, { WORK: place.work, HOME: place.home });
      const actual = asExpected(await runPipeline(pipeline, place), step.expected);
      const where = `${path}:${step.line}: ${step.text}`;
      if (!isExpected(pipeline, actual.exit)) throw new Error(`${where}\nexit ${actual.exit}\n${actual.stdout}${actual.stderr}`);
      if (isUpdate) replaceBlocks(lines, step, actual);
      else for (const stream of ['stdout', 'stderr'] as const) compare(`${where}: ${stream}`, step.expected[stream], actual[stream]);
      await after?.(pipeline, place);
    }
  } finally {
    rmSync(place.base, { recursive: true, force: true });
  }
  const updated = lines.flat().join('\n');
  if (isUpdate && updated !== script.lines.join('\n')) writeFileSync(path, updated);
}

/** The commands of a script with their expected output. */
export function stepsOf(path: string): readonly Step[] {
  return parseScript(readFileSync(path, 'utf8')).steps;
}

/** Whether the script starts processes, by its own commands or by `chain run`. */
export function startsProcesses(path: string): boolean {
  const word = new RegExp(`(?:^|[ |])(?:${PROCESSES.join('|')}|chain run) `);
  return stepsOf(path).some(({ text }) => word.test(text));
}

export function titleOf(path: string): string {
  return parseScript(readFileSync(path, 'utf8')).title;
}

function parseScript(text: string): Script {
  const lines = text.split('\n');
  const steps: Step[] = [];
  let at = 0;
  for (; at < lines.length && !/^-- .+ --$/.test(lines[at] as string); ) {
    const line = lines[at++] as string;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const from = at;
    const expected = { stdout: '', stderr: '' };
    while (lines[at] === 'stdout' || lines[at] === 'stderr') {
      const stream = lines[at++] as 'stdout' | 'stderr';
      const body: string[] = [];
      while (/^\|( |$)/.test(lines[at] ?? '') || lines[at] === NO_NEWLINE) body.push((lines[at++] as string).replace(/^\| ?/, ''));
      expected[stream] = joinLines(body);
    }
    steps.push({ line: from, text: line, blocks: { from, to: at }, expected });
  }
  const files: { name: string; content: string }[] = [];
  while (at < lines.length) {
    const name = (lines[at++] as string).slice(3, -3);
    const body: string[] = [];
    while (at < lines.length && !/^-- .+ --$/.test(lines[at] as string)) body.push(lines[at++] as string);
    if (at === lines.length && body.at(-1) === '') body.pop();
    files.push({ name, content: joinLines(body) });
  }
  return { title: lines.find((line) => line.startsWith('# '))?.slice(2) ?? 'has no title', lines, steps, files };
}

function joinLines(body: readonly string[]): string {
  return body.at(-1) === NO_NEWLINE ? body.slice(0, -1).join('\n') : body.map((line) => `${line}\n`).join('');
}

function formatBlock(stream: string, text: string): readonly string[] {
  if (text === '') return [];
  const body = text.split('\n');
  const end = body.at(-1) === '' ? [] : [NO_NEWLINE];
  return [stream, ...(end.length > 0 ? body : body.slice(0, -1)).map((line) => (line === '' ? '|' : `| ${line}`)), ...end];
}

function replaceBlocks(lines: (string | readonly string[])[], step: Step, actual: { stdout: string; stderr: string }): void {
  if (step.expected.stdout === actual.stdout && step.expected.stderr === actual.stderr) return;
  for (let i = step.blocks.from; i < step.blocks.to; i++) lines[i] = [];
  const blocks = [...formatBlock('stdout', actual.stdout), ...formatBlock('stderr', actual.stderr)];
  lines[step.blocks.from - 1] = [step.text, ...blocks];
}

function createPlace(script: Script): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'script-')));
  const place = { base, work: join(base, 'work'), home: join(base, 'home'), env: {}, clock: '2026-01-15T10:30:00Z' };
  mkdirSync(place.work);
  mkdirSync(place.home);
  for (const { name, content } of script.files) {
    const path = join(place.work, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content.replaceAll('$WORK', place.work));
    utimesSync(path, FILE_TIME, FILE_TIME);
  }
  return place;
}

async function runPipeline(pipeline: Pipeline, place: Place): Promise<{ exit: number; stdout: string; stderr: string }> {
  let input: Uint8Array = pipeline.from === undefined ? new Uint8Array() : readFileSync(join(place.work, pipeline.from));
  let exit = 0;
  const errors: Uint8Array[] = [];
  for (const words of pipeline.stages) {
    const result = await runStage(words, { place, stdin: input, isTTY: pipeline.isTTY });
    if (result.exit !== 0) exit = result.exit;
    errors.push(result.stderr);
    input = result.stdout;
  }
  if (pipeline.to !== undefined) {
    writeFileSync(join(place.work, pipeline.to), input);
    input = new Uint8Array();
  }
  return { exit, stdout: show(input, place), stderr: show(Buffer.concat(errors), place) };
}

function isExpected(pipeline: Pipeline, exit: number): boolean {
  return pipeline.exit === 'nonzero' ? exit !== 0 : exit === pipeline.exit;
}

/** Bytes that are not UTF-8 are shown as hex, so that different outputs never look equal. */
function show(bytes: Uint8Array, place: Place): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(bytes)
      .replaceAll(place.work, '$WORK')
      .replaceAll(place.home, '$HOME');
  } catch {
    return `[not UTF-8] ${Buffer.from(bytes).toString('hex')}\n`;
  }
}

type Printed = { readonly exit: number; readonly stdout: string; readonly stderr: string };

/** Replaces lines that match an expected line with `$ANY` by that expected line. */
function asExpected(actual: Printed, expected: Step['expected']): Printed {
  return { ...actual, stdout: withAny(actual.stdout, expected.stdout), stderr: withAny(actual.stderr, expected.stderr) };
}

function withAny(actual: string, expected: string): string {
  if (!expected.includes('$ANY')) return actual;
  const wanted = expected.split('\n');
  return actual
    .split('\n')
    .map((line, i) => {
      const parts = (wanted[i] ?? '').split('$ANY').map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
      return new RegExp(`^${parts.join('.+')}$`, 'u').test(line) ? (wanted[i] as string) : line;
    })
    .join('\n');
}

function compare(what: string, expected: string, actual: string): void {
  if (expected === actual) return;
  throw Object.assign(new Error(`${what} differs`), { expected, actual, showDiff: true });
}
