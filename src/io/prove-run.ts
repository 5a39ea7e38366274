/** One run of a pool that proves files: sheaves into the ring, work done here while others work too, answers out in the order asked. */
import type { HashCrew } from './hash-crew.ts';
import { FileHasher } from './hash-file.ts';
import { HashRing } from './hash-ring.ts';
import { ENOUGH_FILES, workUntilDone } from './hash-run.ts';
import { type FileProof, UNPROVEN } from './prove-file.ts';
import { MOST_IN_SHEAF, roomOf, SHEAF_ROOM, type Sheaf, sheafOf } from './sheaf.ts';

/** The next file to prove, or undefined when there is none left. */
export type NextProof<T extends FileProof> = () => T | undefined;

/** How long the file is, or `UNPROVEN`. */
export type DeliverProof<T extends FileProof> = (proof: T, size: number) => void;

interface AskedSheaf<T> {
  readonly proofs: readonly T[];
  readonly sheaf: Sheaf;
}

export function proveFiles<T extends FileProof>(next: NextProof<T>, { ring, crew }: Threads, deliver: DeliverProof<T>): void {
  const hasher = new FileHasher();
  const asked: AskedSheaf<T>[] = [];
  const nextSheaf = sheavesOf(next, deliver);
  let isExhausted = false;
  let filled = ring.sequence;
  let emptied = filled;
  let files = 0;
  for (;;) {
    while (!isExhausted && filled - emptied < HashRing.capacity) {
      const proofs = nextSheaf();
      isExhausted = proofs.length === 0;
      if (isExhausted) break;
      const sheaf = sheafOf(proofs);
      ring.begin(filled);
      ring.addSheaf(filled, sheaf);
      ring.publish(filled++);
      asked.push({ proofs, sheaf });
      files += proofs.length;
      if (files >= ENOUGH_FILES) crew.gather();
    }
    const oldest = asked.shift();
    if (oldest === undefined) return;
    workUntilDone({ ring, crew, hasher }, emptied);
    const sizes = ring.provenSizes(emptied, oldest.sheaf);
    oldest.proofs.forEach((proof, index) => deliver(proof, sizes[index] as number));
    ring.consumed(emptied++);
  }
}

interface Threads {
  readonly ring: HashRing;
  readonly crew: HashCrew;
}

/** As many as go together; none at the end. What is longer than any path is not there. */
function sheavesOf<T extends FileProof>(next: NextProof<T>, deliver: DeliverProof<T>): () => readonly T[] {
  let left: T | undefined;
  return () => {
    const proofs: T[] = [];
    for (let room = 0; proofs.length < MOST_IN_SHEAF; ) {
      const proof = left ?? next();
      left = undefined;
      if (proof === undefined) break;
      const wanted = roomOf(proof);
      if (wanted > SHEAF_ROOM) deliver(proof, UNPROVEN);
      else if (room + wanted > SHEAF_ROOM) {
        left = proof;
        break;
      } else {
        room += wanted;
        proofs.push(proof);
      }
    }
    return proofs;
  };
}
