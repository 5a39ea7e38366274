/**
 * Files to prove that cross to another thread together, as one text: a question and an answer for each of 20,000 short files would cost as much
 * as hashing them.
 *
 *     proveSheaf(sheafOf([proof, …]), (index, size) => …)
 */
import { HEX, PATH_BYTES, QUESTIONS } from './hash-ring-layout.ts';
import { type FileProof, proveFile } from './prove-file.ts';

export interface Sheaf {
  /** All hashes, each of 64 characters; then the paths, then the versions, a NUL between any two of them. */
  readonly text: string;
  readonly count: number;
}

/** In no path, and in no version that has a schema. */
const BETWEEN = '\0';
export const MOST_IN_SHEAF = QUESTIONS;
export const SHEAF_ROOM = PATH_BYTES;

export function sheafOf(proofs: readonly FileProof[]): Sheaf {
  let hashes = '';
  let paths = '';
  let versions = '';
  for (const { hex, path, version } of proofs) {
    hashes += hex;
    paths += path + BETWEEN;
    versions += (version ?? '') + BETWEEN;
  }
  return { text: hashes + paths + versions, count: proofs.length };
}

/** How much of a sheaf's room a proof takes at most. */
export function roomOf({ path, version }: FileProof): number {
  return (HEX + path.length + (version?.length ?? 0) + 2) * 3;
}

export function proveSheaf({ text, count }: Sheaf, tell: (index: number, size: number) => void): void {
  const fields = text.slice(count * HEX).split(BETWEEN);
  for (let index = 0; index < count; index++) {
    const version = fields[count + index];
    tell(index, proveFile({ path: fields[index] as string, hex: text.slice(index * HEX, (index + 1) * HEX), version: version || null }));
  }
}
