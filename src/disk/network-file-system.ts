/**
 * What kind of file system a folder lies on. On one that several machines share, a lock may be known to one of them only.
 */
import { statfsSync } from 'node:fs';
import { errorCode } from './os-error.ts';

/** NFS, SMB, CIFS, 9P, FUSE (sshfs, gcsfuse), Ceph, Lustre, AFS, GFS2, OCFS2, GPFS: the numbers by which Linux knows them. */
const NETWORK: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x0bd00bd0, 0x5346414f, 0x01161970, 0x7461636f, 0x47504653,
]);

/** False where it cannot be told. */
export function isOnNetwork(folder: string): boolean {
  try {
    return NETWORK.has(statfsSync(folder).type >>> 0);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
