/**
 * One of N shards of a scan: the entries whose path hashes to its index. Every entry, also a skipped one, belongs to exactly one shard, and
 * to the same one on every machine.
 *
 *     shardOf('plain.txt', 8, sha256Hex)     7: the first 8 bytes of SHA-256('plain.txt'), big-endian, modulo 8
 */

export interface Shard {
  /** From 0 to `count` - 1. */
  readonly index: number;
  readonly count: number;
}

/** SHA-256 of the UTF-8 bytes of a text, as lower-case hex. */
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
  const hex = sha256(path);
  const high = Number.parseInt(hex.slice(0, 8), 16);
  const low = Number.parseInt(hex.slice(8, 16), 16);
  return ((high % count) * 2 ** 32 + low) % count;
}

/** Tells whether an entry with this path below its root belongs to the shard. */
export function keepsShard({ index, count }: Shard, sha256: TextHash): (relativePath: string) => boolean {
  return (relativePath) => shardOf(relativePath, count, sha256) === index;
}
