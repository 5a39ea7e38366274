/**
 * The bytes of a ledger at one moment, up to the end of its last whole line, for what copies it. Others may append meanwhile; nothing beyond
 * that place is read.
 *
 *     withLedgerFile('/home/ada/.epistemic/witness.jsonl', async (file) => file?.digest(0, file.end))
 */
import { createHash, type Hash } from 'node:crypto';
import type { Digest } from '#core/digest';
import { readPart } from '#disk/read/part';
import { openSnapshot } from './snapshot.ts';

const BLOCK = 1 << 20;
const NEWLINE = 10;

export interface LedgerFile {
  /** The end of the last whole line. */
  readonly end: number;
  /** The bytes of a line that has no newline yet. */
  readonly torn: number;
  /** The hash of its first line with the newline; null if there is no whole line. */
  readonly id: Digest | null;
  read(start: number, end: number): Uint8Array;
  digest(start: number, end: number): Digest;
  /** Gives the hash of the ledger up to each of several ascending places, and reads it once. */
  prefixes(): (end: number) => Digest;
  /** The number of newlines in the range. */
  lines(start: number, end: number): number;
  /** The place after the last newline in the range, or after the first newline behind it. */
  lineEnd(start: number, end: number): number;
}

/** Null if there is no ledger. Throws `E_IO`. */
export async function withLedgerFile<T>(path: string, use: (file: LedgerFile | null) => Promise<T>): Promise<T> {
  const snapshot = openSnapshot(path);
  if (snapshot === null) return use(null);
  try {
    return await use(ledgerFile(snapshot.fd, snapshot.size));
  } finally {
    snapshot.close();
  }
}

export function ledgerFile(fd: number, size: number): LedgerFile {
  const end = lastLineEnd(fd, size);
  const file: Omit<LedgerFile, 'id'> = {
    end,
    torn: size - end,
    read: (start, stop) => readRange(fd, start, stop),
    digest: (start, stop) => `sha256:${updateWith(createHash('sha256'), fd, start, stop).digest('hex')}`,
    prefixes() {
      const hash = createHash('sha256');
      let at = 0;
      return (stop) => {
        updateWith(hash, fd, at, stop);
        at = stop;
        return `sha256:${hash.copy().digest('hex')}`;
      };
    },
    lines(start, stop) {
      let count = 0;
      for (let at = start; at < stop; at += BLOCK)
        for (const byte of readRange(fd, at, Math.min(at + BLOCK, stop))) if (byte === NEWLINE) count++;
      return count;
    },
    lineEnd(start, stop) {
      const within = lastLineEnd(fd, stop, start);
      return within > start ? within : nextLineEnd(fd, stop, end);
    },
  };
  return { ...file, id: end === 0 ? null : file.digest(0, nextLineEnd(fd, 0, end)) };
}

function updateWith(hash: Hash, fd: number, start: number, end: number): Hash {
  for (let at = start; at < end; at += BLOCK) hash.update(readRange(fd, at, Math.min(at + BLOCK, end)));
  return hash;
}

export function readRange(fd: number, start: number, end: number): Uint8Array {
  const bytes = readPart(fd, start, end - start);
  if (bytes.length < end - start) throw new Error('the ledger became shorter while it was read');
  return bytes;
}

function lastLineEnd(fd: number, end: number, start = 0): number {
  for (let stop = end; stop > start; ) {
    const from = Math.max(start, stop - BLOCK);
    const feed = readRange(fd, from, stop).lastIndexOf(NEWLINE);
    if (feed >= 0) return from + feed + 1;
    stop = from;
  }
  return start;
}

function nextLineEnd(fd: number, start: number, end: number): number {
  for (let at = start; at < end; at += BLOCK) {
    const feed = readRange(fd, at, Math.min(at + BLOCK, end)).indexOf(NEWLINE);
    if (feed >= 0) return at + feed + 1;
  }
  return end;
}
