/**
 * Determines the type of a member from its copy, because the copy is what the pack will contain. The copy must still have the bytes that
 * were hashed when it was made. Short copies are read in one call, because a pack may have thousands of them.
 *
 *     typeOfCopy('/staging/rvl.report.json', 'rvl.report.json', answer)      { type: { type: 'report', artifactVersion: 'rvl.v0' }, … }
 */
import { readStart, withRegularFile } from '#disk/read/regular-file';
import type { CopyAnswer } from '#hashing/copy-files';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { isNamedFingerprint, typeByName } from '../member-type.ts';
import { type DetectedMember, detectMember, detectShort } from './detect-type.ts';

const SHORT = 1 << 16;
const buffer = new Uint8Array(SHORT + 1);

/** Returns null if the copy has changed. Throws the system error if it cannot be read. */
export function typeOfCopy(file: string, path: string, answer: CopyAnswer): DetectedMember | null {
  if (answer.looks === 0 && !isNamedFingerprint(path)) return { type: typeByName(path), fault: null, doubt: null };
  return answer.size <= SHORT ? typeOfShort(file, path, answer) : typeOfLong(file, path, answer);
}

function typeOfShort(file: string, path: string, { hex, looks }: CopyAnswer): DetectedMember | null {
  const bytes = buffer.subarray(0, readStart(file, buffer));
  return sha256Hex(bytes) === hex ? detectShort(path, bytes, looks) : null;
}

function typeOfLong(file: string, path: string, { hex, looks }: CopyAnswer): DetectedMember | null {
  const hasher = newHasher('sha256');
  return withRegularFile(file, { follow: false }, ({ read }) => {
    const type = detectMember(path, read().source, looks, (bytes) => hasher.update(bytes));
    return hasher.digest() === hex ? type : null;
  });
}
