/**
 * The commands of a script in addition to the tools. Paths are relative to `$WORK`.
 *
 *     mkdir DIR…          chmod MODE PATH       symlink TARGET LINK    rm PATH…         cp FROM TO       mv FROM TO
 *     touch FILE TIME     append FILE TEXT      replace FILE OLD NEW   bytes FILE HEX   mkfifo PATH
 *     cat FILE…           echo TEXT…            cmp A B                grep TEXT FILE   exists PATH…     list DIR (all paths below)
 *     env NAME=VALUE      clock TIME            exec PROGRAM ARG…      (a real process, the built tools first on its PATH)
 *     seal LOCKFILE       (gives it the hash that makes it valid)      unprivileged PROGRAM ARG…  (the same without root's power over modes)
 *     sealpack MANIFEST   (gives it the pack_id that makes it valid)   signedzone DIR [NAME]  (a stack, as stack-variants.ts has it)
 *     example NAME PATH   (a copy of examples/NAME)
 */
import * as fs from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sealLock } from '../lock/seal-lock.ts';
import { sealManifest } from '../pack/seal-manifest.ts';
import { signedZone } from '../stack/signed-zone.ts';
import { variants } from '../stack/variants.ts';
import { runTool, TOOLS, type ToolPlace, type ToolResult } from './run-tool.ts';

export interface Place {
  readonly base: string;
  readonly work: string;
  readonly home: string;
  env: Readonly<Record<string, string>>;
  clock: string;
}

export interface Stage {
  readonly place: Place;
  readonly stdin: Uint8Array;
  readonly isTTY: boolean;
}

export type StageResult = ToolResult;

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** The modification time of every file that a script begins with. */
export const FILE_TIME = new Date('2025-12-31T12:00:00Z');
/** The commands that are real processes, in script-processes.ts. */
export const PROCESSES: readonly string[] = ['exec', 'unprivileged', 'mkfifo'];

export async function runStage(words: readonly string[], stage: Stage): Promise<StageResult> {
  const [name, ...args] = words as [string, ...string[]];
  if (TOOLS.includes(name)) return runTool(name, args, toolPlace(stage));
  if (PROCESSES.includes(name)) return (await import('./script-processes.ts')).runProcessStage(name, args, stage);
  const command = commands[name];
  if (command === undefined) throw new Error(`a script cannot run '${name}'`);
  const result = command(args, stage);
  const stdout = typeof result === 'string' || result instanceof Uint8Array ? Buffer.from(result) : Buffer.alloc(0);
  return { exit: result === false ? 1 : 0, stdout, stderr: new Uint8Array() };
}

function toolPlace({ place, stdin, isTTY }: Stage): ToolPlace {
  return { cwd: place.work, env: environment(place), stdin, isTTY, now: () => new Date(place.clock) };
}

export function environment(place: Place): Readonly<Record<string, string>> {
  return { HOME: place.home, ...place.env };
}

/** A returned text or bytes are printed; `false` is exit 1. */
type ScriptCommand = (args: readonly string[], stage: Stage) => string | Uint8Array | boolean | void;

/** A command whose words are all paths. */
function onPaths(act: (...paths: readonly string[]) => ReturnType<ScriptCommand>): ScriptCommand {
  return (args, { place }) => act(...args.map((path) => resolve(place.work, path)));
}

const commands: Readonly<Record<string, ScriptCommand>> = {
  mkdir: onPaths((...paths) => paths.forEach((path) => void fs.mkdirSync(path, { recursive: true }))),
  rm: onPaths((...paths) => paths.forEach((path) => fs.rmSync(path, { recursive: true }))),
  cp: onPaths((from = '', to = '') => fs.cpSync(from, to, { recursive: true, preserveTimestamps: true })),
  mv: onPaths((from = '', to = '') => fs.renameSync(from, to)),
  cat: onPaths((...paths) => Buffer.concat(paths.map((path) => fs.readFileSync(path)))),
  cmp: onPaths((a = '', b = '') => fs.readFileSync(a).equals(fs.readFileSync(b))),
  exists: onPaths((...paths) => paths.every((path) => fs.existsSync(path))),
  seal: onPaths((path = '') => fs.writeFileSync(path, sealLock(fs.readFileSync(path, 'utf8')))),
  sealpack: onPaths((path = '') => fs.writeFileSync(path, sealManifest(fs.readFileSync(path, 'utf8')))),
  list: onPaths((path = '') =>
    fs
      .readdirSync(path, { recursive: true, encoding: 'utf8' })
      .sort(byBytes)
      .map((name) => `${name}\n`)
      .join(''),
  ),
  echo: (args) => `${args.join(' ')}\n`,
  chmod: ([mode = '', path = ''], { place }) => fs.chmodSync(resolve(place.work, path), mode),
  symlink: ([target = '', link = ''], { place }) => fs.symlinkSync(target, resolve(place.work, link)),
  signedzone: ([folder = '', name = 'as-signed'], { place }) => {
    if (variants[name] === undefined) throw new Error(`there is no signed zone '${name}'`);
    signedZone(resolve(place.work, folder), variants[name]);
  },
  example: ([name = '', path = ''], { place }) => {
    const to = resolve(place.work, path);
    fs.cpSync(`${EXAMPLES}/${name}`, to, { recursive: true });
    const files = fs.statSync(to).isDirectory()
      ? fs.readdirSync(to, { recursive: true, encoding: 'utf8' }).map((below) => `${to}/${below}`)
      : [to];
    for (const file of files) fs.utimesSync(file, FILE_TIME, FILE_TIME);
  },
  touch: ([path = '', time = ''], { place }) => fs.utimesSync(resolve(place.work, path), new Date(time), new Date(time)),
  append: ([path = '', text = ''], { place }) => fs.appendFileSync(resolve(place.work, path), text),
  bytes: ([path = '', hex = ''], { place }) => fs.writeFileSync(resolve(place.work, path), Buffer.from(hex, 'hex')),
  grep: ([text = '', path = ''], { place }) => fs.readFileSync(resolve(place.work, path), 'utf8').includes(text),
  replace: ([path = '', old = '', fresh = ''], { place }) => replaceOnce(resolve(place.work, path), old, fresh),
  env: ([pair = ''], { place }) => {
    const equals = pair.indexOf('=');
    place.env = { ...place.env, [pair.slice(0, equals)]: pair.slice(equals + 1) };
  },
  clock: ([time = ''], { place }) => {
    place.clock = time;
  },
};

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function replaceOnce(path: string, old: string, fresh: string): void {
  const text = fs.readFileSync(path, 'utf8');
  if (text.split(old).length !== 2) throw new Error(`'${old}' must stand exactly once in ${path}`);
  fs.writeFileSync(
    path,
    text.replace(old, () => fresh),
  );
}
