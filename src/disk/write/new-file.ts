/**
 * The target file of a copy: it is new, and is removed again unless it is kept.
 *
 *     const target = openTarget('/staging/a.csv');
 *     try { target.write(bytes); target.keep(); } finally { target.discard(); }
 */
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { writeAll } from './write-all.ts';

export interface CopyTarget {
  write(bytes: Uint8Array): void;
  /** The file is complete. */
  keep(): void;
  /** Removes the file; does nothing after `keep`. */
  discard(): void;
}

/** An error of the system while writing, as distinct from one while reading. */
export class UnwritableTarget extends Error {
  override readonly name = 'UnwritableTarget';
  readonly errno: number | undefined;

  constructor(cause: unknown) {
    super('cannot write', { cause });
    this.errno = (cause as NodeJS.ErrnoException).errno;
  }
}

/** Throws `UnwritableTarget`, as all its methods do; an existing file is left unchanged. */
export function openTarget(path: string): CopyTarget {
  const fd = attempt(() => openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666));
  let isOpen = true;
  let isKept = false;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(fd);
  };
  return {
    write: (bytes) => attempt(() => writeAll(fd, bytes)),
    keep() {
      attempt(close);
      isKept = true;
    },
    discard() {
      if (isKept) return;
      isKept = true;
      attempt(() => {
        try {
          unlinkSync(path);
        } finally {
          close();
        }
      });
    },
  };
}

function attempt<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UnwritableTarget(error);
  }
}
