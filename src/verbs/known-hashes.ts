/**
 * Answers for files that were hashed while they were written, and that nobody else has touched since: they are there, regular, and as long
 * as what was hashed. Any other is read and hashed.
 *
 *     surveyPack(place, manifest, { …, hashFiles: answerFrom(new Map([['dec.csv', { hex: '7c1f…', size: 812 }]])) })
 */
import { lstatSync } from 'node:fs';
import { HASHED } from '#io/file-status';
import { type Asked, hashFiles } from '#io/hash-pool';
import type { PackMember } from '#pack/document';
import type { HashFiles } from './pack-survey.ts';

export interface KnownHash {
  /** SHA-256. */
  readonly hex: string;
  readonly size: number;
}

/** By member path. */
export function answerFrom(known: ReadonlyMap<string, KnownHash>): HashFiles {
  return (next, options, deliver, members) => {
    const nextUnknown = (): Asked<number> | undefined => {
      for (let asked = next(); asked !== undefined; asked = next()) {
        const found = asked.question && asIs(asked.question.path, known.get((members[asked.item] as PackMember).path));
        if (!found) return asked;
        deliver(asked.item, { status: HASHED, size: found.size, errno: 0, hex: found.hex });
      }
      return undefined;
    };
    hashFiles(nextUnknown, options, deliver);
  };
}

function asIs(path: string, hash: KnownHash | undefined): KnownHash | undefined {
  const found = hash && lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === hash?.size ? hash : undefined;
}
