/**
 * Part of a file as the body of a request, read while it is sent: a few pieces in memory, whatever its length. Each sending opens it anew.
 *
 *     { file: '/data/dec.csv', start: 0, length: 16777216 }
 */
import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fileFailure } from '../folder/refusals.ts';
import { changedFile } from '../refusals.ts';
import { systemText } from './system-text.ts';

export interface FilePart {
  /** Absolute. */
  readonly file: string;
  readonly start: number;
  readonly length: number;
  /** Hex. Where it is given, the last piece is only sent once all bytes hash to it, so that a server never gets the whole of something else. */
  readonly sha256?: string;
  /** How long the whole file was when it was verified. */
  readonly fileSize?: number;
}

const PIECE = 1 << 18;
/** No link is followed, and no pipe waited for. */
const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Exactly `length` bytes, or a refusal: what changed since is not what was verified. Stops early where `isOver` says so. */
export async function* readPart(part: FilePart, isOver: () => boolean = () => false): AsyncGenerator<Uint8Array, void, undefined> {
  const { file, start, length, sha256 } = part;
  const hasher = sha256 === undefined ? undefined : createHash('sha256');
  const handle = await readable(file, () => open(file, CAREFULLY));
  try {
    if (!(await handle.stat()).isFile()) throw fileFailure('read', { path: file, error: 'Not a regular file' });
    if (length === 0) await refuseOther(part, handle, hasher);
    for (let done = 0; done < length && !isOver(); ) {
      const wanted = Math.min(PIECE, length - done);
      const { bytesRead, buffer } = await readable(file, () => handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, start + done));
      if (bytesRead === 0) throw changedFile(file, `${start + length} bytes`, `${start + done} bytes`);
      done += bytesRead;
      const piece = buffer.subarray(0, bytesRead);
      hasher?.update(piece);
      if (done === length) await refuseOther(part, handle, hasher);
      yield piece;
    }
  } finally {
    await handle.close();
  }
}

/** Asked before the last byte goes. */
async function refuseOther({ file, fileSize, sha256 }: FilePart, handle: FileHandle, hasher: Hash | undefined): Promise<void> {
  const { size } = await handle.stat();
  if (fileSize !== undefined && size !== fileSize) throw changedFile(file, `${fileSize} bytes`, `${size} bytes`);
  const found = hasher?.digest('hex');
  if (found !== sha256) throw changedFile(file, `sha256:${sha256}`, `sha256:${found}`);
}

async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = systemText(error);
    throw text === undefined ? error : fileFailure('read', { path, error: text });
  }
}

/** The SHA-256 of a part, in hex. */
export async function hashPart(part: FilePart): Promise<string> {
  const hasher = createHash('sha256');
  for await (const bytes of readPart(part)) hasher.update(bytes);
  return hasher.digest('hex');
}
