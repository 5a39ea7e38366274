/**
 * The blobs that the packs of a store need: their members, and the files that their references stand for.
 *
 *     const { needed, elsewhere } = await readNeeds(store);
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { type Digest, hexOf } from '#core/digest';
import { Refusal } from '#core/refusal';
import { readShortFile } from '#disk/read/regular-file';
import { eachOf } from '#store/parallel-store';
import type { Store } from '#store/store';
import { MAX_MANIFEST_LENGTH } from '../../document.ts';
import type { ReadManifest } from '../../read.ts';
import { MAX_REFERENCE_LENGTH, REFERENCE_VERSION, type Reference } from '../../reference.ts';
import { parsed } from '../references.ts';
import { storedManifest } from './stored-manifest.ts';

export interface BadManifest {
  readonly packId: Digest;
  readonly error: string;
}

/** The blobs that packs name, with the packs that name them. A manifest that cannot be read contributes nothing. */
export interface Needs {
  readonly packs: number;
  readonly badManifests: readonly BadManifest[];
  readonly needed: ReadonlyMap<Digest, readonly Digest[]>;
  /** Files that references keep in a store of another URL. It may be the same store, so they are kept if they are here. */
  readonly elsewhere: ReadonlyMap<Digest, readonly Digest[]>;
  /** Members that should be references and could not be read as such, so that what they stand for is not known. */
  readonly unknown: readonly { readonly digest: Digest; readonly error: string }[];
}

const AT_ONCE = 8;

/** `onPack` is called with each manifest that is good, while it is in memory. */
export async function readNeeds(store: Store, onPack?: (packId: Digest, manifest: ReadManifest) => Promise<void>): Promise<Needs> {
  const packs = await store.list();
  const needed = new Map<Digest, Digest[]>();
  const documents = new Map<Digest, Digest[]>();
  const badManifests: BadManifest[] = [];
  await eachOf(packs, AT_ONCE, async (packId) => {
    const manifest = await storedManifest(store, packId, MAX_MANIFEST_LENGTH);
    if (typeof manifest === 'string') {
      badManifests.push({ packId, error: manifest });
      return;
    }
    for (const digest of new Set(manifest.members.map(({ bytesHash }) => bytesHash as Digest))) nameBy(needed, digest, [packId]);
    const references = manifest.members.filter(({ artifactVersion }) => artifactVersion === REFERENCE_VERSION);
    for (const digest of new Set(references.map(({ bytesHash }) => bytesHash as Digest))) nameBy(documents, digest, [packId]);
    await onPack?.(packId, manifest);
  });
  const elsewhere = new Map<Digest, Digest[]>();
  const unknown = await eachReference(store, [...documents.keys()], (document, { bytesHash, store: place }) =>
    nameBy(place === store.url ? needed : elsewhere, bytesHash, documents.get(document) ?? []),
  );
  for (const named of [...needed.values(), ...elsewhere.values()]) named.sort(compareUtf8);
  return { packs: packs.length, badManifests: badManifests.sort((a, b) => compareUtf8(a.packId, b.packId)), needed, elsewhere, unknown };
}

/** Reads the documents, and returns those that are no references. */
async function eachReference(
  store: Store,
  documents: readonly Digest[],
  found: (document: Digest, reference: Reference) => void,
): Promise<Needs['unknown']> {
  if (documents.length === 0) return [];
  const unknown: { readonly digest: Digest; readonly error: string }[] = [];
  const sizeOf = await store.sizes();
  const folder = mkdtempSync(join(tmpdir(), 'custody-references-'));
  try {
    await eachOf(documents, AT_ONCE, async (digest) => {
      const file = join(folder, hexOf(digest));
      const size = sizeOf(digest) ?? 0;
      const reference = size > MAX_REFERENCE_LENGTH ? `it has ${size} bytes` : await fetched(store, { digest, file });
      if (typeof reference === 'string') unknown.push({ digest, error: reference });
      else found(digest, reference);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return unknown;
}

async function fetched(store: Store, wanted: { readonly digest: Digest; readonly file: string }): Promise<Reference | string> {
  try {
    await store.fetch([wanted], () => {});
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  const bytes = readShortFile(wanted.file);
  return bytes === null ? 'it is too long' : parsed(bytes);
}

function nameBy(needed: Map<Digest, Digest[]>, digest: Digest, packs: readonly Digest[]): void {
  const known = needed.get(digest) ?? [];
  needed.set(digest, known);
  for (const packId of packs) if (!known.includes(packId)) known.push(packId);
}
