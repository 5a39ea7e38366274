/**
 * Hashes the members of a pack and, in the same read, copies those that a store on this machine lacks. A copy becomes a blob only if its
 * hash is the one that the manifest names; the rest of the verdict is the verifier's. Members that the verifier reads for their content are
 * copied by the same threads, once all others are asked about, and are not told of.
 *
 *     surveyPack(place, manifest, { …, hashFiles: hashInto(intake, '/data/evidence/december') })
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { HASHED, UNWRITABLE } from '#io/file-status';
import { type FileQuestion, PROVEN_BY_HASH } from '#io/hash-file';
import { type Answer, type Asked, openHashPool } from '#io/hash-pool';
import { osTextOfErrno } from '#io/os-error';
import type { PackMember } from '#pack/document';
import type { Intake } from '#store/store';
import type { HashFiles } from './pack-survey.ts';

interface Copying {
  readonly index: number;
  /** Null where the store has something under that name. */
  readonly to: string | null;
  readonly isTold: boolean;
}

/** `folder` is the pack's, absolute. */
export function hashInto(intake: Intake, folder: string): HashFiles {
  return (next, options, deliver, members) => {
    const isAsked = new Uint8Array(members.length);
    const placeFor = (index: number): string | null => {
      const { bytesHash } = members[index] as PackMember;
      return isSha256Digest(bytesHash) ? intake.fileFor(bytesHash) : null;
    };
    let at = 0;
    const nextUnasked = (): Asked<Copying> | undefined => {
      for (; at < members.length; at++) {
        const to = isAsked[at] === 1 ? null : placeFor(at);
        if (to === null) continue;
        const question = questionOf(`${folder}/${(members[at] as PackMember).path}`);
        return { item: { index: at++, to, isTold: false }, question: copying(question, to) };
      }
      return undefined;
    };
    const pool = openHashPool(options);
    try {
      pool.hash<Copying>(
        () => {
          const asked = at === 0 ? next() : undefined;
          if (asked === undefined) return nextUnasked();
          const { item: index, question } = asked;
          isAsked[index] = 1;
          const to = placeFor(index);
          return { item: { index, to, isTold: true }, question: to === null ? question : question && copying(question, to) };
        },
        ({ index, to, isTold }, answer) => {
          if (to !== null && answer !== null)
            settle(intake, { answer, digest: (members[index] as PackMember).bytesHash as Digest, file: to });
          if (isTold) deliver(index, answer);
        },
      );
    } finally {
      pool.close();
      pool.awaitRest();
    }
  };
}

function questionOf(path: string): FileQuestion {
  return { path, algorithm: 'sha256', expectedSize: PROVEN_BY_HASH, isKnownRegular: true, confine: null };
}

function copying(question: FileQuestion, to: string): FileQuestion {
  return { ...question, copy: { to, alsoBlake3: false } };
}

interface CopiedFile {
  readonly answer: Answer;
  readonly digest: Digest;
  readonly file: string;
}

function settle(intake: Intake, { answer: { status, hex, size, errno }, digest, file }: CopiedFile): void {
  if (status === UNWRITABLE) throw intake.unwritable(osTextOfErrno(errno));
  if (status === HASHED && `sha256:${hex}` === digest) intake.accept({ digest, size }, file);
}
