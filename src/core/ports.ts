/**
 * What the machine rooms implement and the pure rooms are handed: bytes in, bytes out, and hashing.
 * Everything is synchronous: evidence is read in one pass, in order, by one reader.
 */
export interface ByteSource {
  /** Fills a prefix of `into` and says how many bytes; 0 means the end. */
  read(into: Uint8Array): number;
}

export interface ByteSink {
  write(bytes: Uint8Array): void;
}

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** Lower-case hex; the hasher is spent afterwards. */
  digest(): string;
}

export type Algorithm = 'sha256' | 'blake3';

export type NewHasher = (algorithm: Algorithm) => Hasher;
