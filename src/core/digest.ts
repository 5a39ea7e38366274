/** A content hash as it is written in evidence: `sha256:` or `blake3:` and lower-case hex. */
import type { Algorithm, NewHasher } from './ports.ts';

export type Digest = `${Algorithm}:${string}`;

export const ALGORITHMS: readonly Algorithm[] = ['sha256', 'blake3'];

/** The text before the first colon, known or not; the whole text if there is no colon. */
export function algorithmOf(bytesHash: string): string {
  const colon = bytesHash.indexOf(':');
  return colon < 0 ? bytesHash : bytesHash.slice(0, colon);
}

/** Whether the hash names an algorithm that this program can compute. The text after the colon is not validated; it is only compared. */
export function hasKnownAlgorithm(bytesHash: string): boolean {
  return bytesHash.includes(':') && isAlgorithm(algorithmOf(bytesHash));
}

export function isAlgorithm(name: string): name is Algorithm {
  return name === 'sha256' || name === 'blake3';
}

const SHA256 = /^sha256:[0-9a-f]{64}$/;

/** `sha256:` and 64 lower-case hex digits. */
export function isSha256Digest(text: string): text is Digest {
  return SHA256.test(text);
}

/** The hex digits of a SHA-256 digest, for a path or a URL. Throws for any other text. */
export function hexOf(digest: Digest): string {
  if (!SHA256.test(digest)) throw new Error(`expected sha256: and 64 hex digits, found ${digest}`);
  return digest.slice('sha256:'.length);
}

/** Computes the digest of several byte arrays in sequence. */
export function digestOf(newHasher: NewHasher, algorithm: Algorithm, runs: Iterable<Uint8Array>): Digest {
  const hasher = newHasher(algorithm);
  for (const bytes of runs) hasher.update(bytes);
  return `${algorithm}:${hasher.digest()}`;
}
