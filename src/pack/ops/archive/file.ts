/**
 * A file that may be an archive. It is read once from its start and hashed at the same time, for the ledger (W3). A file that is not
 * regular is never opened (C8).
 *
 *     const file = openArchiveFile('/data/december.tar.zst');
 *     file.format     'tar.zst', from its first bytes; null if they match neither format
 */
import { statSync } from 'node:fs';
import { field } from '#codecs/tar/layout';
import { fill, prefixedSource } from '#core/bytes/source';
import type { Algorithm, ByteSource } from '#core/ports';
import { openRegularFile } from '#disk/read/regular-file';
import { type EntryKind, kindOf } from '#disk/walk/directory';
import { newHasher } from '#hashing/hashers';
import { countRead } from '#threads/read-meter';

export interface ArchiveFile {
  readonly size: number;
  readonly format: 'tar' | 'tar.zst' | null;
  /** The format of another kind of archive that the first bytes match, or null. */
  readonly otherFormat: string | null;
  /** Reads from the first byte on. */
  readonly source: ByteSource;
  /** Reads the rest of the file. `isChanged` says whether the file changed while it was read. */
  finish(): { readonly hash: string; readonly bytes: number; readonly isChanged: boolean };
  close(): void;
}

const ZSTD_MAGIC = '\x28\xb5\x2f\xfd';
/** A skippable frame; there are sixteen kinds. `pzstd` writes one at the start of a file. */
const SKIPPABLE = /^[\x50-\x5f]\x2a\x4d\x18/;
const OTHERS = [
  ['PK', 'zip'],
  ['\x1f\x8b', 'gzip'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ', 'xz'],
  ['7z\xbc\xaf', '7z'],
] as const;
const TAR_MAGIC = 'ustar';
const HEAD = 512;

/** Returns the kind of the entry if it is not a regular file. Throws system errors. */
export function openArchiveFile(path: string, algorithm: Algorithm = 'blake3'): ArchiveFile | EntryKind {
  const found = statSync(path);
  if (!found.isFile()) return kindOf(found);
  const file = openRegularFile(path, { follow: true });
  try {
    const hasher = newHasher(algorithm);
    const { source, isWhole } = file.read((bytes) => {
      hasher.update(bytes);
      countRead(bytes.length);
    });
    const start = new Uint8Array(HEAD);
    const head = start.subarray(0, fill(source, start));
    return {
      size: file.size,
      format: formatOf(head),
      otherFormat: otherFormatOf(head),
      source: prefixedSource(head, source),
      finish() {
        const isChanged = !isWhole();
        return { hash: `${algorithm}:${hasher.digest()}`, bytes: source.size, isChanged };
      },
      close: file.close,
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function formatOf(head: Uint8Array): ArchiveFile['format'] {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith(ZSTD_MAGIC) || SKIPPABLE.test(text)) return 'tar.zst';
  return text.startsWith(TAR_MAGIC, field.magic.at) ? 'tar' : null;
}

function otherFormatOf(head: Uint8Array): string | null {
  const text = Buffer.from(head).toString('latin1');
  return OTHERS.find(([magic]) => text.startsWith(magic))?.[1] ?? null;
}
