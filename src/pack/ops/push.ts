/**
 * `pack push`: a pack that verifies, its members as blobs, its manifest last. What the store has already is not sent again; a member that
 * changes between being verified and being sent is refused by the store, and the pack stays unpublished (P7). What is there already is known by
 * the store's own checksum, by reading it (`verifyPresent`) or by its length alone, and the result tells which; what is found to be damaged
 * gives way to the bytes in hand.
 *
 *     await pushPack({ given: 'evidence/december', path: '/data/evidence/december', store })
 *       { packId: 'sha256:…', memberCount: 5, sent: { blobs: 2, bytes: 4096 }, present: { blobs: 3, bytes: 77824 }, repaired: [], … }
 */
import type { Digest } from '#core/digest';
import { provenSize } from '#core/found';
import { newHasher } from '#hashing/hashers';
import { openHashPool } from '#hashing/pool';
import { hearTraffic } from '#store/http/traffic';
import type { Blob, BlobFile, Check, Intake, Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { countRead } from '#threads/read-meter';
import { LONGEST_MANIFEST } from '../document.ts';
import { canonicalManifest, type ReadManifest, readManifest } from '../read.ts';
import { badPack } from '../refusals.ts';
import { judgeManifest, type PackVerdict } from '../verify.ts';
import { openFolder } from './folder/folder.ts';
import { PACK_INSPECTORS } from './inspectors.ts';
import { requireApart } from './require-apart.ts';
import type { PackPlace } from './survey.ts';
import { type PackCheck, type PackSurvey, requireSound, surveyPack } from './verify.ts';

export interface PackPush extends Pick<PackCheck, 'given' | 'path' | 'threads' | 'watch' | 'onManifest'> {
  readonly store: Store;
  /** Whether blobs that are there already are read. */
  readonly verifyPresent?: boolean;
  /** Told of the folder before its members are looked at. */
  readonly onPlace?: (place: PackPlace) => void;
}

export interface Tally {
  readonly blobs: number;
  readonly bytes: number;
}

export interface PushedPack {
  readonly packId: Digest;
  readonly memberCount: number;
  /** Of all members. */
  readonly bytes: number;
  readonly sent: Tally;
  /** In the store before. */
  readonly present: Tally;
  /** How each of those was checked. */
  readonly presentChecked: Readonly<Record<Check, number>>;
  /** Blobs that were there, were damaged, and are right now. */
  readonly repaired: readonly Digest[];
  /** Of a registry: the image manifest. */
  readonly image?: Digest;
}

type MemberBlob = BlobFile & { readonly path: string };

export async function pushPack({ store, onPlace, verifyPresent = false, ...pack }: PackPush): Promise<PushedPack> {
  requireApart(pack, store);
  const place = openFolder(pack.given, pack.path);
  onPlace?.(place);
  const manifest = readManifest(place.manifestBytes(), pack.given, heapLimit);
  pack.onManifest?.(manifest);
  const bytes = storedForm(manifest, pack.given);
  const intake = judgeManifest(manifest, newHasher).length === 0 ? store.takeIn?.() : undefined;
  const { verdict, isTaken } = verifyTaking(
    intake,
    pack.threads,
    (how) => surveyPack(place, manifest, { ...pack, ...how, deep: false }),
    (found) => requireSound(pack.given, found),
  );
  const members = blobsOf(verdict, pack.path);
  const blobs = [...new Map(members.map((member) => [member.digest, member])).values()];
  const stored = { packId: manifest.packId as Digest, manifest: bytes, blobs: members };
  store.requireFits?.(stored);
  const rest = blobs.filter(({ digest }) => !isTaken(digest));
  const { checked, damaged } = await store.present(rest, { reading: verifyPresent });
  const isPresent = ({ digest }: Blob): boolean => checked.has(digest);
  const isAbsent = (blob: Blob): boolean => !isPresent(blob);
  const absent = rest.filter(isAbsent).map((blob) => (damaged.has(blob.digest) ? { ...blob, replaces: true } : blob));
  await send(store, absent, pack.watch);
  // On this machine all of them are looked for, by listing folders.
  const relied = store.folder === undefined ? rest.filter(isPresent) : blobs;
  if ((await store.publish(stored)) === 'published') await sendVanished(store, relied);
  return {
    packId: stored.packId,
    memberCount: members.length,
    bytes: tallyOf(members).bytes,
    sent: tallyOf(blobs.filter(isAbsent)),
    present: tallyOf(blobs.filter(isPresent)),
    presentChecked: countChecks(checked),
    repaired: [...damaged],
    ...(store.imageDigest === undefined ? {} : { image: store.imageDigest(stored) }),
  };
}

/**
 * What was found there before the manifest was visible, no manifest may have named, and a collection of such blobs may have removed: it is
 * looked for once more, now that one names it (store-gc.ts).
 */
async function sendVanished(store: Store, relied: readonly MemberBlob[]): Promise<void> {
  if (store.care === undefined || relied.length === 0) return;
  const vanished = store.vanished?.(relied) ?? (await withoutPresent(store, relied));
  if (vanished.length > 0) await store.send(vanished, () => {});
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

/** One pack has one manifest in a store, however its own is spelled; what could not be pulled is not pushed. */
function storedForm(manifest: ReadManifest, given: string): Uint8Array {
  const bytes = canonicalManifest(manifest);
  if (bytes.length <= LONGEST_MANIFEST) return bytes;
  throw badPack(given, `expected a manifest of at most ${LONGEST_MANIFEST} bytes in canonical form, found ${bytes.length}`);
}

interface Taken {
  readonly verdict: PackVerdict;
  /** Whether the store took it in while the pack was verified. */
  readonly isTaken: (digest: Digest) => boolean;
}

/**
 * A store on this machine copies what it lacks while it is read for its hash. The copies stay in its staging folder until all members are known
 * to be right: of a pack that does not verify nothing comes into the store.
 */
function verifyTaking(
  intake: Intake | undefined,
  threads: number | undefined,
  verify: (how: Pick<PackSurvey, 'pool' | 'intake'>) => PackVerdict,
  requireRight: (verdict: PackVerdict) => PackVerdict,
): Taken {
  const pool = openHashPool({ threads, inspect: PACK_INSPECTORS });
  try {
    const verdict = requireRight(verify({ pool, intake }));
    return { verdict, isTaken: intake?.place() ?? (() => false) };
  } finally {
    pool.close();
    pool.awaitRest();
    intake?.close();
  }
}

/** Every member of a pack that was found sound was hashed, and its hash is the manifest's. */
function blobsOf({ manifest, found }: PackVerdict, folder: string): readonly MemberBlob[] {
  return manifest.members.map(({ path, bytesHash }, index) => {
    return { path, digest: bytesHash as Digest, size: provenSize(found[index]), file: `${folder}/${path}` };
  });
}

async function send(store: Store, absent: readonly MemberBlob[], watch: PackPush['watch']): Promise<void> {
  if (absent.length === 0) return;
  hearTraffic(countRead);
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
