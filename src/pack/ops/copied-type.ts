/**
 * The type of a member from its copy, which is what the pack will hold; and only if the copy still holds what was hashed on the way in.
 * Short ones are read in one call and from memory: a pack has thousands of them.
 *
 *     typeOfCopy('/staging/rvl.report.json', 'rvl.report.json', answer)      { type: { type: 'report', artifactVersion: 'rvl.v0' }, … }
 */
import { hash } from 'node:crypto';
import { readStart, withRegularFile } from '#disk/read/regular-file';
import type { CopyAnswer } from '#hashing/copy-files';
import { newHasher } from '#hashing/hashers';
import { isNamedFingerprint, typeByName } from '../member-type.ts';
import { type DetectedMember, detectMember, detectShort } from './detect-type.ts';

const SHORT = 1 << 16;
const buffer = new Uint8Array(SHORT + 1);

/** Null if the copy is not what was copied. Throws the system's error where it cannot be read. */
export function typeOfCopy(file: string, path: string, answer: CopyAnswer): DetectedMember | null {
  if (answer.looks === 0 && !isNamedFingerprint(path)) return { type: typeByName(path), fault: null, doubt: null };
  return answer.size <= SHORT ? typeOfShort(file, path, answer) : typeOfLong(file, path, answer);
}

function typeOfShort(file: string, path: string, { hex, looks }: CopyAnswer): DetectedMember | null {
  const bytes = buffer.subarray(0, readStart(file, buffer));
  return hash('sha256', bytes, 'hex') === hex ? detectShort(path, bytes, looks) : null;
}

function typeOfLong(file: string, path: string, { hex, looks }: CopyAnswer): DetectedMember | null {
  const hasher = newHasher('sha256');
  return withRegularFile(file, { follow: false }, ({ read }) => {
    const type = detectMember(path, read().source, looks, (bytes) => hasher.update(bytes));
    return hasher.digest() === hex ? type : null;
  });
}
