/**
 * Lists the entries of a zip archive by its directory, without reading the archive: for telling what an archive is. `readZip` is the strict
 * reader; this one accepts whatever has a directory.
 *
 *     const { names, entryCount, texts } = await listZip(fd, ['mimetype']);
 *     texts.get('mimetype')      the beginning of that entry
 */
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { ZipError } from './names.ts';
import { directoryOf, zipErrorText } from './read.ts';

export interface ZipListing {
  readonly entryCount: number;
  /** Of the first entries; bytes beyond ASCII are decoded as Latin-1. */
  readonly names: readonly string[];
  readonly hasEncrypted: boolean;
  /** The first bytes of the wanted entries, decoded as Latin-1. */
  readonly texts: ReadonlyMap<string, string>;
}

const MAX_ENTRIES = 20_000;
const MAX_TEXT_BYTES = 1 << 18;

/** The library's types do not declare its promise API. */
type FromFd = (fd: number, options: { autoClose: false; decodeStrings: false }) => Promise<ZipFile>;

/** Throws `ZipError` where there is no readable directory. The descriptor stays open. */
export async function listZip(fd: number, wanted: readonly string[]): Promise<ZipListing> {
  try {
    const { fromFdPromise } = (await import('yauzl')).default as unknown as { fromFdPromise: FromFd };
    const zip = await fromFdPromise(fd, { autoClose: false, decodeStrings: false });
    const entries = await directoryOf(zip, MAX_ENTRIES);
    const texts = new Map<string, string>();
    for (const entry of entries) if (wanted.includes(nameOf(entry))) texts.set(nameOf(entry), await beginningOf(zip, entry));
    const hasEncrypted = entries.some(({ generalPurposeBitFlag }) => (generalPurposeBitFlag & 1) !== 0);
    return { entryCount: zip.entryCount, names: entries.map(nameOf), hasEncrypted, texts };
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(`not a readable zip archive: ${zipErrorText(error as Error)}`);
  }
}

function nameOf({ fileNameRaw }: Entry): string {
  return fileNameRaw.toString('latin1');
}

/** Empty for an entry that cannot be unpacked: its archive can still be identified by its names. */
async function beginningOf(zip: ZipFile, entry: Entry): Promise<string> {
  try {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of await streamOf(zip, entry)) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= MAX_TEXT_BYTES) break;
    }
    return Buffer.concat(pieces).toString('latin1', 0, MAX_TEXT_BYTES);
  } catch {
    return '';
  }
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error === null || error === undefined ? resolve(stream) : reject(error)));
  });
}
