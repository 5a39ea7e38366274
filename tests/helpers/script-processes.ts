/** The commands of a script that are real processes; loaded only by scripts that use them. The built tools come first on the PATH. */
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, type Stage, type StageResult } from './script-commands.ts';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));
const WITHOUT_POWER = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** `exec PROGRAM ARG…`, `unprivileged PROGRAM ARG…` (without root's power over modes), `mkfifo PATH`. */
export function runProcessStage(name: string, args: readonly string[], stage: Stage): StageResult {
  if (name === 'exec') return execute(args, stage);
  return execute(name === 'unprivileged' ? [...WITHOUT_POWER, ...args] : [name, ...args], stage);
}

function execute([program, ...args]: readonly string[], { place, stdin }: Stage): StageResult {
  const env = { PATH: `${BIN}${delimiter}${process.env['PATH']}`, ...environment(place) };
  const result = spawnSync(program as string, args, { cwd: place.work, env, input: stdin, timeout: 240_000 });
  if (result.error) throw result.error;
  return { exit: result.status ?? 128, stdout: result.stdout, stderr: result.stderr };
}
