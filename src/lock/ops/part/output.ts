/**
 * The output path of a part. A task may run twice, also at the same time: a part of the same scan and shards there is replaced, anything
 * else only with `force` (M3).
 *
 *     const check = openPartOutput({ given: 'part-3', path: '/out/part-3', force: false });
 *     check(head);     before the scan where the head is known, and again right before the file is put in place
 */

import { formatSpine } from '#core/json/write';
import { headCommand } from '#core/shell-words';
import { errorCode } from '#disk/os-error';
import { bigStatIfThere } from '#disk/path/stat-if-there';
import { withGivenFile } from '#disk/read/given-file';
import { readPart } from '#disk/read/part';
import { newHasher } from '#hashing/hashers';
import { type PartHead, parseHead } from '../../part/document.ts';
import { outputExists } from '../../refusals.ts';
import type { LockOutput } from '../output.ts';

export type SameQuestion = Pick<PartHead, 'scan' | 'covers'>;

export function requireReplaceablePart({ given, path, force }: LockOutput, asked: SameQuestion): void {
  if (force || bigStatIfThere(path)?.isFile() !== true) return;
  const found = headAt(path);
  if (found !== null && found.scan === asked.scan && formatSpine(found.covers) === formatSpine(asked.covers)) return;
  throw outputExists(given, found === null ? { kind: 'no part' } : { kind: 'another part' }, headCommand(given));
}

/** The longest head that is looked at. */
const MAX_HEAD = 1 << 20;

/** Null if the file does not begin with the head of a part. The rest may be damaged: this run writes it anew. */
function headAt(path: string): PartHead | null {
  try {
    return withGivenFile(path, ({ fd }) => {
      const start = readPart(fd, 0, MAX_HEAD);
      const feed = start.indexOf(0x0a);
      return feed < 0 ? null : parseHead(start.subarray(0, feed), newHasher);
    });
  } catch (error) {
    // Removed meanwhile, or unreadable: the write itself says so.
    if (errorCode(error) !== undefined) return null;
    if (error instanceof Error && (error.name === 'NotAPart' || error.name === 'JsonError')) return null;
    throw error;
  }
}
