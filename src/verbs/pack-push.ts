/**
 * `pack push`: a pack that verifies, its members as blobs, its manifest last. What the store has already is not sent again; a member that
 * changes between being verified and being sent is refused by the store, and the pack stays unpublished (P7).
 *
 *     await pushPack({ given: 'evidence/december', path: '/data/evidence/december', store })
 *       { packId: 'sha256:…', memberCount: 5, bytes: 81920, sent: { blobs: 2, bytes: 4096 }, present: { blobs: 3, bytes: 77824 } }
 */
import type { Digest } from '#core/digest';
import { openHashPool } from '#io/hash-pool';
import { newHasher } from '#io/hashers';
import { heapLimit } from '#io/heap-limit';
import { countRead } from '#io/read-meter';
import { LONGEST_MANIFEST } from '#pack/document';
import { canonicalManifest, type ReadManifest, readManifest } from '#pack/read';
import { badPack } from '#pack/refusals';
import { judgeManifest, type PackVerdict } from '#pack/verify';
import type { Blob, BlobFile, Intake, Store } from '#store/store';
import { hearTraffic } from '#store/traffic';
import { openFolder } from './folder-place.ts';
import type { PackPlace } from './pack-survey.ts';
import { type PackCheck, type PackSurvey, requireSound, surveyPack } from './pack-verify.ts';
import { proveInto } from './prove-into-store.ts';
import { requireApart } from './require-apart.ts';

export interface PackPush extends Pick<PackCheck, 'given' | 'path' | 'threads' | 'watch' | 'onManifest'> {
  readonly store: Store;
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
}

type MemberBlob = BlobFile & { readonly path: string };

export async function pushPack({ store, onPlace, ...pack }: PackPush): Promise<PushedPack> {
  requireApart(pack, store);
  const place = openFolder(pack.given, pack.path);
  onPlace?.(place);
  const manifest = readManifest(place.manifestBytes(), pack.given, heapLimit);
  pack.onManifest?.(manifest);
  const bytes = storedForm(manifest, pack.given);
  const intake = judgeManifest(manifest, newHasher).length === 0 ? store.takeIn?.() : undefined;
  const { verdict, taken } = verifyTaking(intake, pack.threads, (how) => surveyPack(place, manifest, { ...pack, ...how, deep: false }));
  const members = blobsOf(requireSound(pack.given, verdict), pack.path);
  const blobs = [...new Map(members.map((member) => [member.digest, member])).values()];
  const stored = { packId: manifest.packId as Digest, manifest: bytes, blobs: members };
  store.requireFits?.(stored);
  const rest = blobs.filter(({ digest }) => !taken.has(digest));
  const present = await store.present(rest);
  const isPresent = ({ digest }: Blob): boolean => present.has(digest);
  const isAbsent = (blob: Blob): boolean => !isPresent(blob);
  await send(store, rest.filter(isAbsent), pack.watch);
  await store.publish(stored);
  return {
    packId: stored.packId,
    memberCount: members.length,
    bytes: tallyOf(members).bytes,
    sent: tallyOf(blobs.filter(isAbsent)),
    present: tallyOf(blobs.filter(isPresent)),
  };
}

/** One pack has one manifest in a store, however its own is spelled; what could not be pulled is not pushed. */
function storedForm(manifest: ReadManifest, given: string): Uint8Array {
  const bytes = canonicalManifest(manifest);
  if (bytes.length <= LONGEST_MANIFEST) return bytes;
  throw badPack(given, `expected a manifest of at most ${LONGEST_MANIFEST} bytes in canonical form, found ${bytes.length}`);
}

interface Taken {
  readonly verdict: PackVerdict;
  /** What the store took in while the pack was verified. */
  readonly taken: ReadonlySet<Digest>;
}

/**
 * A store on this machine copies what it lacks while it is read for its hash. What is taken in before another member turns out to be wrong
 * stays there: whole blobs, which another push may have counted on since. A manifest that is wrong by itself lets nothing in.
 */
function verifyTaking(
  intake: Intake | undefined,
  threads: number | undefined,
  verify: (how: Pick<PackSurvey, 'pool' | 'proveRows'>) => PackVerdict,
): Taken {
  const taken = new Set<Digest>();
  const accept: Intake['accept'] = (blob, file) => {
    intake?.accept(blob, file);
    taken.add(blob.digest);
  };
  const pool = openHashPool({ threads });
  try {
    return { verdict: verify({ pool, proveRows: intake && proveInto({ ...intake, accept }) }), taken };
  } finally {
    pool.close();
    pool.awaitRest();
    intake?.close();
  }
}

/** Every member of a pack that was found sound was hashed, and its hash is the manifest's. */
function blobsOf({ manifest, sizes }: PackVerdict, folder: string): readonly MemberBlob[] {
  return manifest.members.map(({ path, bytesHash }, index) => {
    return { path, digest: bytesHash as Digest, size: sizes[index] as number, file: `${folder}/${path}` };
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
