/**
 * A repository of any OCI registry as a store. Members are blobs, a pack is an image manifest under the tag `pack-<hex>`, and the manifest
 * is written last. An existing tag is never written again. Registries have no conditional PUT, so two clients that publish different
 * content under one tag at the same moment are not prevented; reading verifies.
 *
 *     const store = openOciStore('oci://registry.example.org/evidence', { env, home, plainHttp: false });
 */
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import type { HttpResponse } from '../http/client.ts';
import { lengthOf, readBlob, receiveBlob } from '../http/receive-blob.ts';
import { finalResponse, retrying, withRetries } from '../http/retry.ts';
import { readAs } from '../parallel-store.ts';
import { noSuchPack, otherPack } from '../refusals.ts';
import type { Blob, BlobFile, ReadBlob, RemoteStore, StoredPack, WantedFile } from '../store.ts';
import { connectOci, type OciOptions } from './connection.ts';
import { ociDocuments } from './documents.ts';
import { deniedBy } from './error.ts';
import { IMAGE_TYPE, imageOf, MAX_IMAGE_LENGTH, MAX_WRITTEN_LENGTH, readImage, tagOf } from './image.ts';
import { putImage, type Registry, sha256, smallBlob } from './put-and-read.ts';
import { ociSeals } from './seals.ts';
import { listPacks, pickTags } from './tags.ts';
import { CHUNK_BYTES, upload } from './upload.ts';

const PAGE = 1000;
/** At most this many lengths are kept in memory; others are requested again. */
const MAX_KNOWN_SIZES = 1_000_000;

