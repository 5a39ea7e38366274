/** Known keys, found by the bytes between their quotes. */
import { startsWith } from '../bytes/starts-with.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';

interface Key {
  readonly field: number;
  readonly bytes: Uint8Array;
}

export class KeyTable {
  readonly #byLength: Key[][] = [];

  constructor(names: readonly string[]) {
    names.forEach((name, field) => {
      const bytes = encodeUtf8(name);
      const alike = this.#byLength[bytes.length] ?? [];
      alike.push({ field, bytes });
      this.#byLength[bytes.length] = alike;
    });
  }

  /** The place of the name in the list, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const alike = this.#byLength[end - start];
    if (alike === undefined) return -1;
    for (let k = 0; k < alike.length; k++) {
      const key = alike[k] as Key;
      if (startsWith(bytes, start, key.bytes)) return key.field;
    }
    return -1;
  }
}
