/**
 * What program made a record (W3): BLAKE3 over the files of its build, `dist/3f1c0a9b72de/`, and what starts it, in byte order of their paths from
 * there. Each file goes in as its path, a NUL, its length as eight bytes with the lowest first, and its bytes.
 *
 *     main.cjs \0 1a 00 00 00 00 00 00 00 <26 bytes> …
 *
 * Run from source, it is the same over `src`.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareUtf8 } from '#core/bytes/order';
import { newHasher } from '#hashing/hashers';

const BUILDS = 'dist';
const STARTERS = ['../../bin/start.cjs', '../program.cjs'];

let remembered: string | undefined;

/** `blake3:` and the hash of the running program, read once. */
export function programHash(): string {
  remembered ??= hashFolder(ownFolder(dirname(fileURLToPath(import.meta.url))));
  return remembered;
}

export function hashFolder(folder: string): string {
  const hasher = newHasher('blake3');
  for (const path of [...filesBelow(folder, ''), ...startersOf(folder)].sort(compareUtf8)) {
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

function startersOf(folder: string): readonly string[] {
  return isBuild(folder) ? STARTERS.filter((path) => existsSync(join(folder, path))) : [];
}

/** Used again and again: memory that was never touched costs more than reading into it. */
const piece = new Uint8Array(1 << 17);

function filesBelow(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.isDirectory()) return filesBelow(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}

/** The build that this file is part of, or the nearest `src`. */
function ownFolder(folder: string): string {
  if (isBuild(folder) || basename(folder) === 'src') return folder;
  if (basename(folder) === '') throw new Error('the program is neither in a folder below dist nor in a folder src');
  return ownFolder(dirname(folder));
}

function isBuild(folder: string): boolean {
  return basename(dirname(folder)) === BUILDS;
}
