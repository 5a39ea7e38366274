/**
 * The target file of a copy: it is new, and is removed again unless it is kept.
 *
 *     const target = new CopyTarget('/staging/a.csv');
 *     try { target.write(bytes); target.keep(); } finally { target.discard(); }
 */
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { writeAll } from './write-all.ts';

/** An error of the system while writing, as distinct from one while reading. */
export class UnwritableTarget extends Error {
  override readonly name = 'UnwritableTarget';
  readonly errno: number | undefined;

  constructor(cause: unknown) {
    super('cannot write', { cause });
    this.errno = (cause as NodeJS.ErrnoException).errno;
  }
}

/** A class, not closures: one is made for every file that is copied. All methods throw `UnwritableTarget`. */
export class CopyTarget {
  readonly #path: string;
  readonly #fd: number;
  #isOpen = true;
  #isKept = false;

  /** An existing file is left unchanged. */
  constructor(path: string) {
    this.#path = path;
    this.#fd = attempt(() => openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666));
  }

  write(bytes: Uint8Array): void {
    attempt(() => writeAll(this.#fd, bytes));
  }

  /** The file is complete. */
  keep(): void {
    attempt(() => this.#close());
    this.#isKept = true;
  }

  /** Removes the file; does nothing after `keep`. */
  discard(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    attempt(() => {
      try {
        unlinkSync(this.#path);
      } finally {
        this.#close();
      }
    });
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#fd);
  }
}

function attempt<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UnwritableTarget(error);
  }
}
