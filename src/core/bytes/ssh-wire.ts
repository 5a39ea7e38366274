/**
 * The encoding of SSH (RFC 4251): numbers of 4 bytes with the highest first, and strings behind their length.
 *
 *     wireString('ssh-ed25519')          00 00 00 0b 73 73 68 …
 *     new WireReader(bytes).string()     the bytes of the string; throws `BadWire` where they are not complete
 *
 * What is read comes from others: a length is compared with what is left before anything is taken.
 */
import { encodeUtf8 } from './utf8.ts';

export class BadWire extends Error {
  override readonly name = 'BadWire';
}

export class WireReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new BadWire(`expected ${length} more bytes, found ${this.left}`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  byte(): number {
    return this.take(1)[0] as number;
  }

  uint32(): number {
    return this.take(4).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  string(): Uint8Array {
    return this.take(this.uint32());
  }

  /** A name: printable ASCII. */
  name(): string {
    const bytes = this.string();
    if (bytes.some((byte) => byte < 0x21 || byte > 0x7e)) throw new BadWire('expected a name, found other bytes');
    return String.fromCharCode(...bytes);
  }

  /** A number that is not negative, in its only form: no zero byte in front unless the next bit is set. The bytes are the content of a DER INTEGER. */
  mpint(): Uint8Array {
    const bytes = this.string();
    const [first = 0, second = 0] = bytes;
    if (first > 0x7f || (bytes.length > 0 && first === 0 && second < 0x80)) throw new BadWire('expected a number in its shortest form');
    return bytes;
  }

  /** Throws `BadWire` where anything is left. */
  end(): void {
    if (this.left > 0) throw new BadWire(`expected the end, found ${this.left} more bytes`);
  }
}

export function wireUint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

export function wireString(value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? encodeUtf8(value) : value;
  return joined(wireUint32(bytes.length), bytes);
}

/** The bytes of a number, highest first, whatever zero bytes it has in front. */
export function wireMpint(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? new Uint8Array() : bytes.subarray(start);
  return wireString((digits[0] ?? 0) > 0x7f ? joined(Uint8Array.of(0), digits) : digits);
}

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
