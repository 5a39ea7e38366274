/**
 * A value in a buffer that is used again for the next file or line. Nobody takes it for his own by mistake: who only looks at it now borrows
 * it, and who keeps it makes a copy of what he borrowed.
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
