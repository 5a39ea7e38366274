/**
 * A part of a file as the body of a request, read while it is sent: only a few pieces are in memory, whatever its length. The file is
 * opened again for each attempt.
 *
 *     { file: '/data/dec.csv', start: 0, length: 16777216 }
 */
import { createHash, type Hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode, osText } from '#disk/os-error';
import { NO_FOLLOW_FLAGS } from '#disk/read/regular-file';
import { isUnchanged } from '#disk/read/unchanged';
import { fileFailure } from '../folder/refusals.ts';
import { changedFile } from '../refusals.ts';

export interface FilePart {
  /** Absolute. */
  readonly file: string;
  readonly start: number;
  readonly length: number;
  /** Hex. If it is given, the last piece is sent only if all bytes match it, so that a server never receives complete wrong content. */
  readonly sha256?: string;
  /** The length of the whole file when it was verified. */
  readonly fileSize?: number;
}

const PIECE = 1 << 18;

/** Exactly `length` bytes, or a refusal: a file that has changed is not the verified one. Stops early where `isOver` returns true. */
export async function* readPart(part: FilePart, isOver: () => boolean = () => false): AsyncGenerator<Uint8Array, void, undefined> {
  const { file, start, length, sha256 } = part;
  const hasher = sha256 === undefined ? undefined : createHash('sha256');
  const handle = await readable(file, () => open(file, NO_FOLLOW_FLAGS));
  try {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) throw fileFailure('read', { path: file, error: 'Not a regular file' });
    if (length === 0) await refuseOther(part, { before, handle, hasher });
    for (let done = 0; done < length && !isOver(); ) {
      const wanted = Math.min(PIECE, length - done);
      const { bytesRead, buffer } = await readable(file, () => handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, start + done));
      if (bytesRead === 0) throw changedFile(file, `${start + length} bytes`, `${start + done} bytes`);
      done += bytesRead;
      const piece = buffer.subarray(0, bytesRead);
      hasher?.update(piece);
      if (done === length) await refuseOther(part, { before, handle, hasher });
      yield piece;
    }
  } finally {
    await handle.close();
  }
}

interface PartReading {
  readonly before: BigIntStats;
  readonly handle: FileHandle;
  readonly hasher: Hash | undefined;
}

/** Called before the last byte is sent. The hash proves the bytes; without one the file must be unchanged since it was opened (C8). */
async function refuseOther({ file, fileSize, sha256 }: FilePart, { before, handle, hasher }: PartReading): Promise<void> {
  const after = await handle.stat({ bigint: true });
  if (fileSize !== undefined && Number(after.size) !== fileSize) throw changedFile(file, `${fileSize} bytes`, `${after.size} bytes`);
  const found = hasher?.digest('hex');
  if (found !== sha256) throw changedFile(file, `sha256:${sha256}`, `sha256:${found}`);
  if (hasher === undefined && !isUnchanged(before, after)) throw changedFile(file, 'a file as it was opened', 'one that was written to');
}

async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorCode(error) === undefined ? error : fileFailure('read', { path, error: osText(error) });
  }
}

/** The SHA-256 of a part, in hex. */
export async function hashPart(part: FilePart): Promise<string> {
  const hasher = createHash('sha256');
  for await (const bytes of readPart(part)) hasher.update(bytes);
  return hasher.digest('hex');
}
