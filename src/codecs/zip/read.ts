/**
 * Reads a zip archive of plain files, strictly: an archive that two readers could understand differently is a `ZipError`. That is repeated
 * or unsafe names, links and other kinds of entries, encryption, methods other than stored and deflated, entries that overlap or whose
 * local header has another name than the directory, a directory with more entries than it counts, wrong sizes and checksums. Folders are
 * skipped after their name is checked. An archive that would unpack to far more than its own length is refused before anything is unpacked.
 *
 *     for (const { path, read } of await readZip(bytes)) hasher.update(read());     in the byte order of their paths
 */
import { crc32, inflateRawSync } from 'node:zlib';
import type { Entry, LocalFileHeader, ZipFile } from 'yauzl';
import { compareUtf8 } from '#core/bytes/order';
import type { RelPath } from '#core/path/rel-path';
import { UTF8_FLAG, ZipError, type ZipName, zipNames } from './names.ts';

export interface ZipEntry {
  readonly path: RelPath;
  readonly size: number;
  /** Unpacks the entry; throws `ZipError` where size or checksum differ from the stated ones. */
  read(): Uint8Array;
}

export interface ZipLimits {
  readonly entries: number;
  /** The largest unpacked size of one entry, and of all entries together. */
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** How many times its own length an archive of more than a megabyte may unpack to. */
  readonly ratio: number;
  /** Some programs for Windows write names with backslashes. They are read as slashes where the format of the archive knows no other names. */
  readonly hasBackslashes?: boolean;
}

export const ZIP_LIMITS: ZipLimits = { entries: 20_000, entryBytes: 1 << 26, totalBytes: 1 << 30, ratio: 200 };

const SMALL = 1 << 20;
const [STORED, DEFLATED] = [0, 8];
const LOCAL_HEADER = 30;
const HAS_DESCRIPTOR = 0x8;
/** This value means that the 64-bit length is in an extra field. */
const IN_EXTRA_FIELD = 0xffffffff;
/** All flags except the compression hints, the data descriptor and UTF-8 names: encryption, patches, hidden headers. */
const UNKNOWN_FLAGS = 0xffff & ~(0x6 | HAS_DESCRIPTOR | UTF8_FLAG);

export async function readZip(bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): Promise<readonly ZipEntry[]> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const { fromBufferPromise } = (await import('yauzl')).default as unknown as { fromBufferPromise: FromBuffer };
    const zip = await fromBufferPromise(archive, { lazyEntries: true, decodeStrings: false });
    return await readEntries(zip, archive, limits);
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(`not a readable zip archive: ${zipErrorText(error as Error)}`);
  }
}

/** The library reports a missing end of the directory with a long message; it is the error for most files that are not archives. */
export function zipErrorText({ message }: Error): string {
  return message.startsWith('End of central directory') ? 'it has no directory' : message.replace(/\.$/, '');
}

/** The library's types do not declare its promise API. */
type FromBuffer = (archive: Buffer, options: { lazyEntries: true; decodeStrings: false }) => Promise<ZipFile>;

interface PlacedEntry {
  readonly name: ZipName;
  readonly start: number;
  readonly dataStart: number;
  readonly end: number;
  readonly entry: Entry;
}

async function readEntries(zip: ZipFile, archive: Buffer, limits: ZipLimits): Promise<readonly ZipEntry[]> {
  if (zip.entryCount > limits.entries) throw new ZipError(`expected at most ${limits.entries} entries, found ${zip.entryCount}`);
  const directoryStart = cursorOf(zip);
  const judge = zipNames(limits.hasBackslashes);
  const placed: PlacedEntry[] = [];
  let total = 0;
  for (const entry of await directoryOf(zip)) {
    const name = judge(entry);
    requirePlain(entry, name.text, limits);
    total += entry.uncompressedSize;
    const header = await headerOf(zip, entry);
    requireSame(entry, header, name.text);
    const { relativeOffsetOfLocalHeader: start } = entry;
    placed.push({ name, start, dataStart: header.fileDataStart, end: header.fileDataStart + entry.compressedSize, entry });
  }
  requireEnd(zip, archive);
  if (total > limits.totalBytes) throw new ZipError(`expected at most ${limits.totalBytes} bytes unpacked, found ${total}`);
  if (total > SMALL && total > archive.length * limits.ratio)
    throw new ZipError(`expected at most ${limits.ratio} times its length unpacked, found ${total} bytes in ${archive.length}`);
  requireContiguous(placed, directoryStart);
  return placed
    .flatMap(({ name, dataStart, end, entry }) =>
      name.path === null
        ? []
        : [{ path: name.path, size: entry.uncompressedSize, read: () => unpack(archive.subarray(dataStart, end), entry, name.text) }],
    )
    .sort((a, b) => compareUtf8(a.path, b.path));
}

/** At most this many of them, in the order of the directory. */
export function directoryOf(zip: ZipFile, maxEntries = Number.POSITIVE_INFINITY): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length < maxEntries) zip.readEntry();
      else resolve(entries);
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });
}

