/**
 * A JSON value as the strict reader returns it and the canonical writers accept it, without any loss:
 *
 *     12                 number, always a safe integer
 *     9007199254740993   bigint, an integer token beyond 2^53-1 within -2^63..2^64-1
 *     1.0, -0, 1e400     Float, any other number (1e400 itself is refused); Digits from a reader that keeps every digit
 *
 * Objects have no prototype, so `__proto__` is an ordinary key. Writers also accept plain object literals.
 */
export type JsonValue = null | boolean | string | number | bigint | Float | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A number whose token is not an integer: `1.0` is distinct from `1`. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A float with its token, from a reader that keeps every digit. */
export class Digits extends Float {
  readonly token: string;
  constructor(token: string) {
    super(Number(token));
    this.token = token;
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float);
}

/** Returns an object to fill key by key. `__proto__` is safe as a key. */
export function emptyObject(): { [key: string]: JsonValue } {
  return Object.create(null) as { [key: string]: JsonValue };
}
