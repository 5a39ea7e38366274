/**
 * The type of a member from its copy, which is what the pack will hold; and only if the copy still holds what was hashed on the way in.
 * Short ones are read in one call and from memory: a pack has thousands of them.
 *
 *     typeOfCopy('/staging/rvl.report.json', 'rvl.report.json', answer)      { type: { type: 'report', artifactVersion: 'rvl.v0' }, … }
 */
import { hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { descriptorSource } from '#disk/read/descriptor';
import type { CopyAnswer } from '#hashing/copy-files';
import { newHasher } from '#hashing/hashers';
import { isNamedFingerprint, typeByName } from '../member-type.ts';
import { type DetectedMember, detectMember, detectShort } from './detect-type.ts';

const SHORT = 1 << 16;
const buffer = new Uint8Array(SHORT + 1);

/** Null if the copy is not what was copied. Throws the system's error where it cannot be read. */
export function typeOfCopy(file: string, path: string, answer: CopyAnswer): DetectedMember | null {
  if (answer.looks === 0 && !isNamedFingerprint(path)) return { type: typeByName(path), fault: null, doubt: null };
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return answer.size <= SHORT ? typeOfShort(fd, path, answer) : typeOfLong(fd, path, answer);
  } finally {
    closeSync(fd);
  }
}

function typeOfShort(fd: number, path: string, { size, hex, looks }: CopyAnswer): DetectedMember | null {
  const bytes = buffer.subarray(0, readSync(fd, buffer, 0, size + 1, null));
  return hash('sha256', bytes, 'hex') === hex ? detectShort(path, bytes, looks) : null;
}

function typeOfLong(fd: number, path: string, { hex, looks }: CopyAnswer): DetectedMember | null {
  const hasher = newHasher('sha256');
  const type = detectMember(path, descriptorSource(fd), looks, (bytes) => hasher.update(bytes));
  return hasher.digest() === hex ? type : null;
}
