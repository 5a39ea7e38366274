/**
 * Reads the manifest of a pack in a store. A manifest that has disappeared or is not valid concerns this pack alone, and its text says why. If
 * the store cannot be reached, the error is thrown.
 *
 *     await storedManifest(store, packId, MAX_MANIFEST_LENGTH)     the manifest, or 'pack does not verify: sha256:…'
 */
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import type { Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { type ReadManifest, readManifest } from '../../read.ts';
import { requirePullable } from '../../require-pullable.ts';

export async function storedManifest(store: Store, packId: Digest, limit: number): Promise<ReadManifest | string> {
  try {
    const manifest = readManifest(await store.manifest(packId, limit), packId, heapLimit);
    requirePullable(manifest, packId, newHasher);
    return manifest;
  } catch (error) {
    const isBad = error instanceof Refusal && (error.code === 'E_BAD_PACK' || error.detail['pack_id'] === packId);
    if (!isBad) throw error;
    return error.message;
  }
}
