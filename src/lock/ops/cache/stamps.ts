/** Device, inode, size and times of a file, at one moment. */
import { type BigIntStats, statSync } from 'node:fs';
import { STAMPS } from '../../cache/layout.ts';

const EXACT = { bigint: true, throwIfNoEntry: false } as const;

export class Stamps {
  readonly values = new BigInt64Array(STAMPS);
  readonly words = new Uint32Array(this.values.buffer);

  /** False where there is no regular file. */
  take(path: string): boolean {
    const found = statOf(path);
    if (found?.isFile() !== true) return false;
    this.values[0] = found.dev;
    this.values[1] = found.ino;
    this.values[2] = found.size;
    this.values[3] = found.mtimeNs;
    this.values[4] = found.ctimeNs;
    return true;
  }

  equals({ words }: Stamps): boolean {
    return this.words.every((word, at) => word === words[at]);
  }
}

/** Links are followed. Undefined where nothing can be found out. */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, EXACT);
  } catch {
    return undefined;
  }
}
