/**
 * Writes a member of a verified pack into an archive. The member is hashed again while it is written: if the hash is not the one in the
 * manifest, no archive appears (C8).
 */
import { join } from 'node:path';
import type { TarWriter } from '#codecs/tar/write';
import type { ByteSource } from '#core/ports';
import type { Refusal } from '#core/refusal';
import { CHANGED, errorCode, osText } from '#disk/os-error';
import { NotRegular, openRegularFile } from '#disk/read/regular-file';
import { newHasher } from '#hashing/hashers';
import { throwIfInterrupted } from '#threads/notice-interrupts';
import { countRead } from '#threads/read-meter';
import type { PackMember } from '../../document.ts';
import { cannotAccess } from '../../refusals.ts';
import type { PackTarget } from '../target.ts';

const BUFFER = new Uint8Array(1 << 20);

/** Returns the number of bytes. */
export function archiveMember(pack: PackTarget, { path, bytesHash }: PackMember, tar: TarWriter): number {
  const unreadable = (text: string): Refusal => cannotAccess(`Cannot read pack data: ${path}: ${text}`, `${pack.given}/${path}`, text);
  const onDisk = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw unreadable(error instanceof NotRegular ? CHANGED : osText(error));
    }
  };
  const file = onDisk(() => openRegularFile(join(pack.path, path), { follow: false }));
  try {
    const { source } = file.read();
    tar.startFile(path, file.size);
    if (`sha256:${copy({ read: (into) => onDisk(() => source.read(into)) }, file.size, tar)}` !== bytesHash) throw unreadable(CHANGED);
    return file.size;
  } finally {
    file.close();
  }
}

/** Returns the hash of the copied bytes, or null if there are more or fewer than `size`. */
function copy(file: ByteSource, size: number, tar: TarWriter): string | null {
  const hasher = newHasher('sha256');
  let left = size;
  for (let count = file.read(BUFFER); count > 0; count = file.read(BUFFER)) {
    if (count > left) return null;
    throwIfInterrupted();
    left -= count;
    const bytes = BUFFER.subarray(0, count);
    hasher.update(bytes);
    tar.write(bytes);
    countRead(count);
  }
  return left === 0 ? hasher.digest() : null;
}
