/**
 * Zip archives made byte by byte, so that a test can make contradictory ones: the local header of an entry may differ from its entry in the
 * directory.
 *
 *     zipArchive([{ name: 'lawpack.yaml', text: 'domain: civil\n' }, { name: 'a', text: '', mode: 0o120777 }])
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string | Uint8Array;
  readonly text: string | Uint8Array;
  readonly isStored?: boolean;
  /** The mode of the file: kind and permissions. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly extra?: Uint8Array;
  /** The name in the local header, where it is another one. */
  readonly localName?: string;
  readonly statedSize?: number;
  readonly statedChecksum?: number;
  /** Bytes after the packed bytes, included in their length. */
  readonly tail?: Uint8Array;
  /** The entry is in the archive, but not in the directory. */
  readonly isHidden?: boolean;
  /** The position of another entry's bytes. */
  readonly at?: number;
}

export interface ZipShape {
  readonly before?: Uint8Array;
  readonly comment?: string;
  /** The number of entries that the end of the directory states. */
  readonly statedCount?: number;
}

export function zipArchive(members: readonly ZipMember[], { before = new Uint8Array(), comment = '', statedCount }: ZipShape = {}): Buffer {
  const files: Buffer[] = [Buffer.from(before)];
  const directory: Buffer[] = [];
  let offset = before.length;
  for (const member of members) {
    const fields = fieldsOf(member);
    const file = Buffer.concat([localHeader(fields), fields.packed]);
    if (member.isHidden !== true) directory.push(directoryEntry(fields, member.at ?? offset));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(statedCount ?? directory.length, 8);
  end.writeUInt16LE(statedCount ?? directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...files, entries, end, Buffer.from(comment)]);
}

function fieldsOf(member: ZipMember) {
  const bytes = Buffer.from(member.text as string);
  const isStored = member.isStored ?? false;
  return {
    name: Buffer.from(member.name as string),
    localName: Buffer.from((member.localName ?? member.name) as string),
    packed: Buffer.concat([isStored ? bytes : deflateRawSync(bytes), member.tail ?? new Uint8Array()]),
    method: member.method ?? (isStored ? 0 : 8),
    flags: member.flags ?? 0x800,
    checksum: member.statedChecksum ?? crc32(bytes),
    size: member.statedSize ?? bytes.length,
    mode: member.mode ?? 0o100644,
    extra: Buffer.from(member.extra ?? new Uint8Array()),
  };
}

type Fields = ReturnType<typeof fieldsOf>;

function localHeader({ localName, packed, method, flags, checksum, size, extra }: Fields): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  shared(header, 6, { method, flags, checksum, packed, size });
  header.writeUInt16LE(localName.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, localName, extra]);
}

function directoryEntry({ name, packed, method, flags, checksum, size, mode, extra }: Fields, at: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE((3 << 8) | 20, 4);
  entry.writeUInt16LE(20, 6);
  shared(entry, 8, { method, flags, checksum, packed, size });
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE((mode << 16) >>> 0, 38);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, name, extra]);
}

/** Flags, method, time, checksum and both sizes have the same order in both headers. */
function shared(
  into: Buffer,
  at: number,
  { method, flags, checksum, packed, size }: Pick<Fields, 'method' | 'flags' | 'checksum' | 'packed' | 'size'>,
): void {
  into.writeUInt16LE(flags, at);
  into.writeUInt16LE(method, at + 2);
  into.writeUInt16LE(0x21, at + 6);
  into.writeUInt32LE(checksum, at + 8);
  into.writeUInt32LE(packed.length, at + 12);
  into.writeUInt32LE(size, at + 16);
}
