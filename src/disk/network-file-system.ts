/** Whether a folder is on a network file system. If several machines share it, a lock may be visible to one of them only. */
import { statfsSync } from 'node:fs';
import { errorCode } from './os-error.ts';

/** The numbers that Linux uses for NFS, SMB, CIFS, 9P, FUSE (sshfs, gcsfuse), Ceph, Lustre, AFS, GFS2, OCFS2, GPFS. */
const NETWORK: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x0bd00bd0, 0x5346414f, 0x01161970, 0x7461636f, 0x47504653,
]);

/** False where it is unknown. */
export function isOnNetwork(folder: string): boolean {
  try {
    return NETWORK.has(statfsSync(folder).type >>> 0);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
