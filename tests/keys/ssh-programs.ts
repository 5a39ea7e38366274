/**
 * The programs of OpenSSH, from Debian's openssh-client where the machine has none.
 *
 *     const ssh = await sshPrograms();          a string says why there are none
 *     ssh.keygen('-lf', file)                   its output
 *     const agent = await ssh.startAgent();     agent.socket, agent.add(file), agent.stop()
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { debianPrograms } from '../set-up/debian-programs.ts';

export interface SshAgent {
  readonly socket: string;
  add(...args: readonly string[]): void;
  stop(): void;
}

export interface SshPrograms {
  keygen(...args: readonly string[]): string;
  startAgent(): Promise<SshAgent>;
}

export async function sshPrograms(): Promise<SshPrograms | string> {
  const found = await debianPrograms(['ssh-keygen', 'ssh-agent', 'ssh-add'], ['openssh-client']);
  if (typeof found === 'string') return found;
  const env = { ...process.env, ...found.env };
  const program = (name: string): string => join(dirname(found.path), name);
  return {
    keygen: (...args) => execFileSync(program('ssh-keygen'), args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    startAgent: () => startAgent(program, env),
  };
}

async function startAgent(program: (name: string) => string, env: NodeJS.ProcessEnv): Promise<SshAgent> {
  // The path of a socket must be short.
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  const socket = join(folder, 's');
  const agent = spawn(program('ssh-agent'), ['-D', '-a', socket], { env, stdio: 'ignore' });
  for (let waited = 0; !existsSync(socket) && waited < 10_000; waited += 20) await wait(20);
  return {
    socket,
    add: (...args) => void execFileSync(program('ssh-add'), ['-q', ...args], { env: { ...env, SSH_AUTH_SOCK: socket }, stdio: 'pipe' }),
    stop() {
      agent.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
