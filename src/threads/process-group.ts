/**
 * Ends a program that this process started, together with the processes that it started itself if it has its own process group.
 *
 *     await endGroup({ pid, isGroup: true })     SIGTERM, and after 5 seconds SIGKILL
 */
import { setTimeout as wait } from 'node:timers/promises';

export interface Started {
  readonly pid: number;
  /** It was started as the leader of its own group. */
  readonly isGroup: boolean;
}

const GRACE_MS = 5000;
const STEP_MS = 20;

export async function endGroup(started: Started, graceMs: number = GRACE_MS): Promise<void> {
  let isThere = signalGroup(started, 'SIGTERM');
  for (let waited = 0; isThere && waited < graceMs; waited += STEP_MS) {
    await wait(STEP_MS);
    isThere = signalGroup(started, 0);
  }
  if (isThere) signalGroup(started, 'SIGKILL');
}

/** Returns false if no process is left in the group. */
export function signalGroup({ pid, isGroup }: Started, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(isGroup ? -pid : pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EPERM: a process that now runs as another user exists, but cannot be signalled.
    if (code === 'EPERM') return true;
    if (code === 'ESRCH') return false;
    throw error;
  }
}
