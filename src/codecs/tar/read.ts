/**
 * Reads a tar archive of plain files, in order and strictly: ustar with the extended headers of POSIX (pax) and the long names of GNU.
 * Folders are skipped after their name is checked. Everything else is a `TarError`: links, devices, pipes and sparse files, unsafe or
 * repeated names, a wrong checksum, an end that is missing or followed by more data. No memory is allocated by a size that an archive
 * states.
 *
 *     readTar(source, ({ path, size }, body) => …)
 */

import type { RelPath } from '#core/path/rel-path';
import type { ByteSource } from '#core/ports';
import { type BlockReader, blockReader } from './blocks.ts';
import { decodeName, parseHeader, type TarHeader } from './header.ts';
import { padding, TarError } from './layout.ts';
import { tarNames } from './names.ts';
import { type PaxFields, parsePax } from './pax.ts';

export interface TarEntry {
  readonly path: RelPath;
  readonly size: number;
}

/** The unread rest of `body` is skipped. `stop` ends the reading. */
export type Visit = (entry: TarEntry, body: ByteSource) => 'stop' | undefined | void;

/** Longer than any name, and short enough to keep in memory. */
const MAX_EXTENSION_LENGTH = 1 << 20;

const KINDS: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a character device',
  '4': 'a block device',
  '6': 'a named pipe',
  S: 'a sparse file',
};

export function readTar(source: ByteSource, visit: Visit): void {
  const blocks = blockReader(source);
  const names = tarNames();
  let extension: PaxFields | null = null;
  for (;;) {
    const block = blocks.next();
    if (block === null) break;
    const header = parseHeader(block);
    if ('xLg'.includes(header.type)) {
      const fields = readExtension(header, blocks);
      if (header.type === 'g') continue;
      if (extension !== null) throw new TarError('two extended headers for one entry', header.name);
      extension = fields;
      continue;
    }
    const name = extension?.path ?? header.name;
    const size = extension?.size ?? header.size;
    extension = null;
    if (header.type === '5') {
      names.folder(name);
      if (size > 0) throw new TarError('a folder with content', name);
    } else if (header.type !== '0') {
      throw new TarError(KINDS[header.type] ?? 'an entry of unknown kind', name);
    } else if (readBody({ path: names.file(name), size }, blocks, visit) === 'stop') return;
  }
  if (extension !== null) throw new TarError('an extended header without an entry');
  blocks.requireEnd();
}

function readExtension({ name, size, type }: TarHeader, blocks: BlockReader): PaxFields {
  if (size > MAX_EXTENSION_LENGTH) throw new TarError('an extended header that is too long', name);
  const bytes = new Uint8Array(size);
  for (let filled = 0; filled < size; ) filled += blocks.read(bytes.subarray(filled));
  blocks.skipPadding(padding(size));
  if (type === 'L') return { path: decodeName(bytes.subarray(0, bytes.at(-1) === 0 ? -1 : size)) };
  const fields = parsePax(bytes);
  // It would apply to every following entry.
  if (type === 'g' && Object.keys(fields).length > 0) throw new TarError('a global header with a path or a size', name);
  return fields;
}

function readBody(entry: TarEntry, blocks: BlockReader, visit: Visit): 'stop' | undefined | void {
  let left = entry.size;
  const body: ByteSource = {
    read(into) {
      const wanted = into.length > left ? into.subarray(0, left) : into;
      if (wanted.length === 0) return 0;
      const count = blocks.read(wanted);
      left -= count;
      return count;
    },
  };
  try {
    if (visit(entry, body) === 'stop') return 'stop';
    const rest = new Uint8Array(Math.min(left, 1 << 16));
    while (left > 0) body.read(rest);
    blocks.skipPadding(padding(entry.size));
  } catch (error) {
    if (!(error instanceof TarError) || error.entry !== null) throw error;
    throw new TarError(error.message, entry.path);
  }
  return undefined;
}
