/**
 * What program made a record (W3): BLAKE3 over its own built files, in byte order of their paths under `dist`. Each file
 * goes in as its path, a NUL, its length as eight bytes with the lowest first, and its bytes. The declarations in
 * `dist/types` never run and are left out.
 *
 *     main.js \0 1a 00 00 00 00 00 00 00 <26 bytes> …
 *
 * Run from source, it is the same over `src`.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareUtf8 } from '#core/bytes/order';
import { newHasher } from '#hashing/hashers';

const DECLARATIONS = 'types';
const LOADERS = ['../bin/load.cjs', '../bin/start.cjs'];

let remembered: string | undefined;

/** `blake3:` and the hash of the running program, read once. */
export function programHash(): string {
  remembered ??= hashFolder(ownFolder(dirname(fileURLToPath(import.meta.url))));
  return remembered;
}

export function hashFolder(folder: string): string {
  const hasher = newHasher('blake3');
  for (const path of [...filesBelow(folder, ''), ...loadersOf(folder)].sort(compareUtf8)) {
    const fd = openSync(join(folder, path), 'r');
    try {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(fstatSync(fd, { bigint: true }).size);
      hasher.update(Buffer.from(`${path}\0`));
      hasher.update(length);
      for (let count = readSync(fd, piece); count > 0; count = readSync(fd, piece)) hasher.update(piece.subarray(0, count));
    } finally {
      closeSync(fd);
    }
  }
  return `blake3:${hasher.digest()}`;
}

/** What reads and runs the program; a library that was bundled has none. */
function loadersOf(folder: string): readonly string[] {
  return basename(folder) === 'dist' ? LOADERS.filter((path) => existsSync(join(folder, path))) : [];
}

/** Used again and again: memory that was never touched costs more than reading into it. */
const piece = new Uint8Array(1 << 17);

function filesBelow(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    if (path === DECLARATIONS) return [];
    if (entry.isDirectory()) return filesBelow(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}

/** The nearest `dist` or `src` around this file. */
function ownFolder(folder: string): string {
  const name = basename(folder);
  if (name === 'dist' || name === 'src') return folder;
  if (name === '') throw new Error('the program is neither in a folder dist nor in a folder src');
  return ownFolder(dirname(folder));
}
