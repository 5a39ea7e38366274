/** A file named on the command line, read once, and noted for the ledger with its hash and size (W3), also where it is refused. */

import { drain } from '#core/bytes/source';
import type { ByteSource, Hasher } from '#core/ports';
import { Refusal } from '#core/refusal';
import { errorCode } from '#disk/os-error';
import { type GivenFile, withGivenFile } from '#disk/read/given-file';
import { newHasher } from '#hashing/hashers';
import type { Invocation } from './command.ts';

/** Throws the system's error when the file cannot be opened or read or changes meanwhile, and whatever `read` throws. */
export function readFileArgument<T>(invocation: Invocation, path: string, read: (source: ByteSource) => T): T {
  const { inputs } = invocation.record;
  const at = inputs.push({ path, hash: null, bytes: null }) - 1;
  return withGivenFile(invocation.resolve(path), (file) => {
    const source = hashedSource(file.source);
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

/** A source that remembers BLAKE3 and length of all that was read through it, as the ledger records a file argument (W3). */
export interface HashedSource extends ByteSource {
  /** The source has said that there is no more. */
  readonly isAtEnd: boolean;
  /** Without BLAKE3 there is no hash, and no ledger that would want it. */
  finish(): { readonly hash: string | null; readonly bytes: number };
}

export function hashedSource(source: ByteSource): HashedSource {
  const hasher = blake3();
  let bytes = 0;
  let isAtEnd = false;
  return {
    get isAtEnd() {
      return isAtEnd;
    },
    read(into) {
      const count = source.read(into);
      isAtEnd = count === 0;
      hasher?.update(into.subarray(0, count));
      bytes += count;
      return count;
    },
    finish: () => ({ hash: hasher === null ? null : `blake3:${hasher.digest()}`, bytes }),
  };
}

function blake3(): Hasher | null {
  try {
    return newHasher('blake3');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A file named on the line, noted for the ledger with its hash and size (W3); without them where it cannot be read. */
export function noteFile(invocation: Invocation, path: string): void {
  try {
    readFileArgument(invocation, path, drain);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
