/**
 * Words that run a command among mounts of its own, which vanish with it; null where the system forbids it, and the tests that need it
 * are skipped with that reason.
 *
 *     shMounted(folder, 'size=64k', 'lock --scan data --output disk/d.lock')
 */
import { spawnSync } from 'node:child_process';
import { type Ended, sh } from './program.ts';

const ways = ['unshare --mount', 'unshare --map-root-user --mount'];

const ownMounts: string | undefined = ways.find((way) => spawnSync('sh', ['-c', `${way} mount -t tmpfs none /mnt`]).status === 0);

export const canMount = ownMounts !== undefined;
export const whyNoMounts = canMount ? '' : ' (skipped: no file system may be mounted here, not even with unshare)';

/** A small disk is mounted at `disk` in the folder while the script runs. */
export function shMounted(folder: string, mountOptions: string, script: string): Ended {
  const whole = `mkdir -p disk && mount -t tmpfs -o ${mountOptions} none disk || exit 99\n${script}`;
  return sh(folder, `${ownMounts} bash -c "$SCRIPT"`, { SCRIPT: whole });
}
