/**
 * A value in a buffer that is reused for the next file or line. The type prevents that a caller keeps it by mistake: a caller that only
 * reads it now borrows it, and a caller that keeps it copies the borrowed value.
 *
 *     const { bytes } = file;                    Lent<Uint8Array>, until the next file is opened
 *     parse(borrow(bytes));
 *     held.push(borrow(bytes).slice());
 */
declare const lent: unique symbol;

export interface Lent<T> {
  readonly [lent]: T;
}

export function lend<T>(value: T): Lent<T> {
  return value as unknown as Lent<T>;
}

export function borrow<T>(value: Lent<T>): T {
  return value as unknown as T;
}
