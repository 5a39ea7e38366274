/** The layout of a tar header: 512 bytes, fields at fixed positions (POSIX.1-1988 ustar). */
export const BLOCK = 512;

export interface Field {
  readonly at: number;
  readonly length: number;
}

export const field = {
  name: { at: 0, length: 100 },
  mode: { at: 100, length: 8 },
  uid: { at: 108, length: 8 },
  gid: { at: 116, length: 8 },
  size: { at: 124, length: 12 },
  mtime: { at: 136, length: 12 },
  checksum: { at: 148, length: 8 },
  type: { at: 156, length: 1 },
  magic: { at: 257, length: 8 },
  prefix: { at: 345, length: 155 },
} as const satisfies Readonly<Record<string, Field>>;

/** The largest number of eleven octal digits; a larger size is written in an extended header. */
export const MAX_OCTAL = 8 ** 11 - 1;

/** The number of bytes from the end of `size` bytes to the next block boundary. */
export function padding(size: number): number {
  const over = size % BLOCK;
  return over === 0 ? 0 : BLOCK - over;
}

/** The sum of all bytes, with the checksum field itself counted as spaces. */
export function checksumOf(block: Uint8Array): number {
  const { at, length } = field.checksum;
  let sum = length * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < at || i >= at + length) sum += block[i] as number;
  return sum;
}

/** What was found that a tar archive of plain files must not contain, such as `a symbolic link`, and the entry where it is known. */
export class TarError extends Error {
  override readonly name = 'TarError';
  readonly entry: string | null;

  constructor(message: string, entry: string | null = null) {
    super(message);
    this.entry = entry;
  }
}
