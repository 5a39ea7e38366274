/** A content hash as evidence writes it: `sha256:` or `blake3:` and lower-case hex. */
import type { Algorithm, NewHasher } from './ports.ts';

export type Digest = `${Algorithm}:${string}`;

export const ALGORITHMS: readonly Algorithm[] = ['sha256', 'blake3'];

/** The text before the first colon, known or not; the whole text where there is none. */
export function algorithmOf(bytesHash: string): string {
  const colon = bytesHash.indexOf(':');
  return colon < 0 ? bytesHash : bytesHash.slice(0, colon);
}

/** Whether a hash names an algorithm that can be computed here; what follows the colon is judged nowhere but by comparison. */
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

/** The digits of a SHA-256 digest, for a path or a URL: of anything else there are none. */
export function hexOf(digest: Digest): string {
  if (!SHA256.test(digest)) throw new Error(`expected sha256: and 64 hex digits, found ${digest}`);
  return digest.slice('sha256:'.length);
}

/** The digest of a few runs of bytes, one after the other. */
export function digestOf(newHasher: NewHasher, algorithm: Algorithm, runs: Iterable<Uint8Array>): Digest {
  const hasher = newHasher(algorithm);
  for (const bytes of runs) hasher.update(bytes);
  return `${algorithm}:${hasher.digest()}`;
}