export function openOciStore(url: string, options: OciOptions): RemoteStore {
  const { place, how, once, at, close } = connectOci(url, options);
  const send = retrying(once, how, MAX_IMAGE_LENGTH);
  const registry: Registry = { once, how, at };

  /** The lengths of members, from the images of the packs whose manifests were read. */
  const knownSizes = new Map<Digest, number>();

  /** The length of the blob, `there` where the registry does not state it, or undefined where it does not exist. */
  async function storedLength(digest: Digest): Promise<number | 'there' | undefined> {
    const response = await finalResponse('HEAD', await once({ method: 'HEAD', url: at(`blobs/${digest}`), headers: {} }), how);
    await response.drain();
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw await deniedBy('HEAD', response);
    return lengthOf(response) ?? 'there';
  }

  async function isThere({ digest, size }: Blob): Promise<boolean> {
    const length = await storedLength(digest);
    return length === 'there' || length === size;
  }

  const sizeOf = (digest: Digest) => async (): Promise<number | undefined> => {
    const length = await storedLength(digest);
    return length === 'there' ? undefined : length;
  };

  function get(wanted: WantedFile): Promise<number> {
    const { digest } = wanted;
    const ask = () => once({ method: 'GET', url: at(`blobs/${digest}`), headers: {} });
    return receiveBlob({ ask, askSize: sizeOf(digest), size: knownSizes.get(digest) }, wanted, how);
  }

  async function has({ digest, size }: Blob): ReturnType<RemoteStore['has']> {
    const length = await withRetries(how, () => storedLength(digest));
    if (length === undefined) return undefined;
    // The digest that a registry reports is the requested one, whatever it has stored.
    return length === 'there' || length === size ? 'size' : 'damaged';
  }

  function readOne(digest: Digest, size?: number): Promise<ReadBlob> {
    const ask = async (): Promise<HttpResponse | undefined> => {
      const response = await once({ method: 'GET', url: at(`blobs/${digest}`), headers: {} });
      if (response.status !== 404) return response;
      await response.drain();
      return undefined;
    };
    return readBlob({ ask, askSize: sizeOf(digest), size }, digest, how);
  }

  /** A registry may keep its old bytes: only reading them shows whether it accepted the new ones. */
  async function put(blob: BlobFile): Promise<void> {
    await upload({ ...blob, body: { file: blob.file, start: 0, length: blob.size, fileSize: blob.size } }, uploading);
    if (blob.replaces !== true) return;
    const found = await readOne(blob.digest);
    if (found.kind !== 'sound') throw keepsDamagedBlob(place.shown, blob.digest, found.kind === 'damaged' ? found.found : 'nothing');
  }
  const uploading = { send: once, how, uploads: at('blobs/uploads/'), isThere, chunkBytes: options.chunkBytes ?? CHUNK_BYTES };

  /** The image manifests that were read or written. */
  const images = new Map<Digest, Blob>();
  const noteImage = (packId: Digest, bytes: Uint8Array): Blob => {
    const noted = { digest: sha256(bytes), size: bytes.length };
    if (images.size <= MAX_KNOWN_SIZES) images.set(packId, noted);
    return noted;
  };

  async function subject(packId: Digest): Promise<Blob> {
    const known = images.get(packId);
    if (known !== undefined) return known;
    const bytes = await image(tagOf(packId));
    if (bytes === undefined) throw noSuchPack(packId, place.shown, options);
    return noteImage(packId, bytes);
  }

  /** The bytes of the image manifest, or undefined where the tag does not exist. */
  async function image(tag: string): Promise<Uint8Array | undefined> {
    const response = await send({ method: 'GET', url: at(`manifests/${tag}`), headers: { accept: IMAGE_TYPE } });
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw await deniedBy('GET', response);
    return response.bytes(MAX_IMAGE_LENGTH);
  }

  function imageBytes(pack: StoredPack): { readonly config: Blob; readonly bytes: Uint8Array } {
    const config = { digest: sha256(pack.manifest), size: pack.manifest.length };
    const bytes = imageOf(pack, config);
    if (bytes === undefined) throw tooManyMembers(pack.packId, place.shown);
    return { config, bytes };
  }

  async function publish(pack: StoredPack): Promise<'published' | 'present'> {
    const { config, bytes } = imageBytes(pack);
    noteImage(pack.packId, bytes);
    const there = pack.replaces === true ? undefined : await image(tagOf(pack.packId));
    if (there !== undefined) {
      if (Buffer.compare(there, bytes) === 0) return 'present';
      throw otherPack(pack.packId, place.shown, 'an image manifest of other content');
    }
    const stored = pack.replaces === true ? readAs(await readOne(config.digest)) : await has(config);
    if (stored === undefined || stored === 'damaged') await upload({ ...config, body: pack.manifest }, uploading);
    await putImage(registry, at(`manifests/${tagOf(pack.packId)}`), bytes);
    return 'published';
  }

  async function manifest(packId: Digest, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
    const bytes = await image(tagOf(packId));
    if (bytes === undefined) throw noSuchPack(packId, place.shown, options);
    const read = readImage(bytes, packId);
    if (typeof read === 'string') throw otherPack(packId, place.shown, read);
    noteImage(packId, bytes);
    const { config, sizes } = read;
    if (knownSizes.size > MAX_KNOWN_SIZES) knownSizes.clear();
    for (const [digest, size] of sizes) knownSizes.set(digest, size);
    if (config.size > limit) throw otherPack(packId, place.shown, `a manifest of ${config.size} bytes`);
    const manifestBytes = await smallBlob(config, registry);
    if (manifestBytes === undefined) throw otherPack(packId, place.shown, 'an image whose manifest.json is missing');
    return manifestBytes;
  }

  const tags = at(`tags/list?n=${PAGE}`);
  const allTags = async (): Promise<readonly string[]> => [
    ...(await pickTags(send, tags, (tag) => (typeof tag === 'string' ? tag : undefined))),
  ];
  const putBlob = async (blob: Blob, bytes: Uint8Array, replaces = false): Promise<void> => {
    const stored = replaces ? readAs(await readOne(blob.digest)) : await has(blob);
    if (stored === undefined || stored === 'damaged') await upload({ ...blob, body: bytes }, uploading);
  };
  const documents = ociDocuments({
    url: place.shown,
    image,
    putImage: async (tag, bytes) => void (await putImage(registry, at(`manifests/${tag}`), bytes)),
    putBlob,
    smallBlob: (blob) => smallBlob(blob, registry),
    tags: allTags,
    sha256,
  });
  const seals = ociSeals({
    ...registry,
    url: place.shown,
    send,
    put: (reference, bytes, type) => putImage(registry, at(`manifests/${reference}`), bytes, type),
    subject,
    knownSubject: (packId) => images.get(packId),
    anySubject: () => images.values().next().value,
    putBlob,
    tags: allTags,
  });

  return {
    url: place.shown,
    has,
    put,
    get,
    readOne,
    sizes: async () => (digest) => knownSizes.get(digest),
    imageDigest: (pack) => sha256(imageBytes(pack).bytes),
    requireFits: (pack) => void imageBytes(pack),
    publish,
    manifest,
    list: () => listPacks(send, tags),
    documents,
    seals,
    close,
  };
}

function tooManyMembers(packId: Digest, store: string): Refusal {
  const message = `${store} accepts an image manifest of at most ${MAX_WRITTEN_LENGTH} bytes, about 16,000 members, and that of this pack is longer`;
  return new Refusal('E_IO', message, { pack_id: packId, store, limit: MAX_WRITTEN_LENGTH });
}

/** The registry reported that it stored the bytes, but it has others. */
function keepsDamagedBlob(store: string, digest: Digest, found: string): Refusal {
  const message = `${store} keeps a damaged blob under ${digest} and does not replace it: ${found}; the operator of the registry must remove it`;
  return new Refusal('E_BAD_PACK', message, { store, expected: digest, actual: found });
}
