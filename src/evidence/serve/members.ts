/**
 * The members of one document, packed for a search: a hundred thousand take some ten megabytes, and are searched in milliseconds.
 *
 *     const members = packMembers(described.members, MAX);
 *     for (const index of members.withPath('loans')) members.at(index)      { path, digest, size }
 */
import type { EvidenceMember } from '../contract.ts';

export interface PackedMembers {
  readonly count: number;
  /** The memory that they take. */
  readonly bytes: number;
  at(index: number): EvidenceMember;
  /** Those whose path contains the text, in their order. The letter case counts. */
  withPath(text: string): Iterable<number>;
  /** Those whose digest begins with these hex digits. */
  withDigest(question: DigestQuestion): Iterable<number>;
}

export interface DigestQuestion {
  /** Null for any. */
  readonly algorithm: string | null;
  /** Lower-case hex. */
  readonly digits: string;
}

const ALGORITHMS = ['', 'sha256', 'blake3'];
const DIGEST = /^(sha256|blake3):([0-9a-f]{64})$/;
const DIGEST_BYTES = 32;
/** Of each member, beside its path: its digest, algorithm, start and size. */
const ROW_BYTES = DIGEST_BYTES + 1 + 4 + 8;
/** Between two paths. A question never contains it, so that nothing is found across them. */
const SEPARATOR = '\0';
const NO_SIZE = -1;

/** Null if they would take more than `most` bytes. */
export function packMembers(members: Iterable<EvidenceMember>, most: number): PackedMembers | null {
  const [names, digests, sizes]: [string[], (string | null)[], number[]] = [[], [], []];
  let bytes = 0;
  for (const { path, digest, size } of members) {
    // A character outside Latin-1 makes all of them two bytes long.
    bytes += 2 * path.length + ROW_BYTES;
    if (bytes > most) return null;
    names.push(path);
    digests.push(digest);
    sizes.push(size === null ? NO_SIZE : Number(size));
  }
  const starts = new Uint32Array(names.length + 1);
  for (const [index, name] of names.entries()) starts[index + 1] = (starts[index] as number) + name.length + 1;
  return packed({ names: names.join(SEPARATOR), starts, sizes: Float64Array.from(sizes), ...packDigests(digests) }, bytes);
}

interface Columns {
  readonly names: string;
  /** Where each name starts, and at the end one more. */
  readonly starts: Uint32Array;
  readonly algorithms: Uint8Array;
  readonly digests: Uint8Array;
  readonly sizes: Float64Array;
}

function packDigests(list: readonly (string | null)[]): Pick<Columns, 'algorithms' | 'digests'> {
  const algorithms = new Uint8Array(list.length);
  const digests = new Uint8Array(list.length * DIGEST_BYTES);
  for (const [index, text] of list.entries()) {
    const [, algorithm = '', hex = ''] = DIGEST.exec(text ?? '') ?? [];
    algorithms[index] = ALGORITHMS.indexOf(algorithm);
    for (let at = 0; at < hex.length; at += 2) digests[index * DIGEST_BYTES + at / 2] = Number.parseInt(hex.slice(at, at + 2), 16);
  }
  return { algorithms, digests };
}

function packed({ names, starts, algorithms, digests, sizes }: Columns, bytes: number): PackedMembers {
  const count = sizes.length;
  return {
    count,
    bytes,
    at(index) {
      const size = sizes[index] as number;
      return {
        path: names.slice(starts[index], (starts[index + 1] as number) - 1),
        digest: algorithms[index] === 0 ? null : `${ALGORITHMS[algorithms[index] as number]}:${hexAt(digests, index)}`,
        size: size === NO_SIZE ? null : size,
      };
    },
    *withPath(text) {
      for (let at = names.indexOf(text); at >= 0; ) {
        const index = lastNotAfter(starts, at);
        yield index;
        // The next one is searched in the next name.
        at = names.indexOf(text, starts[index + 1]);
      }
    },
    *withDigest({ algorithm, digits }) {
      const first = Number.parseInt(digits.slice(0, 2).padEnd(2, '0'), 16);
      const isOdd = digits.length < 2;
      for (let index = 0; index < count; index++) {
        const found = digests[index * DIGEST_BYTES] as number;
        if (algorithms[index] === 0 || (!isOdd && found !== first)) continue;
        if (algorithm !== null && ALGORITHMS[algorithms[index] as number] !== algorithm) continue;
        if (hexAt(digests, index).startsWith(digits)) yield index;
      }
    },
  };
}

function hexAt(digests: Uint8Array, index: number): string {
  let hex = '';
  for (let at = index * DIGEST_BYTES; at < (index + 1) * DIGEST_BYTES; at++) hex += (digests[at] as number).toString(16).padStart(2, '0');
  return hex;
}

/** The index of the last start that is not after `at`. */
function lastNotAfter(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
}
