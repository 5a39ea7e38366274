/**
 * The bytes between the values of an object: braces, keys, colons, commas, white space. The records of one stream share them. If these
 * bytes equal those of an object that was already validated, the keys are the same and only the values must be validated.
 *
 *     {"bytes_hash":…,"size":…}      pieces `{"bytes_hash":`  `,"size":`  `}`
 */
export class ObjectShape {
  /** All pieces in sequence; piece k ends at `ends[k]`. */
  #bytes = new Uint8Array(512);
  #ends = new Int32Array(32);
  #fields = new Int32Array(32);
  #length = 0;
  values = 0;
  isComplete = false;

  clear(): void {
    this.#length = 0;
    this.values = 0;
    this.isComplete = false;
  }

  /** Adds the piece `bytes[start..end)`, which comes before a value of this field. */
  add(bytes: Uint8Array, start: number, end: number, field: number): void {
    if (this.values + 1 >= this.#ends.length) {
      this.#ends = enlarged(this.#ends);
      this.#fields = enlarged(this.#fields);
    }
    while (this.#length + end - start > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start;
    this.#ends[this.values] = this.#length;
    this.#fields[this.values] = field;
    this.values++;
  }

  /** Adds the piece after the last value. */
  close(bytes: Uint8Array, start: number, end: number): void {
    this.add(bytes, start, end, -1);
    this.values--;
    this.isComplete = true;
  }

  field(index: number): number {
    return this.#fields[index] as number;
  }

  /** Returns the position after piece `index`, or -1 if the bytes at `pos` are different. */
  pass(index: number, bytes: Uint8Array, pos: number, end: number): number {
    const from = index === 0 ? 0 : (this.#ends[index - 1] as number);
    const to = this.#ends[index] as number;
    if (end - pos < to - from) return -1;
    const shape = this.#bytes;
    let at = pos;
    for (let i = from; i < to; i++) if (bytes[at++] !== shape[i]) return -1;
    return at;
  }
}

function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
