/** Whether a file has certain bytes, compared as they are made: neither of the two is held in memory. */
import { fill } from '#core/bytes/source';
import { bigStatIfThere } from '#disk/path/stat-if-there';
import { withGivenFile } from '#disk/read/given-file';

/** True also if there is no file. */
export function isFileOfBytes(path: string, emit: (write: (bytes: Uint8Array) => void) => void): boolean {
  const found = bigStatIfThere(path);
  if (found === undefined) return true;
  return withGivenFile(path, ({ source }) => {
    let isSame = true;
    let there = new Uint8Array(0);
    emit((bytes) => {
      if (!isSame) return;
      if (there.length < bytes.length) there = new Uint8Array(bytes.length);
      const filled = fill(source, there.subarray(0, bytes.length));
      isSame = filled === bytes.length && Buffer.compare(there.subarray(0, filled), bytes) === 0;
    });
    return isSame && source.read(new Uint8Array(1)) === 0;
  });
}
