/** Whether a process of this number runs on this machine, ours or another's. */
import { errorCode } from '#disk/os-error';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
