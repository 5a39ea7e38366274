/**
 * `sh` of program.ts with the tools in this process (helpers/shell-line.ts), for lines that a test prepares or judges by, and for rules that
 * are not about a process.
 *
 *     await runInProcess(folder, 'lock --scan data > d.lock.json')   { exit: 0, out: '', err: '', made: '' }
 */
import { runLine } from '../helpers/shell-line.ts';
import { type Ended, environment, withoutMade } from './program.ts';

export async function runInProcess(folder: string, line: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { exit, out, err } = await runLine(line, { cwd: folder, env: environment(folder, env) });
  return { exit, out, ...withoutMade(err) };
}
