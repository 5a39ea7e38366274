/** A file named on the command line, read once, and noted for the ledger with its hash and size (W3), also where it is refused. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { descriptorSource } from '#disk/read/descriptor';
import { newHasher } from '#hashing/hashers';
import type { Invocation } from './command.ts';
import { type HashedSource, hashedSource } from './hashed-source.ts';

/** Throws the system's error when the file cannot be opened or read, and whatever `read` throws. */
export function readFileArgument<T>(invocation: Invocation, path: string, read: (source: ByteSource) => T): T {
  const { inputs } = invocation.record;
  const at = inputs.push({ path, hash: null, bytes: null }) - 1;
  const fd = openSync(invocation.resolve(path), 'r');
  try {
    const source = hashedSource(descriptorSource(fd), newHasher);
    try {
      return read(source);
    } finally {
      if (isWhole(source, fd)) inputs[at] = { path, ...source.finish() };
    }
  } finally {
    closeSync(fd);
  }
}

/** What is left of a regular file is read now; a pipe may never end, so what was not read of it stays unread. */
function isWhole(source: HashedSource, fd: number): boolean {
  const rest = new Uint8Array(1 << 16);
  while (!source.isAtEnd && fstatSync(fd).isFile()) source.read(rest);
  return source.isAtEnd;
}
