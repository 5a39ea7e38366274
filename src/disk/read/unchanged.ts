/**
 * Ensures that the bytes read are one unchanged file (C8): two fstat calls give the same size and the same time, to the nanosecond, and as
 * many bytes were read as the size says.
 *
 *     const reading = startReading(fd, (bytes) => hasher.update(bytes));
 *     parse(reading.source);
 *     reading.isWhole()      reads the rest that the parser left; false where the file has changed
 */
import { fstatSync, readSync } from 'node:fs';
import { drain, type ObservedSource, observedSource } from '#core/bytes/source';

/** Milliseconds in a double would miss a change. */
export interface FileState {
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

export interface Reading {
  /** Starts at the first byte each time the file is read. */
  readonly source: ObservedSource;
  isWhole(): boolean;
}

/** For a part of a file, between two fstat calls. */
export function isUnchanged(before: FileState, after: FileState): boolean {
  return before.size === after.size && before.mtimeNs === after.mtimeNs;
}

/** For a whole file: `count` is the number of bytes read. */
export function isWhole(before: FileState, after: FileState, count: number): boolean {
  return isUnchanged(before, after) && BigInt(count) === after.size;
}

/** `onBytes` receives every byte, in order. */
export function startReading(fd: number, onBytes: (bytes: Uint8Array) => void = () => {}): Reading {
  const before = fstatSync(fd, { bigint: true });
  const source: ObservedSource = observedSource({ read: (into) => readSync(fd, into, 0, into.length, source.size) }, onBytes);
  return {
    source,
    isWhole() {
      drain(source);
      return isWhole(before, fstatSync(fd, { bigint: true }), source.size);
    },
  };
}
