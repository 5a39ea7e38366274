/**
 * What is signed of a pack: `manifest.json` by its bytes, and the image manifest that the pack has in every registry. The manifest has to be
 * that of its pack_id; members are not read.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, isSha256Digest } from '#core/digest';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { MANIFEST_NAME } from '#pack/document';
import { openPlace } from '#pack/ops/place';
import { type ReadManifest, readManifest } from '#pack/read';
import { judgeManifest } from '#pack/verify';
import { notSignable } from '#sign/refusals';
import type { Subject } from '#sign/statement';
import { imageOf } from '#store/oci/image';
import { heapLimit } from '#threads/heap-limit';
import type { Place } from '../contract.ts';

export interface PackSubjects {
  readonly id: string;
  readonly subjects: readonly [Subject, ...Subject[]];
}

/** Throws `Refusal`. */
export function packSubjects({ given, path }: Place): PackSubjects {
  const place = openPlace(given, path, undefined, 'sha256');
  const bytes = place.manifestBytes();
  const manifest = readManifest(bytes, given, heapLimit);
  const [fault] = judgeManifest(manifest, newHasher);
  if (fault !== undefined) throw notSignable(given, `its manifest is wrong: ${fault.code}`, null);
  const sha256 = sha256Hex(bytes);
  const image = place.kind === 'folder' ? imageDigest(path, manifest, { digest: `sha256:${sha256}` as Digest, size: bytes.length }) : null;
  const second = image === null ? [] : [{ name: 'image manifest', digest: { sha256: image } }];
  return { id: manifest.packId, subjects: [{ name: MANIFEST_NAME, digest: { sha256 } }, ...second] };
}

/** The SHA-256 of the manifest of its bytes. An archive is not unpacked for it. */
export function manifestDigest({ given, path }: Place): string {
  return `sha256:${sha256Hex(openPlace(given, path, undefined, 'sha256').manifestBytes())}`;
}

/** Null if a member is not there, or the image would be too long for registries. */
function imageDigest(
  folder: string,
  { packId, members }: ReadManifest,
  config: { readonly digest: Digest; readonly size: number },
): string | null {
  const blobs = members.map(({ path, bytesHash }) => {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return found?.isFile() === true && isSha256Digest(bytesHash) ? { digest: bytesHash, size: found.size, path } : null;
  });
  if (blobs.some((blob) => blob === null)) return null;
  const image = imageOf({ packId: packId as Digest, manifest: new Uint8Array(0), blobs: blobs.flatMap((blob) => blob ?? []) }, config);
  return image === undefined ? null : sha256Hex(image);
}
