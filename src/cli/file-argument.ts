/** A file named on the command line: it is read once, and recorded for the ledger with its hash and size (W3), also where it is refused. */

import { drain } from '#core/bytes/source';
import type { ByteSource, Hasher } from '#core/ports';
import { Refusal } from '#core/refusal';
import { errorCode } from '#disk/os-error';
import { statIfThere } from '#disk/path/stat-if-there';
import { type GivenFile, withGivenFile } from '#disk/read/given-file';
import { newHasher } from '#hashing/hashers';
import type { Invocation } from './command.ts';

/** Throws the system's error if the file cannot be opened or read, or changes while it is read, and every error that `read` throws. */
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

/** Reads the rest of a regular file. The rest of a pipe is not read, because it may never end. */
function isWhole(source: HashedSource, { isRegular }: GivenFile): boolean {
  const rest = new Uint8Array(1 << 16);
  while (!source.isAtEnd && isRegular) source.read(rest);
  return source.isAtEnd;
}

/** A source that computes BLAKE3 and length of everything read through it, as the ledger records a file argument (W3). */
export interface HashedSource extends ByteSource {
  /** The source has reported its end. */
  readonly isAtEnd: boolean;
  /** The hash is null where BLAKE3 is not available; then no record is written either. */
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

/**
 * Records a regular file named on the line for the ledger, with its hash and size (W3), or without them where it cannot be read. A pipe is not
 * opened: nobody else reads it, and it may never end.
 */
export function recordInput(invocation: Invocation, path: string): void {
  try {
    if (statIfThere(invocation.resolve(path))?.isFile() === false) invocation.record.inputs.push({ path, hash: null, bytes: null });
    else readFileArgument(invocation, path, drain);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
