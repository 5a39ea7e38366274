/**
 * A store in a bucket of S3 or of any compatible server.
 *
 *     <prefix>/blobs/sha256/<hex>    a member, shared between packs
 *     <prefix>/packs/<hex>.json      the manifest of a pack, written last
 *     <prefix>/packs/<hex>.seals/<hex>.json      a seal of that pack
 *     <prefix>/tags/<tag>            a document: the tag of a pack, or a part of a ledger in ledgers/
 *
 * Both are written only where nothing exists (`If-None-Match: *`). A server that does not support conditional writes is refused; one that
 * ignores the condition can at worst replace a blob by the same bytes.
 */
import { type Digest, hexOf } from '#core/digest';
import { sha256Hex } from '#hashing/hashers';
import { type HttpResponse, openHttp } from '../http/client.ts';
import { FailedAttempt } from '../http/failed-attempt.ts';
import { readBlob, receiveBlob } from '../http/receive-blob.ts';
import { type RetryPolicy, retryPolicy, withRetries } from '../http/retry.ts';
import { noSuchPack, otherPack, shownUrl } from '../refusals.ts';
import type { Blob, BlobFile, RemoteStore, StoredPack, WantedFile } from '../store.ts';
import { s3Documents } from './documents.ts';
import { listPacks } from './list.ts';
import { copyObject, s3Maintenance } from './maintenance.ts';
import { putInParts } from './multipart.ts';
import { type Found, getObject, headObject, putObject, type S3 } from './object.ts';
import { otherBlob, s3Failure } from './refusals.ts';
import { asking, objectUrl } from './request.ts';
import { s3SealMaintenance, s3Seals } from './seals.ts';
import { readS3Settings, type S3Environment } from './settings.ts';
import { parseS3Url } from './url.ts';

export interface S3StoreOptions extends S3Environment {
  /** Additional certificate authorities to trust; an absolute path. */
  readonly caFile?: string | undefined;
  /** Settings for retries that differ from the default. */
  readonly retryPolicy?: Partial<RetryPolicy>;
  /** Longer files are sent in parts, each of at least a quarter of it. */
  readonly maxSinglePut?: number | undefined;
}

const MAX_SINGLE_PUT = 64 << 20;

