/**
 * A value in a buffer that is reused for the next file or line. The type prevents that a caller keeps it by mistake: a caller reads it at
 * once, or keeps a copy.
 *
 *     const { bytes } = file;                    Reused<Uint8Array>, valid until the next file is opened
 *     parse(readNow(bytes));
 *     kept.push(readNow(bytes).slice());
 */
declare const reused: unique symbol;

export interface Reused<T> {
  readonly [reused]: T;
}

export function markReused<T>(value: T): Reused<T> {
  return value as unknown as Reused<T>;
}

export function readNow<T>(value: Reused<T>): T {
  return value as unknown as T;
}
