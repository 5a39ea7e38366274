/**
 * Proves the members of a pack and, in the same read, copies those that a store on this machine lacks. A copy becomes a blob only if its
 * hash is the one that the manifest names.
 *
 *     surveyPack(place, manifest, { …, proveFiles: proveInto(intake) })
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { HASHED, UNWRITABLE } from '#io/file-status';
import { PROVEN_BY_HASH } from '#io/hash-file';
import type { Answer, Asked, HashPool } from '#io/hash-pool';
import { osTextOfErrno } from '#io/os-error';
import { UNPROVEN } from '#io/prove-file';
import type { Intake } from '#store/store';
import type { MemberProof, ProveFiles } from './pack-survey.ts';

interface Taking {
  readonly proof: MemberProof;
  readonly digest: Digest;
  /** Null where the store has something under that name, or can have nothing. */
  readonly to: string | null;
}

export function proveInto(intake: Intake): (pool: HashPool) => ProveFiles {
  return (pool) => (next, deliver) => {
    const nextTaking = (): Asked<Taking> | undefined => {
      const proof = next();
      if (proof === undefined) return undefined;
      const { path, hex, version } = proof;
      const digest: Digest = `sha256:${hex}`;
      const to = isSha256Digest(digest) ? intake.fileFor(digest) : null;
      const copy = to === null ? undefined : { to, alsoBlake3: false };
      const question = {
        path,
        algorithm: 'sha256',
        expectedSize: PROVEN_BY_HASH,
        isKnownRegular: true,
        confine: null,
        copy,
        version,
      } as const;
      return { item: { proof, digest, to }, question };
    };
    pool.hash(nextTaking, (taking, answer) => {
      const found = answer as Answer;
      const { proof, digest, to } = taking;
      const hasHash = found.status === HASHED && found.hex === proof.hex;
      if (to !== null && found.status === UNWRITABLE) throw intake.unwritable(osTextOfErrno(found.errno));
      if (to !== null && hasHash) intake.accept({ digest, size: found.size }, to);
      const isProven = hasHash && (proof.version === null || found.keepsSchema === true);
      deliver(proof, isProven ? found.size : UNPROVEN);
    });
  };
}
