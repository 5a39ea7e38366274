/**
 * A file with a key, private or public: a small regular file, and whether it is closed to others.
 *
 *     readKeyFile('/keys/authority.key')                                  its text, null where there is none
 *     openToOthers('/keys/authority.key', 'private key', 0o600)           [], or a warning
 */
import { statSync } from 'node:fs';
import { errorCode } from '#disk/os-error';
import { NotRegular, withRegularFile } from '#disk/read/regular-file';
import { BadKey } from './bad-key.ts';

/** A key file that cannot be used; the message contains nothing of its content. */
export class BadKeyFile extends Error {
  override readonly name = 'BadKeyFile';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** No key file is longer. */
const MAX_LENGTH = 1 << 14;

export interface KeyFileReading {
  /** The name of the file in a refusal. */
  readonly shown?: string;
  /** False where a link is not accepted as a key. */
  readonly follow?: boolean;
}

/** The text of a small regular file, or null where there is none. Throws `BadKeyFile`, and the system's errors. */
export function readKeyFile(path: string, { shown = path, follow = true }: KeyFileReading = {}): string | null {
  try {
    return withRegularFile(path, { follow }, ({ size, bytes }) => {
      if (size > MAX_LENGTH) throw new BadKeyFile(shown, `expected a key of at most ${MAX_LENGTH} bytes, found a file of ${size}`);
      return Buffer.from(bytes()).toString('latin1');
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (error instanceof NotRegular || (code === 'ELOOP' && !follow))
      throw new BadKeyFile(shown, 'expected a key in a regular file, found something else');
    throw error;
  }
}

export function parseKeyFile<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof BadKey) throw new BadKeyFile(path, error.message);
    throw error;
  }
}

/** The permissions that a file or folder gives to others beyond `wanted`. */
export function openToOthers(path: string, what: string, wanted: number, shown = path): readonly string[] {
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return [];
  return [`${what} ${shown} is open to others: expected mode ${octal(wanted)}, found ${octal(mode)}`];
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
