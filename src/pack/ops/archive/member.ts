/**
 * A member of a pack that was verified, written into an archive. It is hashed again on the way: what goes into the archive is what the
 * manifest names, or the archive never appears (C8).
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { TarWriter } from '#codecs/tar/write';
import type { ByteSource } from '#core/ports';
import type { Refusal } from '#core/refusal';
import { CHANGED, errorCode, osText } from '#disk/os-error';
import { CAREFULLY } from '#disk/read/carefully';
import { descriptorSource } from '#disk/read/descriptor';
import { newHasher } from '#hashing/hashers';
import { countRead } from '#threads/read-meter';
import type { PackMember } from '../../document.ts';
import { cannotAccess } from '../../refusals.ts';
import type { PackTarget } from '../target.ts';

const BUFFER = new Uint8Array(1 << 20);

/** How many bytes it was. */
export function archiveMember(pack: PackTarget, { path, bytesHash }: PackMember, tar: TarWriter): number {
  const unreadable = (text: string): Refusal => cannotAccess(`Cannot read pack data: ${path}: ${text}`, `${pack.given}/${path}`, text);
  const onDisk = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw errorCode(error) === undefined ? error : unreadable(osText(error));
    }
  };
  const fd = onDisk(() => openSync(join(pack.path, path), CAREFULLY));
  try {
    const found = onDisk(() => fstatSync(fd));
    if (!found.isFile()) throw unreadable(CHANGED);
    const file = descriptorSource(fd);
    tar.startFile(path, found.size);
    if (`sha256:${copy({ read: (into) => onDisk(() => file.read(into)) }, found.size, tar)}` !== bytesHash) throw unreadable(CHANGED);
    return found.size;
  } finally {
    closeSync(fd);
  }
}

/** The hash of what was copied; null where there is more or less than `size` says. */
function copy(file: ByteSource, size: number, tar: TarWriter): string | null {
  const hasher = newHasher('sha256');
  let left = size;
  for (let count = file.read(BUFFER); count > 0; count = file.read(BUFFER)) {
    if (count > left) return null;
    left -= count;
    const bytes = BUFFER.subarray(0, count);
    hasher.update(bytes);
    tar.write(bytes);
    countRead(count);
  }
  return left === 0 ? hasher.digest() : null;
}
