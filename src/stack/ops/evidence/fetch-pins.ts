/** Fetches every pin of a lock from a store and checks its digest. */
import type { JsonObject } from '#core/json/value';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import { claimKey } from '../../verify/claims.ts';
import type { Answer } from '../../verify/verify.ts';
import { type ArtifactLookup, lookUpArtifact } from '../artifacts/look-up.ts';
import { type LockPin, pinsOf } from '../artifacts/put-pinned.ts';
import type { ArtifactStore } from '../artifacts/store.ts';

export interface FetchedPin {
  readonly pin: LockPin;
  /** The path in the store, or `<type>/<digest>` if it is missing. */
  readonly file: string;
  /** Null if the store does not have it, or not unambiguously. */
  readonly bytes: Uint8Array | null;
  readonly result: Answer['result'];
}

/** Indexed by `claimKey`. */
export type FetchedPins = ReadonlyMap<string, FetchedPin>;

export async function fetchPins(store: ArtifactStore, document: JsonObject, prefix: LawpackPrefix): Promise<FetchedPins> {
  const fetched = new Map<string, FetchedPin>();
  for (const pin of pinsOf(document)) {
    const found = await lookUpArtifact(store, pin, prefix);
    const place = `${pin.type}/${pin.digest}`;
    const file = 'path' in found ? found.path : place;
    const bytes = found.tag === 'found' ? found.bytes : null;
    fetched.set(keyOf(pin), { pin, file, bytes, result: resultOf(pin, found) });
  }
  return fetched;
}

export function keyOf({ section, id, field }: Pick<LockPin, 'section' | 'id' | 'field'>): string {
  return claimKey({ section, id, field });
}

function resultOf({ digest, type }: LockPin, found: ArtifactLookup): Answer['result'] {
  switch (found.tag) {
    case 'found':
      return { tag: 'found', value: digest };
    case 'missing':
      return { tag: 'missing', reason: `no ${type} artifact of this digest is in the store` };
    case 'ambiguous':
      return { tag: 'unreadable', reason: `two files with different bytes: ${found.paths.join(', ')}` };
    case 'wrong':
      if (found.actual === null) return { tag: 'unreadable', reason: found.error };
      return { tag: 'contradicted', expected: digest, actual: found.actual, reason: found.error };
  }
}