export function openS3Store(url: string, options: S3StoreOptions): RemoteStore {
  const { maxSinglePut = MAX_SINGLE_PUT } = options;
  const how = retryPolicy(options.retryPolicy);
  const { bucket, prefix, shown } = parseS3Url(url);
  const settings = readS3Settings(bucket, options);
  const client = openHttp(options);
  const s3: S3 = { ask: asking(client.send, settings, how), how, sendsChecksums: settings.sendsChecksums, leastPart: maxSinglePut / 4 };
  const root = prefix === '' ? '' : `${prefix}/`;
  const blobKey = (digest: Digest): string => `${root}blobs/sha256/${hexOf(digest)}`;
  const packKey = (packId: Digest): string => `${root}packs/${hexOf(packId)}.json`;

  async function has(blob: Blob): ReturnType<RemoteStore['has']> {
    const there = await headObject(s3, blobKey(blob.digest));
    if (there === undefined) return undefined;
    if (faultOf(there, blob) !== undefined) return 'damaged';
    return there.sha256 === undefined ? 'size' : 'checksum';
  }

  async function put(file: BlobFile): Promise<void> {
    const key = blobKey(file.digest);
    if (file.replaces === true) await keepDamaged(key, hexOf(file.digest));
    return withRetries(how, async () => {
      const outcome = file.size > maxSinglePut ? await putInParts(s3, key, file) : await putObject(s3, key, wholeFile(file));
      if (outcome === 'stored') return;
      const place = objectUrl(settings.bucketUrl, key);
      const there = await headObject(s3, key);
      const occupied = { action: 'PUT', url: place, status: 412, code: 'PreconditionFailed' };
      if (there === undefined) throw new FailedAttempt((added) => s3Failure(occupied, added), { isTemporary: true });
      const fault = faultOf(there, file);
      if (fault !== undefined) throw otherBlob(shownUrl(place), file.digest, fault);
    });
  }

  /** The replaced content is kept, as evidence. */
  async function keepDamaged(key: string, name: string): Promise<void> {
    await copyObject(s3, { bucket, from: key, to: `${root}damaged/${name}` });
  }

  async function publish({ packId, manifest, replaces = false }: StoredPack): Promise<'published' | 'present'> {
    const key = packKey(packId);
    if (replaces) await keepDamaged(key, `${hexOf(packId)}.json`);
    else if (await isPublished(packId, manifest)) return 'present';
    const sha256 = sha256Hex(manifest);
    if ((await putObject(s3, key, { body: manifest, sha256, replaces })) === 'stored') return 'published';
    if (await isPublished(packId, manifest)) return 'present';
    throw s3Failure({ action: 'PUT', url: objectUrl(settings.bucketUrl, key), status: 412, code: 'PreconditionFailed' });
  }

  /** With keys that may not list, a missing object is answered with AccessDenied; the put is conditional anyway. */
  async function isPublished(packId: Digest, bytes: Uint8Array): Promise<boolean> {
    const found = await getObject(s3, packKey(packId), bytes.length);
    if (found === 'longer' || found instanceof Uint8Array) {
      if (found !== 'longer' && Buffer.compare(found, bytes) === 0) return true;
      throw otherPack(packId, shown, 'a manifest of other content');
    }
    if (found.code === 'NoSuchKey' || found.code === 'AccessDenied') return false;
    throw s3Failure(found);
  }

  async function readManifest(packId: Digest, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
    const found = await getObject(s3, packKey(packId), limit);
    if (found instanceof Uint8Array) return found;
    if (found === 'longer') throw otherPack(packId, shown, `a manifest of more than ${limit} bytes`);
    throw found.code === 'NoSuchKey' ? noSuchPack(packId, shown, options) : s3Failure(found);
  }

  const maintenance = s3Maintenance(s3, { bucket, root });
  const sizeOf = (digest: Digest) => async () => (await headObject(s3, blobKey(digest)))?.size;

  /** Undefined where the object does not exist. */
  async function ask(digest: Digest): Promise<HttpResponse | undefined> {
    const answer = await s3.ask({ method: 'GET', key: blobKey(digest) });
    if (answer.status === 404 && answer.code === 'NoSuchKey') return undefined;
    if (answer.status !== 200) throw s3Failure(answer);
    return answer.response;
  }

  function get(wanted: WantedFile): Promise<number> {
    const { digest } = wanted;
    const at = objectUrl(settings.bucketUrl, blobKey(digest));
    const asked = async (): Promise<HttpResponse> => {
      const response = await ask(digest);
      if (response === undefined) throw s3Failure({ action: 'GET', url: at, status: 404, code: 'NoSuchKey' });
      return response;
    };
    return receiveBlob({ ask: asked, askSize: sizeOf(digest) }, wanted, how);
  }

  return {
    url: shown,
    has,
    put,
    get,
    readOne: (digest, size) => readBlob({ ask: () => ask(digest), askSize: sizeOf(digest), size }, digest, how),
    maintenance: { ...maintenance, seals: s3SealMaintenance(s3, { bucket, root }) },
    documents: s3Documents(s3, { root, shown }),
    seals: s3Seals(s3, { bucket, root }),
    publish,
    manifest: readManifest,
    list: () => listPacks(s3, `${root}packs/`),
    sizes: async () => {
      const sizes = new Map((await maintenance.blobs()).map(({ digest, size }) => [digest, size]));
      return (digest) => sizes.get(digest);
    },
    close: () => client.close(),
  };
}

function wholeFile({ file, size, digest, replaces }: BlobFile): Parameters<typeof putObject>[2] {
  const sha256 = hexOf(digest);
  return { body: { file, start: 0, length: size, sha256, fileSize: size }, sha256, replaces };
}

/** What is wrong with an object at the key of a blob, as far as the server knows without sending it. */
function faultOf(there: Found, { size, digest }: Blob): string | undefined {
  if (there.size !== size) return `${there.size} bytes instead of ${size}`;
  const expected = Buffer.from(hexOf(digest), 'hex').toString('base64');
  return there.sha256 === undefined || there.sha256 === expected ? undefined : 'the server reports another SHA-256';
}
