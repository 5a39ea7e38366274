/**
 * Compares two versions of a file on disk. The bytes are hashed whenever they are read: nothing is reported of an old file that is not the one
 * that was pinned, or of a new one that changes meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { algorithmOf } from '#core/digest';
import type { Parsed } from '#core/parsed';
import type { Algorithm } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { openHashedFile, WrongSize } from '#hashing/hash-while-parsing';
import { reusedHashers } from '#hashing/hashers';
import type { Candidate } from '../candidate.ts';
import { compareVersions } from '../compare/compare.ts';
import { NotComparable, type ReadableFile } from '../compare/two-files.ts';
import { baseName } from '../formats.ts';
import type { FileVersion, VersionsAnswer, VersionsQuestion } from './compare-threads.ts';
import { type Judging, maxSizeOf, parseAs } from './judge-file.ts';

export async function compareFiles({ old, now, fingerprint, most }: VersionsQuestion, judging: Judging): Promise<VersionsAnswer> {
  const candidate = judging.asked[fingerprint] as Candidate;
  const random = randomBytes(8);
  try {
    const files = { old: versionOf(old, 'old', candidate, judging), now: versionOf(now, 'new', candidate, judging) };
    const comparison = await compareVersions(files, {
      candidate,
      fileName: baseName(now.path),
      newHasher: reusedHashers(),
      seed: [random.readInt32LE(0), random.readInt32LE(4)],
      most,
    });
    return { kind: 'compared', comparison };
  } catch (error) {
    if (error instanceof NotComparable) return { kind: 'not compared', detail: error.message };
    throw error;
  }
}

function versionOf(version: FileVersion, which: 'old' | 'new', candidate: Candidate, { maxSize, onProgress }: Judging): ReadableFile {
  const { path, size, bytesHash, confine } = version;
  const { format, dialect } = candidate;
  const algorithm = algorithmOf(bytesHash) as Algorithm;
  const most = maxSizeOf(format, maxSize);
  const read = async <T>(use: (parsed: Parsed) => T): Promise<T> => {
    onProgress?.();
    const file = openHashedFile(path, { algorithm, expectedSize: size, confine, onProgress });
    try {
      if (file.size > most) throw new NotComparable(`the ${which} file: expected at most ${most} bytes, found ${file.size}`);
      const pass = file.pass();
      let used: { readonly result: T } | { readonly thrown: unknown };
      try {
        used = { result: use(await parseAs(format, pass, most, { reading: dialect.reading, ...(onProgress && { onProgress }) })) };
      } catch (error) {
        if (errorCode(error) !== undefined) throw error;
        used = { thrown: error };
      }
      const found = `${algorithm}:${pass.end()}`;
      if (found !== bytesHash) throw new NotComparable(otherBytes(which, bytesHash, found));
      if ('result' in used) return used.result;
      if (used.thrown instanceof NotComparable) throw used.thrown;
      throw new NotComparable(`the ${which} file cannot be parsed: ${osText(used.thrown)}`);
    } finally {
      file.close();
    }
  };
  return {
    async read(use) {
      try {
        return await read(use);
      } catch (error) {
        if (error instanceof WrongSize) throw new NotComparable(otherBytes(which, `${size} bytes`, `${error.size}`));
        if (errorCode(error) === undefined) throw error;
        throw new NotComparable(`the ${which} file cannot be read: ${osText(error)}`);
      }
    },
  };
}

function otherBytes(which: 'old' | 'new', expected: string, found: string): string {
  return which === 'old'
    ? `the old file is not the one that the lock pins: expected ${expected}, found ${found}`
    : 'the new file changed while it was read';
}
