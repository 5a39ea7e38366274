/**
 * `pack push`: sends the members of a pack that verifies as blobs, and its manifest last. Blobs that the store already has are not sent
 * again. If a member changes after it was verified, the store refuses it and the pack is not published (P7). A blob that is already there
 * is checked by the checksum of the store, by reading it (`verifyPresent`), or by its size only; the result says how. A damaged blob is
 * replaced. The good seals beside the pack are added to it in the store.
 *
 *     await pushPack({ given: 'evidence/december', path: '/data/evidence/december', store })
 *       { packId: 'sha256:…', memberCount: 5, sent: { blobs: 2, bytes: 4096 }, present: { blobs: 3, bytes: 77824 }, repaired: [], … }
 */
import type { Digest } from '#core/digest';
import { provenSize } from '#core/found';
import { newHasher } from '#hashing/hashers';
import { openHashPool } from '#hashing/pool';
import { onTraffic } from '#store/http/traffic';
import type { Blob, BlobFile, BlobWriter, Check, Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { countRead } from '#threads/read-meter';
import { MAX_MANIFEST_LENGTH } from '../document.ts';
import { canonicalManifest, type ReadManifest, readManifest } from '../read.ts';
import type { ReferencedFile } from '../references.ts';
import { badPack } from '../refusals.ts';
import { judgeManifest, type PackVerdict } from '../verify.ts';
import { openFolder } from './folder/folder.ts';
import { PACK_INSPECTORS } from './inspectors.ts';
import { requireSeparate } from './require-separate.ts';
import { type CarriedSeals, readOwnSeals, requireStorable } from './seals/beside.ts';
import { requireFreeTags, type SetTag, setTag } from './store/tags.ts';
import type { PackPlace } from './survey.ts';
import { type PackCheck, type PackSurvey, requireValid, surveyPack } from './verify.ts';

export interface PackPush extends Pick<PackCheck, 'given' | 'path' | 'threads' | 'watch' | 'onManifest'> {
  readonly store: Store;
  /** The tags that the pack gets, and whether a tag that names another pack is moved. */
  readonly tags?: readonly string[];
  readonly movesTags?: boolean;
  /** Whether blobs that are already in the store are read. */
  readonly verifyPresent?: boolean;
  /** Called with the folder before its members are read. */
  readonly onPlace?: (place: PackPlace) => void;
}

export interface Tally {
  readonly blobs: number;
  readonly bytes: number;
}

export interface PushedPack {
  readonly packId: Digest;
  readonly memberCount: number;
  /** The size of all members together. */
  readonly bytes: number;
  readonly sent: Tally;
  /** Blobs that were already in the store. */
  readonly present: Tally;
  /** How many of these were checked in which way. */
  readonly presentChecked: Readonly<Record<Check, number>>;
  /** Blobs that were damaged in the store and have been replaced. */
  readonly repaired: readonly Digest[];
  readonly tags: readonly SetTag[];
  /** Files that are not in the pack, but in a store; they were not sent. */
  readonly references: readonly ReferencedFile[];
  /** The seals beside the pack. */
  readonly seals: CarriedSeals;
  /** The digest of the image manifest, if the store is a registry. */
  readonly image?: Digest;
}

type MemberBlob = BlobFile & { readonly path: string };

export async function pushPack({
  store,
  onPlace,
  verifyPresent = false,
  tags = [],
  movesTags = false,
  ...pack
}: PackPush): Promise<PushedPack> {
  requireSeparate(pack, store);
  const place = openFolder(pack.given, pack.path);
  onPlace?.(place);
  const manifest = readManifest(place.manifestBytes(), pack.given, heapLimit);
  pack.onManifest?.(manifest);
  const bytes = storedForm(manifest, pack.given);
  const seals = readOwnSeals(pack, { packId: manifest.packId, manifest: bytes });
  requireStorable(pack, seals);
  const tagging = { packId: manifest.packId as Digest, moves: movesTags };
  await requireFreeTags(store, tags, tagging);
  const intake = judgeManifest(manifest, newHasher).length === 0 ? store.openWriter?.() : undefined;
  const { verdict, isWritten } = verifyAndWrite(
    intake,
    pack.threads,
    (how) => surveyPack(place, manifest, { ...pack, ...how, deep: false }),
    (found) => requireValid(pack.given, found),
  );
  const members = blobsOf(verdict, pack.path);
  const blobs = [...new Map(members.map((member) => [member.digest, member])).values()];
  const stored = { packId: manifest.packId as Digest, manifest: bytes, blobs: members };
  store.requireFits?.(stored);
  const rest = blobs.filter(({ digest }) => !isWritten(digest));
  const { checked, damaged } = await store.present(rest, { reading: verifyPresent });
  const isPresent = ({ digest }: Blob): boolean => checked.has(digest);
  const isAbsent = (blob: Blob): boolean => !isPresent(blob);
  const absent = rest.filter(isAbsent).map((blob) => (damaged.has(blob.digest) ? { ...blob, replaces: true } : blob));
  await send(store, absent, pack.watch);
  // For a folder store all blobs are checked, which only needs listings of folders.
  const relied = store.folder === undefined ? rest.filter(isPresent) : blobs;
  if ((await store.publish(stored)) === 'published') await sendVanished(store, relied);
  // After the manifest: a garbage collection that has not seen it may have removed seals until now.
  const carried = seals.good.length === 0 ? 0 : await store.seals.add(stored.packId, seals.good);
  const set: SetTag[] = [];
  for (const tag of new Set(tags)) set.push(await setTag(store, tag, tagging));
  return {
    packId: stored.packId,
    memberCount: members.length,
    bytes: tallyOf(members).bytes,
    sent: tallyOf(blobs.filter(isAbsent)),
    present: tallyOf(blobs.filter(isPresent)),
    presentChecked: countChecks(checked),
    repaired: [...damaged],
    tags: set,
    references: verdict.references.files,
    seals: { carried, present: seals.good.length - carried, leftOut: seals.bad, unread: 0, error: null },
    ...(store.imageDigest === undefined ? {} : { image: store.imageDigest(stored) }),
  };
}

/**
 * Before the manifest was published, no manifest named these blobs, so a garbage collection may have removed them. They are checked again
 * now that a manifest names them (collect-garbage.ts).
 */
async function sendVanished(store: Store, relied: readonly MemberBlob[]): Promise<void> {
  if (store.maintenance === undefined || relied.length === 0) return;
  const missing = store.missing?.(relied) ?? (await withoutPresent(store, relied));
  if (missing.length > 0) await store.send(missing, () => {});
}

async function withoutPresent(store: Store, blobs: readonly MemberBlob[]): Promise<readonly MemberBlob[]> {
  const { checked } = await store.present(blobs);
  return blobs.filter(({ digest }) => !checked.has(digest));
}

function countChecks(checked: ReadonlyMap<Digest, Check>): Record<Check, number> {
  const counts = { checksum: 0, reading: 0, size: 0 };
  for (const check of checked.values()) counts[check]++;
  return counts;
}

/** A store has one manifest for one pack, whatever the spelling of the original. A manifest that is too long to be pulled is not pushed. */
function storedForm(manifest: ReadManifest, given: string): Uint8Array {
  const bytes = canonicalManifest(manifest);
  if (bytes.length <= MAX_MANIFEST_LENGTH) return bytes;
  throw badPack(given, `expected a manifest of at most ${MAX_MANIFEST_LENGTH} bytes in canonical form, found ${bytes.length}`);
}

interface VerifiedCopy {
  readonly verdict: PackVerdict;
  /** Whether the store copied the blob while the pack was verified. */
  readonly isWritten: (digest: Digest) => boolean;
}

/**
 * A folder store copies the blobs it lacks while they are read to be hashed. The copies stay in its staging folder until all members are
 * verified. If the pack does not verify, nothing is added to the store.
 */
function verifyAndWrite(
  intake: BlobWriter | undefined,
  threads: number | undefined,
  verify: (how: Pick<PackSurvey, 'pool' | 'intake'>) => PackVerdict,
  requireRight: (verdict: PackVerdict) => PackVerdict,
): VerifiedCopy {
  const pool = openHashPool({ threads, inspect: PACK_INSPECTORS });
  try {
    const verdict = requireRight(verify({ pool, intake }));
    return { verdict, isWritten: intake?.place() ?? (() => false) };
  } finally {
    pool.close();
    pool.awaitRest();
    intake?.close();
  }
}

/** In a sound pack every member was hashed and has the hash of the manifest. */
function blobsOf({ manifest, found }: PackVerdict, folder: string): readonly MemberBlob[] {
  return manifest.members.map(({ path, bytesHash }, index) => {
    return { path, digest: bytesHash as Digest, size: provenSize(found.at(index)), file: `${folder}/${path}` };
  });
}

async function send(store: Store, absent: readonly MemberBlob[], watch: PackPush['watch']): Promise<void> {
  if (absent.length === 0) return;
  onTraffic(countRead);
  const progress = watch?.(absent.length, () => tallyOf(absent).bytes);
  try {
    await store.send(absent, () => progress?.advance(1));
  } finally {
    progress?.done();
  }
}

function tallyOf(blobs: readonly Blob[]): Tally {
  return { blobs: blobs.length, bytes: blobs.reduce((sum, { size }) => sum + size, 0) };
}
