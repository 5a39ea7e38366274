/**
 * A tool run in this process, through the same `run(context)` that `main` calls.
 *
 *     await runTool('lock', ['--scan', 'data'], { cwd: '/tmp/x', env: { HOME: '/tmp/x' } })   { exit: 0, stdout: <Buffer …>, stderr: <Buffer > }
 */
import { run } from '#cli/run';
import type { Terminal } from '#cli/run-context';

export const TOOLS: readonly string[] = ['custody', 'vacuum', 'hashbytes', 'fingerprint', 'lock', 'pack'];

export interface ToolPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  readonly isTTY?: boolean;
  readonly now?: () => Date;
  /** Standard error goes where standard output goes, as on a terminal. */
  readonly isMerged?: boolean;
}

export interface ToolResult {
  readonly exit: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

export async function runTool(program: string, argv: readonly string[], place: ToolPlace): Promise<ToolResult> {
  const { cwd, env, stdin = new Uint8Array(), isTTY = false, now = () => new Date(), isMerged = false } = place;
  const stdout: Uint8Array[] = [];
  const stderr = isMerged ? stdout : [];
  let at = 0;
  const terminal = (into: Uint8Array[]): Terminal => ({ isTTY, columns: 80, write: (bytes) => void into.push(Uint8Array.from(bytes)) });
  const exit = await run({
    program,
    argv,
    env,
    cwd,
    now,
    stdin: {
      read(into) {
        const chunk = stdin.subarray(at, at + into.length);
        into.set(chunk);
        at += chunk.length;
        return chunk.length;
      },
    },
    stdout: terminal(stdout),
    stderr: terminal(stderr),
  });
  return { exit, stdout: Buffer.concat(stdout), stderr: isMerged ? new Uint8Array() : Buffer.concat(stderr) };
}
