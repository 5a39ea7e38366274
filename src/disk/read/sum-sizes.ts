/**
 * The total size of files, for the progress display before they are read. There may be many files, so the time is limited.
 *
 *     sumSizes(['/data/a', '/data/b'])     { files: 2, bytes: 9200000000 }, or null once a quarter of a second has passed
 */

import { uptimeMs } from '#threads/clock';
import { statIfThere } from '../path/stat-if-there.ts';

export interface Extent {
  readonly files: number;
  readonly bytes: number;
}

const MAX_MS = 250;
const LOOK_AT_CLOCK_EVERY = 64;

/** A file that cannot be examined counts as zero: the code that reads it reports why. */
export function sumSizes(paths: Iterable<string>): Extent | null {
  const start = uptimeMs();
  let files = 0;
  let bytes = 0;
  for (const path of paths) {
    if (++files % LOOK_AT_CLOCK_EVERY === 0 && uptimeMs() - start > MAX_MS) return null;
    bytes += sizeOf(path);
  }
  return { files, bytes };
}

function sizeOf(path: string): number {
  try {
    const found = statIfThere(path);
    return found?.isFile() === true ? found.size : 0;
  } catch {
    return 0;
  }
}
