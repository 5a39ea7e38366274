/**
 * `pack seal --by-reference BYTES --store URL`: files of at least that size are not copied into the pack. The store gets each as the blob of
 * its digest, unless it has it already, and the pack has a reference in its place. The folder of the pack appears after that.
 *
 *     await sealByReference(seal, { store, least: 1 << 30 })      { packId, …, byReference: { files: 2, bytes: 8589934592, … } }
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Digest } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { CHANGED, osTextOfErrno } from '#disk/os-error';
import { isInside } from '#disk/path/real-path';
import { ANY_SIZE, FileHasher, HASHED, NOT_REGULAR, UNREADABLE } from '#hashing/hash-file';
import type { BlobFile, Check, Store } from '#store/store';
import { arrangeMembers } from '../create.ts';
import { formatReference, referencePath } from '../reference.ts';
import { cannotAccess, insideInput } from '../refusals.ts';
import { type Collected, cannotRead, notRegular } from './collect.ts';
import { beginSeal, type PackSeal, type SealedPack, sealCollected } from './seal.ts';

export interface ByReference {
  readonly store: Store;
  /** Files of at least this many bytes are kept in the store. */
  readonly least: number;
}

export interface KeptFiles {
  readonly files: number;
  readonly bytes: number;
  readonly store: string;
  /** How many blobs were sent, and how those that were there before were checked. */
  readonly sent: number;
  readonly presentChecked: Readonly<Record<Check, number>>;
}

export interface SealedByReference extends SealedPack {
  readonly byReference: KeptFiles;
}

export async function sealByReference(seal: PackSeal, { store, least }: ByReference): Promise<SealedByReference> {
  requireStoreOutside(seal, store);
  const { collected, folders } = beginSeal(seal);
  const isLarge = collected.map((member) => sizeOf(member) >= least);
  const large = collected.filter((_, index) => isLarge[index]);
  const small = collected.filter((_, index) => !isLarge[index]);
  const documents = mkdtempSync(join(tmpdir(), 'custody-references-'));
  try {
    const places = large.map(({ path, source }, index): Collected => {
      return { path: referencePath(path), source, file: join(documents, String(index)), argument: null };
    });
    // A name that two members would have is refused before anything is sent.
    const members = arrangeMembers([...small, ...places]);
    const hasher = new FileHasher();
    const blobs = large.map((member): BlobFile => {
      if (member.argument !== null && seal.onArtifact !== undefined) {
        const { hex, size } = hashed(hasher, member, 'blake3');
        seal.onArtifact(member.argument, `blake3:${hex}`, size);
      }
      const { hex, size } = hashed(hasher, member, 'sha256');
      return { digest: `sha256:${hex}`, size, file: member.file };
    });
    const { checked, damaged } = await store.present(blobs);
    const absent = blobs
      .filter(({ digest }) => !checked.has(digest))
      .map((blob) => (damaged.has(blob.digest) ? { ...blob, replaces: true } : blob));
    await send(store, absent, seal);
    for (const [index, { digest: bytesHash, size }] of blobs.entries())
      writeFileSync(join(documents, String(index)), formatReference({ bytesHash, size, store: store.url }), { flag: 'wx' });
    const sealed = sealCollected(seal, members, folders);
    return { ...sealed, byReference: keptFiles(store.url, blobs, { checked, sent: new Set(absent.map(({ digest }) => digest)).size }) };
  } finally {
    rmSync(documents, { recursive: true, force: true });
  }
}

/** The next seal of that folder would also seal the blobs of this one. */
function requireStoreOutside({ artifacts }: PackSeal, { folder, url }: Store): void {
  const around = folder === undefined ? undefined : artifacts.find((artifact) => isInside(artifact.path, folder));
  if (around !== undefined) throw insideInput(url, around.given);
}

function sizeOf({ source, file }: Collected): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw cannotRead(source, error);
  }
}

function hashed(hasher: FileHasher, { source, file }: Collected, algorithm: Algorithm): { readonly hex: string; readonly size: number } {
  const status = hasher.ask({ path: file, algorithm, expectedSize: ANY_SIZE, isKnownRegular: true, confine: null });
  if (status === HASHED) return { hex: hasher.hex, size: hasher.size };
  if (status === NOT_REGULAR) throw notRegular(source, 'not a regular file any more');
  const error = status === UNREADABLE ? osTextOfErrno(hasher.errno) : CHANGED;
  throw cannotAccess(`Cannot read input: ${source}: ${error}`, source, error);
}

/** The store refuses a file whose bytes are no longer those that were hashed. */
async function send(store: Store, absent: readonly BlobFile[], { watch }: PackSeal): Promise<void> {
  if (absent.length === 0) return;
  const progress = watch?.(absent.length, () => absent.reduce((sum, { size }) => sum + size, 0));
  try {
    await store.send(absent, () => progress?.advance(1));
  } finally {
    progress?.done();
  }
}

function keptFiles(
  store: string,
  blobs: readonly BlobFile[],
  { checked, sent }: { readonly checked: ReadonlyMap<Digest, Check>; readonly sent: number },
): KeptFiles {
  const presentChecked = { checksum: 0, reading: 0, size: 0 };
  for (const check of checked.values()) presentChecked[check]++;
  return { files: blobs.length, bytes: blobs.reduce((sum, { size }) => sum + size, 0), store, sent, presentChecked };
}
