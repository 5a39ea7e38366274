/**
 * The manifest of a pack in a folder, read whole: a regular file and nothing else, so that no link leads to another one. None that could be
 * read as one is `E_BAD_PACK`, one that may not be read `E_IO` (P2).
 */
import { closeSync, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { CAREFULLY } from '#disk/read/carefully';
import { LONGEST_MANIFEST, MANIFEST_NAME } from '../../document.ts';
import { badPack, cannotAccess } from '../../refusals.ts';

/** `onSize` is told how long it is before it is read. */
export function readManifestFile(given: string, folder: string, onSize?: (size: number) => void): Uint8Array {
  try {
    // No path is no folder, not the one that we are in.
    const fd = openSync(folder && join(folder, MANIFEST_NAME), CAREFULLY);
    try {
      const { size } = requireRegular(fstatSync(fd));
      if (size > LONGEST_MANIFEST) throw badPack(given, `Cannot read ${MANIFEST_NAME}: longer than ${LONGEST_MANIFEST} bytes`);
      onSize?.(size);
      return readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') {
      throw cannotAccess(`Cannot read ${MANIFEST_NAME}: ${osText(error)}`, shownBelow(given, MANIFEST_NAME), osText(error));
    }
    if (code === 'ENOTDIR' && statSync(folder, { throwIfNoEntry: false })?.isFile())
      throw badPack(given, `expected the folder of a pack, found a file: ${given}; pack import makes the folder of an archive`);
    const text = code === 'ELOOP' || code === 'ENXIO' ? 'not a regular file' : osText(error);
    throw badPack(given, `Cannot read ${MANIFEST_NAME}: ${text}`);
  }
}

function requireRegular(found: Stats): Stats {
  if (!found.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'ENXIO' });
  return found;
}
