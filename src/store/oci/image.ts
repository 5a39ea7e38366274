/**
 * A pack as an OCI image manifest: `manifest.json` is the config, and each member is a layer, in the order of the manifest, named by its
 * path. The same pack gives the same bytes everywhere.
 *
 *     {"annotations":{"vnd.custody.pack.id":"sha256:…"},"artifactType":"application/vnd.custody.pack.v0","config":{…},"layers":[
 *     {"annotations":{"org.opencontainers.image.title":"nov.lock.json"},"digest":"sha256:…","mediaType":"…member.v0","size":812}],…}
 *
 * There is no `subject`: a document that refers to a pack, such as a seal (`referrer-image.ts`), points to this manifest and does not change it.
 */
import { type Digest, hexOf, isSha256Digest } from '#core/digest';
import { JSON_LIMITS } from '#core/json/limits';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { jsonAnswer } from '../http/json-answer.ts';
import type { Blob, StoredPack } from '../store.ts';

export const IMAGE_TYPE = 'application/vnd.oci.image.manifest.v1+json';
const ARTIFACT_TYPE = 'application/vnd.custody.pack.v0';
const CONFIG_TYPE = 'application/vnd.custody.pack.manifest.v0+json';
const MEMBER_TYPE = 'application/vnd.custody.pack.member.v0';
export const TITLE = 'org.opencontainers.image.title';
export const PACK_ID = 'vnd.custody.pack.id';

/** The limit in bytes for reading. */
export const MAX_IMAGE_LENGTH = JSON_LIMITS.document.bytes;
/** The limit for writing: registries accept no more, and report that only when all members were sent. */
export const MAX_WRITTEN_LENGTH = 1 << 22;
/** The length of a layer without its path. */
const MIN_LAYER_LENGTH = 200;

/** Undefined where it is too long. */
export function imageOf({ packId, blobs }: StoredPack, config: Blob): Uint8Array | undefined {
  if (blobs.length * MIN_LAYER_LENGTH > MAX_WRITTEN_LENGTH) return undefined;
  const text = formatSpine({
    schemaVersion: 2,
    mediaType: IMAGE_TYPE,
    artifactType: ARTIFACT_TYPE,
    annotations: { [PACK_ID]: packId },
    config: { mediaType: CONFIG_TYPE, digest: config.digest, size: config.size },
    layers: blobs.map(({ digest, size, path }) => ({ mediaType: MEMBER_TYPE, digest, size, annotations: { [TITLE]: path } })),
  });
  const bytes = Buffer.from(text);
  return bytes.length > MAX_WRITTEN_LENGTH ? undefined : bytes;
}

export interface ReadImage {
  /** The blob that contains manifest.json. */
  readonly config: Blob;
  /** The lengths of members by digest, where the layers state them. */
  readonly sizes: ReadonlyMap<Digest, number>;
}

/** Returns a description instead, if the bytes are not a pack with that id. */
export function readImage(image: Uint8Array, packId: Digest): ReadImage | string {
  const document = jsonAnswer(image);
  if (!isJsonObject(document) || document['mediaType'] !== IMAGE_TYPE) return 'no OCI image manifest';
  const { annotations, config, layers } = document;
  if (!isJsonObject(config) || config['mediaType'] !== CONFIG_TYPE) return 'an image that is no pack';
  const id = isJsonObject(annotations) ? annotations[PACK_ID] : undefined;
  if (id !== packId) return 'an image of another pack';
  const blob = blobOf(config);
  return blob === undefined ? 'a broken image' : { config: blob, sizes: sizesOf(layers) };
}

function sizesOf(layers: JsonValue | undefined): ReadonlyMap<Digest, number> {
  const blobs = Array.isArray(layers) ? (layers as readonly JsonValue[]).map(blobOf) : [];
  return new Map(blobs.flatMap((blob) => (blob === undefined ? [] : [[blob.digest, blob.size]])));
}

export function blobOf(descriptor: JsonValue): Blob | undefined {
  const { digest, size } = isJsonObject(descriptor) ? descriptor : {};
  if (typeof digest !== 'string' || !isSha256Digest(digest) || typeof size !== 'number' || !(size >= 0)) return undefined;
  return { digest, size };
}

/** `pack-` and the hex of the id. */
export function tagOf(packId: Digest): string {
  return `pack-${hexOf(packId)}`;
}

export function packIdOfTag(tag: unknown): Digest | undefined {
  const hex = typeof tag === 'string' ? /^pack-([0-9a-f]{64})$/.exec(tag)?.[1] : undefined;
  return hex === undefined ? undefined : `sha256:${hex}`;
}
