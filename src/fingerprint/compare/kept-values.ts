/** The values of records of the old file until they are compared with the new one: at most 128 MiB. */
import { ByteWriter } from '#core/bytes/writer';

const MAX_BYTES = 1 << 27;

export class KeptValues {
  readonly #bytes = new ByteWriter(1 << 12);
  /** For each record the number of its first value, counted from 1, and how many it has; 0 if it is not kept. */
  readonly #first: Int32Array;
  readonly #count: Int32Array;
  #ends = new Int32Array(1 << 10);
  #values = 0;

  constructor(records: number) {
    this.#first = new Int32Array(records);
    this.#count = new Int32Array(records);
  }

  /** False if there is no more space. */
  begin(record: number): boolean {
    if (this.#bytes.length + 4 * this.#values > MAX_BYTES) return false;
    this.#first[record] = this.#values + 1;
    return true;
  }

  add(record: number, bytes: Uint8Array, start: number, end: number): void {
    this.#bytes.copy(bytes, start, end);
    if (this.#values === this.#ends.length) {
      const larger = new Int32Array(2 * this.#values);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#values++] = this.#bytes.length;
    this.#count[record] = (this.#count[record] as number) + 1;
  }

  has(record: number): boolean {
    return this.#first[record] !== 0;
  }

  /** The number of values of the record. */
  width(record: number): number {
    return this.#count[record] as number;
  }

  value(record: number, index: number): Uint8Array {
    if (index >= this.width(record)) return NONE;
    const at = (this.#first[record] as number) - 1 + index;
    return this.#bytes.bytes.subarray(at === 0 ? 0 : this.#ends[at - 1], this.#ends[at]);
  }

  isSame(record: number, index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const value = this.value(record, index);
    if (value.length !== end - start) return false;
    for (let i = 0; i < value.length; i++) if (value[i] !== bytes[start + i]) return false;
    return true;
  }
}

const NONE = new Uint8Array(0);
