/** Whether two files have the same bytes. Neither is held in memory. */
import { fill } from '#core/bytes/source';
import { bigStatIfThere } from '#disk/path/stat-if-there';
import { withGivenFile } from '#disk/read/given-file';

const BLOCK = 1 << 20;

/** True also if there is no file at `path`. */
export function isCopyOf(path: string, other: string): boolean {
  const found = bigStatIfThere(path);
  if (found === undefined) return true;
  if (found.size !== bigStatIfThere(other)?.size) return false;
  return withGivenFile(path, (a) =>
    withGivenFile(other, (b) => {
      const [x, y] = [new Uint8Array(BLOCK), new Uint8Array(BLOCK)];
      for (;;) {
        const [left, right] = [fill(a.source, x), fill(b.source, y)];
        if (Buffer.compare(x.subarray(0, left), y.subarray(0, right)) !== 0) return false;
        if (left < BLOCK) return true;
      }
    }),
  );
}
