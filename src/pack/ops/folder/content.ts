/** Reads the content of a member of a pack in a folder: once, through one file descriptor, and only if it is a regular file (C8). */
import { readSync } from 'node:fs';
import { memorySource } from '#core/bytes/source';
import { type Found, MISSING, NOT_REGULAR } from '#core/found';
import type { ByteSource } from '#core/ports';
import { CHANGED, errorCode, isMissing, osText } from '#disk/os-error';
import { NotRegular, type RegularFile, withRegularFile } from '#disk/read/regular-file';
import { countRead } from '#threads/read-meter';

/** Returns the result of `read`, unless the file cannot be read completely. */
export function readContent(path: string, read: (source: ByteSource) => Found): Found {
  try {
    return withRegularFile(path, { follow: false }, (file) => {
      return (file.size < short.length ? readShort(file, read) : readLong(file, read)) ?? { kind: 'unreadable', error: CHANGED };
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (isMissing(error)) return MISSING;
    return code === 'ELOOP' || error instanceof NotRegular ? NOT_REGULAR : { kind: 'unreadable', error: osText(error) };
  }
}

/** This buffer is reused for every short file. */
const short = new Uint8Array((1 << 20) + 1);

/** One read must end exactly at the size that the system stated (C8). */
function readShort({ fd, size }: RegularFile, read: (source: ByteSource) => Found): Found | null {
  const count = readSync(fd, short, 0, size + 1, 0);
  if (count !== size) return null;
  countRead(count);
  return read(memorySource(short.subarray(0, count)));
}

function readLong(file: RegularFile, read: (source: ByteSource) => Found): Found | null {
  const { source, isWhole } = file.read((bytes) => countRead(bytes.length));
  const found = read(source);
  return isWhole() ? found : null;
}
