/**
 * A seal in a registry: an image manifest of its own that refers to the image manifest of the pack (`subject`), so that a registry lists it
 * as a referrer of the pack. The same seal of the same pack gives the same bytes.
 *
 *     {"annotations":{"vnd.custody.pack.id":"sha256:…"},"artifactType":"application/vnd.custody.seal.v0+json","config":{…},"layers":[
 *     {"digest":"sha256:…","mediaType":"application/vnd.custody.seal.v0+json","size":1204}],…,"subject":{"digest":"sha256:…",…}}
 *
 * For registries without the request for referrers, an index under the tag `sha256-<hex of the pack's image>` lists them.
 */
import type { Digest } from '#core/digest';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { jsonAnswer } from '../http/json-answer.ts';
import type { Blob } from '../store.ts';
import { blobOf, IMAGE_TYPE, MAX_WRITTEN_LENGTH, PACK_ID } from './image.ts';

export const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';
export const SEAL_TYPE = 'application/vnd.custody.seal.v0+json';
/** The config of an artefact that has none: two bytes. */
export const EMPTY_CONFIG = {
  bytes: Buffer.from('{}'),
  digest: 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
} as const;
const EMPTY_TYPE = 'application/vnd.oci.empty.v1+json';

export interface SealedImage {
  readonly packId: Digest;
  /** The image manifest of the pack. */
  readonly subject: Blob;
}

export function sealImageOf({ packId, subject }: SealedImage, { digest, size }: Blob): Uint8Array {
  const fields = {
    schemaVersion: 2,
    mediaType: IMAGE_TYPE,
    artifactType: SEAL_TYPE,
    annotations: { [PACK_ID]: packId },
    config: { mediaType: EMPTY_TYPE, digest: EMPTY_CONFIG.digest, size: EMPTY_CONFIG.bytes.length },
    layers: [{ mediaType: SEAL_TYPE, digest, size }],
    subject: { mediaType: IMAGE_TYPE, digest: subject.digest, size: subject.size },
  };
  return Buffer.from(formatSpine(fields));
}

/** The blob of the seal; undefined if the bytes are something else. */
export function readSealImage(image: Uint8Array): Blob | undefined {
  const document = jsonAnswer(image);
  if (!isJsonObject(document) || document['artifactType'] !== SEAL_TYPE) return undefined;
  const { layers } = document;
  const [layer, ...more] = Array.isArray(layers) ? (layers as readonly JsonValue[]) : [];
  return layer === undefined || more.length > 0 ? undefined : blobOf(layer);
}

/** A referrer in an index. */
export function descriptorOf({ packId }: Pick<SealedImage, 'packId'>, { digest, size }: Blob): JsonObject {
  return { mediaType: IMAGE_TYPE, digest, size, artifactType: SEAL_TYPE, annotations: { [PACK_ID]: packId } };
}

/** The manifests that an index lists; undefined if the bytes are no index. */
export function readIndex(bytes: Uint8Array): { readonly document: JsonObject; readonly manifests: readonly JsonValue[] } | undefined {
  const document = jsonAnswer(bytes);
  const manifests = isJsonObject(document) ? document['manifests'] : undefined;
  // A registry sends no mediaType with an empty list.
  const isIndex = isJsonObject(document) && (document['mediaType'] ?? INDEX_TYPE) === INDEX_TYPE && Array.isArray(manifests);
  return isIndex ? { document, manifests: manifests as readonly JsonValue[] } : undefined;
}

/** The digests of the seals among them. */
export function sealsIn(manifests: readonly JsonValue[]): readonly Digest[] {
  return manifests.flatMap((manifest) => {
    const blob = isJsonObject(manifest) && manifest['artifactType'] === SEAL_TYPE ? blobOf(manifest) : undefined;
    return blob === undefined ? [] : [blob.digest];
  });
}

/** The index with more manifests; what others listed stays. Undefined where it would be too long. */
export function indexWith(index: ReturnType<typeof readIndex>, more: readonly JsonObject[]): Uint8Array | undefined {
  const { document, manifests } = index ?? { document: { schemaVersion: 2, mediaType: INDEX_TYPE }, manifests: [] };
  const bytes = Buffer.from(formatSpine({ ...document, manifests: [...manifests, ...more] }));
  return bytes.length > MAX_WRITTEN_LENGTH ? undefined : bytes;
}
