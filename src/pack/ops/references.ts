/**
 * Reads the files that the references of a pack stand for, from a store that the caller named. The store that a reference names is never
 * opened: a document must not decide where a connection leads.
 *
 *     await readReferences(verdict, store)      the verdict with what the store has
 */
import { drain, observedSource, readWhole } from '#core/bytes/source';
import type { Digest } from '#core/digest';
import { JsonError, parseJson } from '#core/json/read';
import type { ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import type { Watch } from '#hashing/watch';
import type { Store } from '#store/store';
import { MAX_REFERENCE_LENGTH, parseReference, type Reference } from '../reference.ts';
import { judgeReferences, type StoredFile } from '../references.ts';
import type { PackVerdict } from '../verify.ts';
import type { Hashed } from './survey.ts';

export async function readReferences(verdict: PackVerdict, store: Store, watch?: Watch): Promise<PackVerdict> {
  const { files } = verdict.references;
  const sizes = new Map<Digest, number>(files.map(({ bytesHash, size }) => [bytesHash, size]));
  const answers = new Map<string, StoredFile>();
  const progress = sizes.size === 0 ? undefined : watch?.(sizes.size, () => null);
  try {
    await store.read(
      [...sizes.keys()],
      (digest, answer) => {
        answers.set(digest, answer);
        progress?.advance(1);
      },
      (digest) => sizes.get(digest),
    );
  } finally {
    progress?.done();
  }
  return judgeReferences(verdict, store.url, answers);
}

export interface ReadReference extends Hashed {
  /** A text says what is wrong. */
  readonly reference: Reference | string;
}

/** Reads a member that should be a reference, to its end. */
export function readReference(source: ByteSource): ReadReference {
  const hasher = newHasher('sha256');
  const observed = observedSource(source, (bytes) => hasher.update(bytes));
  const bytes = readWhole(observed, MAX_REFERENCE_LENGTH);
  drain(observed);
  const reference = bytes === null ? `longer than ${MAX_REFERENCE_LENGTH} bytes` : parsed(bytes);
  return { bytesHash: `sha256:${hasher.digest()}`, size: observed.size, reference };
}

export function parsed(bytes: Uint8Array): Reference | string {
  try {
    return parseReference(parseJson(bytes));
  } catch (error) {
    if (error instanceof JsonError) return error.message;
    throw error;
  }
}