function headerOf(zip: ZipFile, entry: Entry): Promise<LocalFileHeader> {
  return new Promise((resolve, reject) => {
    zip.readLocalFileHeader(entry, {}, (error: Error | null, header) =>
      error === null || error === undefined ? resolve(header) : reject(error),
    );
  });
}

function requirePlain(entry: Entry, name: string, { entryBytes }: ZipLimits): void {
  const { compressionMethod, generalPurposeBitFlag, uncompressedSize } = entry;
  if ((generalPurposeBitFlag & 0x1) !== 0) throw new ZipError('an encrypted entry', name);
  if ((generalPurposeBitFlag & UNKNOWN_FLAGS) !== 0) throw new ZipError(`an entry with unknown flags ${generalPurposeBitFlag}`, name);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw new ZipError(`an entry of method ${compressionMethod}`, name);
  if (uncompressedSize > entryBytes) throw new ZipError(`an entry of more than ${entryBytes} bytes`, name);
  if (name.endsWith('/') && uncompressedSize > 0) throw new ZipError('a folder with bytes of its own', name);
}

/** The local header must agree with the directory: some readers use only the local headers. */
function requireSame(entry: Entry, header: LocalFileHeader, name: string): void {
  if (!header.fileName.equals(entry.fileNameRaw)) throw new ZipError('another name in front of the entry than in the directory', name);
  const flags = header.generalPurposeBitFlag ^ entry.generalPurposeBitFlag;
  // Whether it is marked as UTF-8 says nothing about a name in ASCII.
  const differing = entry.fileNameRaw.every((byte) => byte < 0x80) ? flags & ~UTF8_FLAG : flags;
  if (header.compressionMethod !== entry.compressionMethod || differing !== 0)
    throw new ZipError('another method or other flags in front of the entry than in the directory', name);
  const comesLater = (entry.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0;
  const fits = (field: 'crc32' | 'compressedSize' | 'uncompressedSize'): boolean =>
    header[field] === entry[field] || (comesLater && header[field] === 0) || (field !== 'crc32' && header[field] === IN_EXTRA_FIELD);
  if (!fits('crc32') || !fits('compressedSize') || !fits('uncompressedSize'))
    throw new ZipError('another size or checksum in front of the entry than in the directory', name);
}

/** Some readers would find an entry after the last counted one. */
function requireEnd(zip: ZipFile, archive: Buffer): void {
  const at = cursorOf(zip);
  const signature = at + 4 <= archive.length ? archive.readUInt32LE(at) : 0;
  if (signature !== 0x06054b50 && signature !== 0x06064b50) throw new ZipError('a directory that goes on behind its last entry');
}

/** The position at which the library will read next; its types declare another type. */
function cursorOf(zip: ZipFile): number {
  return zip.readEntryCursor as unknown as number;
}

/** The sizes of a data descriptor, which follows an entry whose sizes are written later: with or without a signature, 32 or 64 bits. */
const DESCRIPTORS = new Set([12, 16, 20, 24]);

/** Entries must follow each other without gaps: a reader that does not use the directory would find content in a gap. */
function requireContiguous(placed: readonly PlacedEntry[], directoryStart: number): void {
  let last: PlacedEntry | null = null;
  for (const one of placed.toSorted((a, b) => a.start - b.start)) {
    const { name, start } = one;
    if (last === null && start !== 0) throw new ZipError('bytes before the first entry', name.text);
    if (last !== null && start < Math.max(last.end, last.start + LOCAL_HEADER))
      throw new ZipError('an entry that overlaps another', name.text);
    if (last !== null) requireNext(last, start);
    last = one;
  }
  if (last !== null) requireNext(last, directoryStart);
}

function requireNext({ end, entry, name }: PlacedEntry, next: number): void {
  const comesLater = (entry.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0;
  const between = next - end;
  if (between !== 0 && !(comesLater && DESCRIPTORS.has(between)))
    throw new ZipError('bytes behind the entry that are no part of it', name.text);
}

function unpack(packed: Buffer, { compressionMethod, uncompressedSize, crc32: checksum }: Entry, name: string): Uint8Array {
  const bytes = compressionMethod === STORED ? packed : inflate(packed, uncompressedSize, name);
  if (bytes.length !== uncompressedSize) throw new ZipError(`expected ${uncompressedSize} bytes, found ${bytes.length}`, name);
  if (crc32(bytes) !== checksum) throw new ZipError('a wrong checksum', name);
  return bytes;
}

function inflate(packed: Buffer, size: number, name: string): Uint8Array {
  try {
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), info: true }) as unknown as Inflated;
    if (engine.bytesWritten !== packed.length) throw new ZipError('bytes behind the end of the entry', name);
    return buffer;
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(`cannot be unpacked (${(error as Error).message})`, name);
  }
}

/** With `info` the function returns more than its type declares. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
