/**
 * The hash of the program that made a record (W3): BLAKE3 over the files of its build, `dist/3f1c0a9b72de/`, and the files that start it,
 * sorted by their paths relative to the build in byte order. For each file it covers the path, a NUL, the length as eight bytes in
 * little-endian order, and the bytes.
 *
 *     main.cjs \0 1a 00 00 00 00 00 00 00 <26 bytes> …
 *
 * If the program runs from source, the hash covers `src` in the same way.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareUtf8 } from '#core/bytes/order';
import type { Hasher } from '#core/ports';
import { newHasher } from '#hashing/hashers';

const BUILDS = 'dist';
const STARTERS = ['../../bin/compiled.cjs', '../../bin/start.cjs', '../program.cjs'];
/** Made from the parts by one engine, and used only with the part that it was made from. */
const COMPILED = '.compiled';

let remembered: string | undefined;

/** Returns `blake3:` and the hash of the running program. The files are read once. */
export function programHash(): string {
  remembered ??= hashFolder(ownFolder(dirname(fileURLToPath(import.meta.url))));
  return remembered;
}

export function hashFolder(folder: string): string {
  const hasher = newHasher('blake3');
  const gathered = new Gathered(hasher);
  for (const path of [...filesBelow(folder, ''), ...startersOf(folder)].sort(compareUtf8)) addFile(gathered, folder, path);
  gathered.flush();
  return `blake3:${hasher.digest()}`;
}

/** Every run with a record reads the whole program, so all files are read into the same memory: new memory costs more than reading. */
const memory = Buffer.allocUnsafeSlow(1 << 18);
const LENGTH_BYTES = 8;

/** The bytes of many short files are hashed together: a call for each of them costs more than its hash. */
class Gathered {
  readonly #hasher: Hasher;
  #filled = 0;

  constructor(hasher: Hasher) {
    this.#hasher = hasher;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length > memory.length - this.#filled) this.flush();
    memory.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Reads as much as there is room for; 0 at the end of the file. */
  read(fd: number): number {
    if (this.#filled === memory.length) this.flush();
    const count = readSync(fd, memory, this.#filled, memory.length - this.#filled, null);
    this.#filled += count;
    return count;
  }

  flush(): void {
    this.#hasher.update(memory.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

function addFile(gathered: Gathered, folder: string, path: string): void {
  const fd = openSync(`${folder}/${path}`, 'r');
  try {
    const { size } = fstatSync(fd);
    const head = Buffer.from(`${path}\0${'\0'.repeat(LENGTH_BYTES)}`);
    head.writeUInt32LE(size, head.length - LENGTH_BYTES);
    gathered.add(head);
    // The end is at the size: a call that reads nothing would be one of four for each file.
    for (let left = size; left > 0; ) {
      const count = gathered.read(fd);
      left = count === 0 ? 0 : left - count;
    }
  } finally {
    closeSync(fd);
  }
}

function startersOf(folder: string): readonly string[] {
  return isBuild(folder) ? STARTERS.filter((path) => existsSync(join(folder, path))) : [];
}

function filesBelow(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.isDirectory()) return filesBelow(folder, `${path}/`);
    return entry.isFile() && !path.endsWith(COMPILED) ? [path] : [];
  });
}

/** Returns the build that this file is part of, or the nearest `src`. */
function ownFolder(folder: string): string {
  if (isBuild(folder) || basename(folder) === 'src') return folder;
  if (basename(folder) === '') throw new Error('the program is neither in a folder below dist nor in a folder src');
  return ownFolder(dirname(folder));
}

function isBuild(folder: string): boolean {
  return basename(dirname(folder)) === BUILDS;
}
