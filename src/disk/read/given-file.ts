/**
 * A file that the user named, read once from its start: a regular file must be unchanged when its end is reached (C8), a pipe is read as it
 * comes.
 *
 *     withGivenFile('/data/dec.lock.json', ({ source }) => readLock(source))
 */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import type { ByteSource } from '#core/ports';
import { CHANGED, UnusableFile } from '../os-error.ts';
import { descriptorSource } from './descriptor.ts';
import { startReading } from './unchanged.ts';

export interface GivenFile {
  readonly fd: number;
  readonly isRegular: boolean;
  /** Throws the system's error and, at the end of a file that has changed, `UnusableFile`. */
  readonly source: ByteSource;
  close(): void;
}

/** Throws the system's error. */
export function openGivenFile(path: string): GivenFile {
  // Opening a pipe that the user named waits for its writer.
  const fd = openSync(path, 'r');
  try {
    const isRegular = fstatSync(fd).isFile();
    return { fd, isRegular, source: isRegular ? wholeSource(fd) : descriptorSource(fd), close: () => closeSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The same for a file that is read more than once, which a pipe cannot be: anything but a regular file is not even opened. */
export function openGivenRegularFile(path: string): GivenFile {
  if (!statSync(path).isFile()) throw new UnusableFile('Not a regular file');
  const file = openGivenFile(path);
  if (file.isRegular) return file;
  file.close();
  throw new UnusableFile('Not a regular file');
}

export function withGivenFile<T>(path: string, use: (file: GivenFile) => T): T {
  const file = openGivenFile(path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

function wholeSource(fd: number): ByteSource {
  const { source, isWhole } = startReading(fd);
  return {
    read(into) {
      const count = source.read(into);
      if (count === 0 && into.length > 0 && !isWhole()) throw new UnusableFile(CHANGED);
      return count;
    },
  };
}
