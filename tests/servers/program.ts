/** Server programs for the tests: bundled once for each run, started as separate processes, and found by the port that they print. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

export interface RunningProgram {
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Ends a server with the tests that started it, however they end. */
const ENDS_WITH_PARENT = 'data:text/javascript,process.stdin.resume().on("end",()=>process.exit())';

/** Bundles a TypeScript program into one file for Node, in a folder of its own. */
export async function bundleProgram(source: string): Promise<{ readonly file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'custody-program-'));
  const file = join(folder, 'program.mjs');
  await build({
    entryPoints: [source],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['custody-source'],
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** `source` is a TypeScript program that prints `listening <port>`, anywhere on a line. */
export async function startProgram(source: string, args: readonly string[]): Promise<RunningProgram> {
  const { file, remove } = await bundleProgram(source);
  return startNode([file, ...args], remove);
}

/** The same for a JavaScript program; `ended` is called when it has ended. */
export async function startNode(args: readonly string[], ended: () => void = () => {}): Promise<RunningProgram> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /listening (?:on \S+:)?(\d+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => {
      ended();
      reject(new Error(`${args[0]} ended before it listened`));
    });
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { port, process: child, stop };
}
