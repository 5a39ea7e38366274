/**
 * What was read is one file, unchanged (C8): at two looks at the open file its size and its time are the same, to the nanosecond, and as many
 * bytes came as it said.
 *
 *     const reading = startReading(fd, (bytes) => hasher.update(bytes));
 *     parse(reading.source);
 *     reading.isWhole()      false where the file changed meanwhile; what the parser left is read before
 */
import { fstatSync, readSync } from 'node:fs';
import { drain, type ObservedSource, observedSource } from '#core/bytes/source';

/** Milliseconds in a double would miss a change. */
export interface Look {
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

export interface Reading {
  /** From the first byte, as often as the file is read. */
  readonly source: ObservedSource;
  isWhole(): boolean;
}

/** For part of a file, between two looks. */
export function isUnchanged(before: Look, after: Look): boolean {
  return before.size === after.size && before.mtimeNs === after.mtimeNs;
}

/** For all of it: `count` is how many bytes came. */
export function isWhole(before: Look, after: Look, count: number): boolean {
  return isUnchanged(before, after) && BigInt(count) === after.size;
}

/** `onBytes` sees every byte, in order. */
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
