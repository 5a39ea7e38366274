/** A member of a pack in a folder that is read for its content: once, through one descriptor, a regular file and nothing else (C8). */
import { readSync } from 'node:fs';
import { join } from 'node:path';
import { memorySource } from '#core/bytes/source';
import { CHANGED, errorCode, isMissing, osText } from '#disk/os-error';
import { NotRegular, type RegularFile, withRegularFile } from '#disk/read/regular-file';
import { countRead } from '#threads/read-meter';
import type { PackMember } from '../../document.ts';
import type { Survey } from '../survey.ts';

/** Nothing is told of a member that is not there. */
export function tellContent(folder: string, index: number, survey: Survey): void {
  const { path } = survey.members[index] as PackMember;
  try {
    withRegularFile(join(folder, path), { follow: false }, (file) => {
      const isWhole = file.size < short.length ? tellShort(file, index, survey) : tellLong(file, index, survey);
      if (!isWhole) survey.onUnreadable(path, CHANGED);
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (isMissing(error)) return;
    if (code === 'ELOOP' || error instanceof NotRegular) return survey.onNotRegular(index);
    survey.onUnreadable(path, osText(error));
  }
}

/** Used for one file after the other. */
const short = new Uint8Array((1 << 20) + 1);

/** One read, which must meet the end where the system said it is (C8). */
function tellShort({ fd, size }: RegularFile, index: number, survey: Survey): boolean {
  const count = readSync(fd, short, 0, size + 1, 0);
  if (count !== size) return false;
  countRead(count);
  survey.onContent(index, memorySource(short.subarray(0, count)));
  return true;
}

function tellLong(file: RegularFile, index: number, survey: Survey): boolean {
  const { source, isWhole } = file.read((bytes) => countRead(bytes.length));
  survey.onContent(index, source);
  return isWhole();
}
