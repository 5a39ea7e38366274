/**
 * Reads the manifest of a pack in a folder. It must be a regular file, so that no link leads to another manifest. If there is no manifest
 * that could be read as one, the refusal is `E_BAD_PACK`; if reading is not permitted, it is `E_IO` (P2).
 */
import { join } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { statIfThere } from '#disk/path/stat-if-there';
import { NotRegular, withRegularFile } from '#disk/read/regular-file';
import { MANIFEST_NAME, MAX_MANIFEST_LENGTH } from '../../document.ts';
import { badPack, cannotAccess } from '../../refusals.ts';

/** With these errors the manifest exists, but the system or the file itself prevents reading it. */
const UNREADABLE = ['EACCES', 'EPERM', 'EIO', 'EUNFIT'];

/** `onSize` is called with the size before the manifest is read. */
export function readManifestFile(given: string, folder: string, onSize?: (size: number) => void): Uint8Array {
  try {
    // An empty path means no folder. It must not become the current folder.
    return withRegularFile(folder && join(folder, MANIFEST_NAME), { follow: false }, ({ size, bytes }) => {
      if (size > MAX_MANIFEST_LENGTH) throw badPack(given, `Cannot read ${MANIFEST_NAME}: longer than ${MAX_MANIFEST_LENGTH} bytes`);
      onSize?.(size);
      return bytes();
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const isIrregular = code === 'ELOOP' || error instanceof NotRegular;
    if (!isIrregular && UNREADABLE.includes(code)) {
      throw cannotAccess(`Cannot read ${MANIFEST_NAME}: ${osText(error)}`, shownBelow(given, MANIFEST_NAME), osText(error));
    }
    if (code === 'ENOTDIR' && statIfThere(folder)?.isFile())
      throw badPack(given, `expected the folder of a pack, found a file: ${given}; pack import makes the folder of an archive`);
    throw badPack(given, `Cannot read ${MANIFEST_NAME}: ${isIrregular ? 'not a regular file' : osText(error)}`);
  }
}
