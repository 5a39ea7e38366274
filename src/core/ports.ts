/**
 * Interfaces that the machine rooms implement and the pure rooms receive: bytes in, bytes out, and hashing. Everything is synchronous:
 * evidence is read in one pass, in order, by one reader.
 */
export interface ByteSource {
  /** Fills the beginning of `into` and returns the number of bytes; 0 means the end. */
  read(into: Uint8Array): number;
}

export interface ByteSink {
  write(bytes: Uint8Array): void;
}

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** Returns lower-case hex. The hasher cannot be used afterwards. */
  digest(): string;
}

export type Algorithm = 'sha256' | 'blake3';

export type NewHasher = (algorithm: Algorithm) => Hasher;
