/**
 * Reads the entries of an archive in order, without unpacking it. The first bytes decide whether it is .tar or .tar.zst. Entries that a
 * pack cannot have are refused with the name of the entry (E_BAD_PACK). An archive that grows far beyond its own size is also refused: the
 * limit is the larger of 1 GiB and 1000 times its size, unless another limit is given.
 *
 *     readArchive({ given: 'december.tar.zst', path: '/data/december.tar.zst' }, ({ path, size }, body) => …)
 */

import { TarError } from '#codecs/tar/layout';
import { readTar, type TarEntry, type Visit } from '#codecs/tar/read';
import { ZstdError } from '#codecs/zstd/frames';
import { ZstdUnavailable, zstdSource } from '#codecs/zstd/zstd';
import type { Algorithm, ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { shellPath } from '#core/shell-words';
import { CHANGED, errorCode, isMissing, osText } from '#disk/os-error';
import { badPack, cannotAccess } from '../../refusals.ts';
import { type ArchiveFile, openArchiveFile } from './file.ts';

export interface ArchiveQuestion {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  /** The limit for the uncompressed size of the archive, in bytes. */
  readonly maxSize?: number | undefined;
  /** Of the hash of the file, `blake3` unless it is given. */
  readonly algorithm?: Algorithm | undefined;
  /** Called with the facts of the file after all of it has been read, also if the archive is refused. */
  readonly onInput?: ((input: ArchiveInput) => void) | undefined;
}

export interface ArchiveInput {
  readonly path: string;
  readonly hash: string | null;
  readonly bytes: number | null;
}

const SMALLEST_LIMIT = 1 << 30;
const MAX_RATIO = 1000;

/** `archive` is the file that contains the entry. */
export type VisitArchived = (entry: TarEntry, body: ByteSource, archive: { readonly size: number }) => ReturnType<Visit>;

export function readArchive(question: ArchiveQuestion, visit: VisitArchived): void {
  const { given } = question;
  try {
    const file = openArchiveFile(question.path, question.algorithm);
    if (typeof file === 'string') throw badPack(given, `expected an archive, found a ${file}: ${given}`);
    try {
      readEntries(file, question, visit);
    } finally {
      file.close();
    }
  } catch (error) {
    throw refusalFor(given, error);
  }
}

function readEntries(file: ArchiveFile, question: ArchiveQuestion, visit: VisitArchived): void {
  const { given, maxSize, onInput } = question;
  let isStopped = false;
  let entry: string | null = null;
  const limit = maxSize ?? Math.max(SMALLEST_LIMIT, file.size * MAX_RATIO);
  try {
    readTar(
      limitedSource(plainSource(file, given), limit, () => tooLarge(question, limit, entry)),
      (found, body) => {
        entry = found.path;
        const answer = visit(found, body, file);
        isStopped = answer === 'stop';
        return answer;
      },
    );
  } catch (error) {
    if (onInput !== undefined) reportInput(file, given, onInput);
    throw error;
  }
  if (!isStopped && reportInput(file, given, onInput)) throw archiveChanged(given);
}

function plainSource({ format, otherFormat, source }: ArchiveFile, given: string): ByteSource {
  if (format === null)
    throw badPack(given, `neither a folder, a tar nor a tar.zst: ${given}${otherFormat === null ? '' : other(otherFormat)}`);
  return format === 'tar' ? source : zstdSource(source);
}

/** A compressed tar can be decompressed by the program of that format. */
function other(format: string): string {
  const how = format === 'zip' || format === '7z' ? 'unpack it and name its folder' : 'decompress it to a .tar';
  return ` (${format} is not read: ${how})`;
}

/** Returns whether the file changed while it was read. */
function reportInput(file: ArchiveFile, given: string, onInput: ArchiveQuestion['onInput']): boolean {
  const { hash, bytes, isChanged } = file.finish();
  if (!isChanged) onInput?.({ path: given, hash, bytes });
  return isChanged;
}

export function archiveChanged(given: string): Refusal {
  return cannotAccess(`Cannot read pack: ${given}: ${CHANGED}`, given, CHANGED);
}

class TooLarge extends Error {
  override readonly name = 'TooLarge';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The refusal suggests no higher limit: a person must decide how far to trust an archive. */
function tooLarge({ given }: ArchiveQuestion, limit: number, entry: string | null): TooLarge {
  const detail = { max_size: limit, ...(entry === null ? {} : { entry }) };
  const message = `expected at most ${limit} bytes in the archive, found more: ${given}; if you trust it, allow more with --max-size`;
  return new TooLarge(badPack(given, message, detail, `ls -la ${shellPath(given)}`));
}

/** The error is not a `Refusal` at this point: the code that reads a member could take a refusal for a problem of that member. */
function limitedSource(source: ByteSource, limit: number, failure: () => Error): ByteSource {
  let left = limit;
  return {
    read(into) {
      const count = source.read(into);
      left -= count;
      if (left < 0) throw failure();
      return count;
    },
  };
}

/** How the message begins if the compressed stream is cut or damaged, whatever is in it. */
export const WHOLE_STREAM = 'expected a whole Zstandard stream';

function refusalFor(given: string, error: unknown): unknown {
  if (error instanceof TooLarge) return error.refusal;
  if (error instanceof TarError) {
    const [where, detail] = error.entry === null ? ['', {}] : [`: ${error.entry}`, { entry: error.entry }];
    return badPack(given, `expected an archive of plain files, found ${error.message}${where}`, detail);
  }
  if (error instanceof ZstdError) return badPack(given, `${WHOLE_STREAM}, found one that ${error.message}`);
  if (error instanceof ZstdUnavailable) return cannotAccess(`Cannot read pack: ${given}: ${error.message}`, given, error.message);
  if (error instanceof Refusal || errorCode(error) === undefined) return error;
  const message = `Cannot read pack: ${given}: ${osText(error)}`;
  return isMissing(error) ? badPack(given, message) : cannotAccess(message, given, osText(error));
}
