/**
 * Proves files that were hashed while they were written, into a folder that is ours alone: those that are there as regular files need not be read
 * again. Documents are, for their schema, and so is any other file.
 *
 *     verifyPack({ …, proveFiles: provenBy(new Map([['/staging/dec.csv', 812]])) })
 */
import type { HashPool, NextProof } from '#io/hash-pool';
import type { MemberProof, ProveFiles } from './pack-survey.ts';

/** By path: how long the file is that was written with the hash of its member. */
export function provenBy(written: ReadonlyMap<string, number>): (pool: HashPool) => ProveFiles {
  return (pool) => (next, deliver) => {
    const nextUnknown: NextProof<MemberProof> = () => {
      for (let proof = next(); proof !== undefined; proof = next()) {
        const size = proof.version === null ? written.get(proof.path) : undefined;
        if (size === undefined) return proof;
        deliver(proof, size);
      }
      return undefined;
    };
    pool.prove(nextUnknown, deliver);
  };
}
