/** A file named on the command line, read once, and noted for the ledger with its hash and size (W3), also where it is refused. */
import type { ByteSource } from '#core/ports';
import { type GivenFile, withGivenFile } from '#disk/read/given-file';
import { newHasher } from '#hashing/hashers';
import type { Invocation } from './command.ts';
import { type HashedSource, hashedSource } from './hashed-source.ts';

/** Throws the system's error when the file cannot be opened or read or changes meanwhile, and whatever `read` throws. */
export function readFileArgument<T>(invocation: Invocation, path: string, read: (source: ByteSource) => T): T {
  const { inputs } = invocation.record;
  const at = inputs.push({ path, hash: null, bytes: null }) - 1;
  return withGivenFile(invocation.resolve(path), (file) => {
    const source = hashedSource(file.source, newHasher);
    try {
      return read(source);
    } finally {
      if (isWhole(source, file)) inputs[at] = { path, ...source.finish() };
    }
  });
}

/** What is left of a regular file is read now; a pipe may never end, so what was not read of it stays unread. */
function isWhole(source: HashedSource, { isRegular }: GivenFile): boolean {
  const rest = new Uint8Array(1 << 16);
  while (!source.isAtEnd && isRegular) source.read(rest);
  return source.isAtEnd;
}
