/**
 * Proves files that were hashed while they were written, into a folder that is ours alone: those that are there as regular files need not be read
 * again. Documents are, for their schema, and so is any other file.
 *
 *     verifyPack({ …, proveRows: provenBy(new Map([['/staging/dec.csv', 812]])) })
 */
import { rowPath } from '#core/file-rows';
import type { HashPool } from '#io/hash-pool';
import { UNPROVEN } from '#io/prove-file';
import { knownVersion } from './known-version.ts';
import type { ProveRows } from './pack-survey.ts';

/** By path: how long the file is that was written with the hash of its member. */
export function provenBy(written: ReadonlyMap<string, number>): (pool: HashPool) => ProveRows {
  return () => (next, deliver) => {
    for (let question = next(); question !== undefined; question = next()) {
      const { folder, rows, from, to } = question;
      const sizes = new Float64Array(to - from).fill(UNPROVEN);
      for (let row = from; row < to; row++) {
        if (knownVersion(rows, row) === null) sizes[row - from] = written.get(folder + rowPath(rows, row)) ?? UNPROVEN;
      }
      deliver(question, sizes);
    }
  };
}
