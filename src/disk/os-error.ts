/** The operating system's own text for an error: `No such file or directory`. */
import { getSystemErrorMap } from 'node:util';

const TEXTS: Readonly<Record<string, string>> = {
  E2BIG: 'Argument list too long',
  EACCES: 'Permission denied',
  EBADF: 'Bad file descriptor',
  EBUSY: 'Device or resource busy',
  EDQUOT: 'Disk quota exceeded',
  EEXIST: 'File exists',
  EFBIG: 'File too large',
  EILSEQ: 'Name is not UTF-8',
  EINVAL: 'Invalid argument',
  EIO: 'Input/output error',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  EMFILE: 'Too many open files',
  ENAMETOOLONG: 'File name too long',
  ENOENT: 'No such file or directory',
  ENOMEM: 'Cannot allocate memory',
  ENOSPC: 'No space left on device',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  ENXIO: 'No such device or address',
  EOVERFLOW: 'Value too large for defined data type',
  EPERM: 'Operation not permitted',
  EPIPE: 'Broken pipe',
  EROFS: 'Read-only file system',
  ESTALE: 'Stale file handle',
  ETIMEDOUT: 'Connection timed out',
  EXDEV: 'Invalid cross-device link',
};

/** For a file whose size or time changed while it was read, or that was replaced. */
export const CHANGED = 'File changed while it was read';

/** A file that cannot be used, with the reason as text; code that handles the system's errors handles it too. */
export class UnusableFile extends Error {
  override readonly name: string = 'UnusableFile';
  readonly code = 'EUNFIT';
}

export function osText(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  return textOfCode(code, error instanceof Error ? error.message : code);
}

/** The same for a negative errno, as threads report it. */
export function osTextOfErrno(errno: number): string {
  const [code, text] = getSystemErrorMap().get(errno) ?? [`errno ${-errno}`, `errno ${-errno}`];
  return textOfCode(code, text);
}

/** A code such as `ENOENT`; undefined for an error that is not the system's, such as a refusal, which has its own code. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

const PASSING: ReadonlySet<string> = new Set(
  'EAGAIN EBUSY EDQUOT EHOSTDOWN EHOSTUNREACH EIO EMFILE ENETDOWN ENETUNREACH ENFILE ENOMEM ENOSPC ENOTCONN ESTALE ETIMEDOUT'.split(' '),
);

/** The same call may succeed later, without a change of the input: a full disk, a file server that does not answer. */
export function mayPass(error: unknown): boolean {
  return PASSING.has(errorCode(error) ?? '');
}

/** Nothing exists at the path; also where a parent is a file instead of a folder. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function textOfCode(code: string, otherwise: string): string {
  return TEXTS[code] ?? otherwise;
}
