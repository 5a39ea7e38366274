/**
 * One of N shards of a scan: the entries whose path hashes to its index. Every entry, also a skipped one, belongs to exactly one shard, and
 * to the same one on every machine.
 *
 *     shardOf('plain.txt', 8, sha256Text)     7: the first 8 bytes of SHA-256('plain.txt'), big-endian, modulo 8
 */

export interface Shard {
  /** From 0 to `count` - 1. */
  readonly index: number;
  readonly count: number;
}

/** SHA-256 of the UTF-8 bytes of a text, one character for each byte: for millions of paths half as expensive as hex. */
export type TextHash = (text: string) => string;

/** With at most this many shards the remainder is exact in a double. */
export const MAX_SHARDS = 1 << 20;

const WHOLE = /^(?:0|[1-9]\d{0,6})$/;

/** Reads a whole number without sign or leading zeros; null for anything else. */
export function parseCount(text: string | undefined): number | null {
  return text !== undefined && WHOLE.test(text) ? Number(text) : null;
}

/** Reads `I/N`; null for anything else. */
export function parseShard(text: string): Shard | null {
  const [first, second, ...rest] = text.split('/');
  const [index, count] = [parseCount(first), parseCount(second)];
  return rest.length > 0 || index === null || count === null || !isShard({ index, count }) ? null : { index, count };
}

export function isShard({ index, count }: Shard): boolean {
  return count >= 1 && count <= MAX_SHARDS && index >= 0 && index < count;
}

export function shardOf(path: string, count: number, sha256: TextHash): number {
  const digest = sha256(path);
  return ((wordAt(digest, 0) % count) * 2 ** 32 + wordAt(digest, 4)) % count;
}

function wordAt(digest: string, at: number): number {
  const [high, low] = [
    digest.charCodeAt(at) * 256 + digest.charCodeAt(at + 1),
    digest.charCodeAt(at + 2) * 256 + digest.charCodeAt(at + 3),
  ];
  return high * 65536 + low;
}

/** Tells whether an entry with this path below its root belongs to the shard. */
export function keepsShard({ index, count }: Shard, sha256: TextHash): (relativePath: string) => boolean {
  return (relativePath) => shardOf(relativePath, count, sha256) === index;
}
