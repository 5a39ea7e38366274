/**
 * Content-addressed artifacts of stacks as typed functions.
 *
 *     await putPinnedArtifacts('zones/one/stack.lock', { stores: ['dist/artifacts'] });
 *     await getArtifact('blob', 'd6e1b186…', { stores: ['dist/artifacts'] })     the bytes, verified
 */

import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { parseArtifactDigest, parseArtifactType } from '#stack/lawpack/artifact-type';
import type { LawpackPrefix } from '#stack/lawpack/lawpack';
import {
  type ArtifactName,
  putArtifact as putVerb,
  requireArtifact,
  type StoredArtifact,
  type StoreVerdict,
  verifyArtifacts as verifyVerb,
} from '#stack/ops/artifacts/look-up';
import { type PutPinned, putPinned } from '#stack/ops/artifacts/put-pinned';
import { type ArtifactStore, openArtifactStore, type StoreRoot } from '#stack/ops/artifacts/store';
import { cannotAccess } from '#stack/refusals';
import { absolute } from './given-path.ts';
import { openLockFile } from './stack-lock-file.ts';

export interface ArtifactSettings {
  /** Folders, searched in order; a new artifact goes into the first. */
  readonly stores: readonly string[];
  /** The default is `msez`. */
  readonly lawpackPrefix?: LawpackPrefix;
}

export interface PutSettings extends ArtifactSettings {
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
}

const MAX_LENGTH = 1 << 28;

/** Stores a file under its type and digest; an existing artifact is unchanged. */
export async function putArtifact(file: string, type: string, settings: PutSettings): Promise<StoredArtifact> {
  const source = { type: typeFrom(type), file, bytes: bytesOf(file) };
  return await putVerb(openStores(settings.stores), source, { prefix: prefixOf(settings), sync: settings.sync ?? true });
}

/** Stores everything that a lock pins and that is below the root, so that the lock can be verified without its tree. */
export async function putPinnedArtifacts(lock: string, settings: PutSettings & { readonly root: string }): Promise<PutPinned> {
  const { document } = openLockFile(lock);
  const tree = { document, root: absolute(settings.root), shown: settings.root };
  return await putPinned(openStores(settings.stores), tree, { prefix: prefixOf(settings), sync: settings.sync ?? true });
}

/** Throws `E_NOT_FOUND`, `E_AMBIGUOUS` or `E_BAD_ARTIFACT`. */
export async function getArtifact(type: string, digest: string, settings: ArtifactSettings): Promise<Uint8Array> {
  return (await requireArtifact(openStores(settings.stores), nameFrom(type, digest), prefixOf(settings))).bytes;
}

/** Verifies one artifact, or with null all artifacts of the stores. */
export async function verifyArtifacts(
  wanted: { readonly type: string; readonly digest: string } | null,
  settings: ArtifactSettings,
): Promise<StoreVerdict> {
  const name = wanted === null ? null : nameFrom(wanted.type, wanted.digest);
  return await verifyVerb(openStores(settings.stores), name, prefixOf(settings));
}

export function openStores(folders: readonly string[]): ArtifactStore {
  if (folders.length === 0) throw new RangeError('expected at least one store, found none');
  return openArtifactStore(folders.map((shown) => ({ path: absolute(shown), shown })) as unknown as [StoreRoot, ...StoreRoot[]]);
}

function prefixOf({ lawpackPrefix = 'msez' }: ArtifactSettings): LawpackPrefix {
  return lawpackPrefix;
}

function nameFrom(type: string, text: string): ArtifactName {
  const digest = parseArtifactDigest(text);
  if (digest === null) throw new RangeError(`expected 64 hex digits, found '${text}'`);
  return { type: typeFrom(type), digest };
}

function typeFrom(text: string): string {
  const type = parseArtifactType(text);
  if (type === null) throw new RangeError(`expected an artifact type such as blob, found '${text}'`);
  return type;
}

function bytesOf(file: string): Uint8Array {
  try {
    return readRegularFile(absolute(file), { maxBytes: MAX_LENGTH, follow: true });
  } catch (error) {
    throw cannotAccess(`cannot read ${file}`, file, osText(error));
  }
}
