/**
 * Proves the members of a pack and, in the same read, copies those that a store on this machine lacks. A copy becomes a blob only if its
 * hash is the one that the manifest names.
 *
 *     surveyPack(place, manifest, { …, proveRows: proveInto(intake) })
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { rowHash, rowPath } from '#core/file-rows';
import { osTextOfErrno } from '#disk/os-error';
import { HASHED, UNWRITABLE } from '#hashing/file-status';
import { PROVEN_BY_HASH } from '#hashing/hash-file';
import type { Answer, Asked, HashPool, NextRows } from '#hashing/pool';
import { UNPROVEN } from '#hashing/prove-file';
import type { RowsQuestion } from '#hashing/prove-rows';
import type { Intake } from '#store/store';
import { knownVersion } from './known-version.ts';
import type { ProveRows } from './survey.ts';

/** The file of a row. */
interface Taking {
  readonly question: RowsQuestion;
  readonly row: number;
  readonly digest: Digest;
  readonly version: string | null;
  /** Null where the store has something under that name or can have nothing, and for the second of two equal members. */
  readonly to: string | null;
}

export function proveInto(intake: Intake): (pool: HashPool) => ProveRows {
  return (pool) => (next, deliver) => {
    const nextRow = rowsOneByOne(next);
    let sizes = new Float64Array();
    const nextTaking = (): Asked<Taking> | undefined => {
      const found = nextRow();
      if (found === undefined) return undefined;
      const { folder, rows } = found.question;
      const digest: Digest = `sha256:${rowHash(rows, found.row)}`;
      const version = knownVersion(rows, found.row);
      const to = isSha256Digest(digest) ? intake.fileFor(digest) : null;
      const copy = to === null ? undefined : { to, alsoBlake3: false };
      const question = {
        path: folder + rowPath(rows, found.row),
        algorithm: 'sha256',
        expectedSize: PROVEN_BY_HASH,
        isKnownRegular: true,
        confine: null,
        copy,
        version,
      } as const;
      return { item: { ...found, digest, version, to }, question };
    };
    pool.hash(nextTaking, ({ question, row, digest, version, to }, answer) => {
      const found = answer as Answer;
      const hasHash = found.status === HASHED && `sha256:${found.hex}` === digest;
      if (to !== null && found.status === UNWRITABLE) throw intake.unwritable(osTextOfErrno(found.errno));
      if (to !== null && hasHash) intake.accept({ digest, size: found.size });
      if (row === question.from) sizes = new Float64Array(question.to - question.from);
      sizes[row - question.from] = hasHash && (version === null || found.keepsSchema === true) ? found.size : UNPROVEN;
      if (row === question.to - 1) deliver(question, sizes);
    });
  };
}

function rowsOneByOne(next: NextRows): () => Pick<Taking, 'question' | 'row'> | undefined {
  let question: RowsQuestion | undefined;
  let row = 0;
  return () => {
    if (question === undefined || row === question.to) {
      question = next();
      row = question?.from ?? 0;
    }
    return question && { question, row: row++ };
  };
}
