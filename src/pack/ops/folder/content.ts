/** A member of a pack in a folder that is read for its content: once, through one descriptor, a regular file and nothing else (C8). */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { heardSource, memorySource } from '#core/bytes/source';
import { CHANGED, errorCode, osText } from '#disk/os-error';
import { CAREFULLY } from '#disk/read/carefully';
import { descriptorSource } from '#disk/read/descriptor';
import { countRead } from '#threads/read-meter';
import type { PackMember } from '../../document.ts';
import type { Survey } from '../survey.ts';

/** Nothing is told of a member that is not there. */
export function tellContent(folder: string, index: number, survey: Survey): void {
  const { path } = survey.members[index] as PackMember;
  let fd: number;
  try {
    fd = openSync(join(folder, path), CAREFULLY);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    return code === 'ELOOP' ? survey.onNotRegular(index) : survey.onUnreadable(path, osText(error));
  }
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) return survey.onNotRegular(index);
    const isWhole = found.size < short.length ? tellShort(fd, found.size, index, survey) : tellLong(fd, index, survey);
    if (!isWhole) survey.onUnreadable(path, CHANGED);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    survey.onUnreadable(path, osText(error));
  } finally {
    closeSync(fd);
  }
}

/** Used for one file after the other. */
const short = new Uint8Array((1 << 20) + 1);

/** One read, which must meet the end where the system said it is (C8). */
function tellShort(fd: number, size: number, index: number, survey: Survey): boolean {
  const count = readSync(fd, short, 0, size + 1, 0);
  if (count !== size) return false;
  countRead(count);
  survey.onContent(index, memorySource(short.subarray(0, count)));
  return true;
}

/** Many reads, between two looks that must agree (C8). */
function tellLong(fd: number, index: number, survey: Survey): boolean {
  const before = fstatSync(fd, { bigint: true });
  survey.onContent(
    index,
    heardSource(descriptorSource(fd), (bytes) => countRead(bytes.length)),
  );
  const after = fstatSync(fd, { bigint: true });
  return before.size === after.size && before.mtimeNs === after.mtimeNs;
}
