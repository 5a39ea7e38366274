/**
 * Proves files that were hashed while they were written, into a folder that is ours alone: those that are there as regular files need not be read
 * again. Documents are, for their schema, and so is any other file.
 *
 *     verifyPack({ …, proveRows: provenBy(new Map([['/staging/dec.csv', 812]])) })
 */
import { rowPath } from '#core/file-rows';
import type { HashPool, NextRows } from '#hashing/pool';
import type { RowsQuestion } from '#hashing/prove-rows';
import { knownVersion } from './known-version.ts';
import type { ProveRows } from './survey.ts';

/** By path: how long the file is that was written with the hash of its member. */
export function provenBy(written: ReadonlyMap<string, number>): (pool: HashPool) => ProveRows {
  const sizeOf = ({ folder, rows }: RowsQuestion, row: number): number | undefined => {
    return knownVersion(rows, row) === null ? written.get(folder + rowPath(rows, row)) : undefined;
  };
  const knownSizes = (question: RowsQuestion): number[] => {
    const sizes: number[] = [];
    for (let row = question.from; row < question.to; row++) {
      const size = sizeOf(question, row);
      if (size === undefined) break;
      sizes.push(size);
    }
    return sizes;
  };
  return (pool) => (next, deliver) => {
    let left: RowsQuestion | undefined;
    const nextUnread: NextRows = () => {
      for (let question = left ?? next(); question !== undefined; question = next()) {
        const sizes = knownSizes(question);
        const from = question.from + sizes.length;
        if (sizes.length > 0) deliver({ ...question, to: from }, Float64Array.from(sizes));
        let to = from;
        while (to < question.to && sizeOf(question, to) === undefined) to++;
        left = to < question.to ? { ...question, from: to } : undefined;
        if (to > from) return { ...question, from, to };
      }
      return undefined;
    };
    pool.proveRows(nextUnread, deliver);
  };
}
