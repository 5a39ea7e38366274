/**
 * A store in a bucket of S3 or of any server that speaks its language.
 *
 *     <prefix>/blobs/sha256/<hex>    a member, shared between packs
 *     <prefix>/packs/<hex>.json      the manifest of a pack, written last
 *
 * Both are written only where nothing is (`If-None-Match: *`). A server that does not know conditional writes is refused; one that
 * ignores them can at worst replace a blob by the same bytes.
 */
import { createHash } from 'node:crypto';
import { type Digest, hexOf } from '#core/digest';
import { receiveBlob } from './blob-file.ts';
import { FailedAttempt } from './failed-attempt.ts';
import { openHttp } from './http.ts';
import { noSuchPack, otherPack, shownUrl } from './refusals.ts';
import { type Persistence, persist, persistence } from './retry.ts';
import { asking, objectUrl } from './s3-ask.ts';
import { listPacks } from './s3-list.ts';
import { putInParts } from './s3-multipart.ts';
import { type Found, getObject, headObject, putObject, type S3 } from './s3-object.ts';
import { otherBlob, s3Failure } from './s3-refusals.ts';
import { readS3Settings, type S3Surroundings } from './s3-settings.ts';
import { parseS3Url } from './s3-url.ts';
import type { Blob, BlobFile, RemoteStore } from './store.ts';

export interface S3StoreOptions extends S3Surroundings {
  /** Certificate authorities to believe, besides those that are known; absolute. */
  readonly caFile?: string | undefined;
  /** Other patience than usual. */
  readonly persistence?: Partial<Persistence>;
}

/** Longer files go in parts. */
const MOST_IN_ONE = 64 << 20;

export function openS3Store(url: string, options: S3StoreOptions): RemoteStore {
  const how = persistence(options.persistence);
  const { bucket, prefix, shown } = parseS3Url(url);
  const settings = readS3Settings(bucket, options);
  const client = openHttp(options);
  const s3: S3 = { ask: asking(client.send, settings, how), how, sendsChecksums: settings.sendsChecksums };
  const root = prefix === '' ? '' : `${prefix}/`;
  const blobKey = (digest: Digest): string => `${root}blobs/sha256/${hexOf(digest)}`;
  const packKey = (packId: Digest): string => `${root}packs/${hexOf(packId)}.json`;

  async function has(blob: Blob): Promise<boolean> {
    const there = await headObject(s3, blobKey(blob.digest));
    return there !== undefined && faultOf(there, blob) === undefined;
  }

  function put(file: BlobFile): Promise<void> {
    const key = blobKey(file.digest);
    return persist(how, async () => {
      const outcome = file.size > MOST_IN_ONE ? await putInParts(s3, key, file) : await putObject(s3, key, wholeFile(file));
      if (outcome === 'stored') return;
      const place = objectUrl(settings.bucketUrl, key);
      const there = await headObject(s3, key);
      const occupied = { action: 'PUT', url: place, status: 412, code: 'PreconditionFailed' };
      if (there === undefined) throw new FailedAttempt((added) => s3Failure(occupied, added), { mayPass: true });
      const fault = faultOf(there, file);
      if (fault !== undefined) throw otherBlob(shownUrl(place), file.digest, fault);
    });
  }

  async function publish({
    packId,
    manifest,
  }: {
    readonly packId: Digest;
    readonly manifest: Uint8Array;
  }): Promise<'published' | 'present'> {
    const key = packKey(packId);
    if (await isPublished(packId, manifest)) return 'present';
    const sha256 = createHash('sha256').update(manifest).digest('hex');
    if ((await putObject(s3, key, { body: manifest, sha256 })) === 'stored') return 'published';
    if (await isPublished(packId, manifest)) return 'present';
    throw s3Failure({ action: 'PUT', url: objectUrl(settings.bucketUrl, key), status: 412, code: 'PreconditionFailed' });
  }

  /** Keys that may not list are told AccessDenied of what is not there; the put is conditional anyway. */
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

  return {
    url: shown,
    has,
    put,
    get: (wanted) =>
      receiveBlob(
        {
          ask: async () => {
            const answer = await s3.ask({ method: 'GET', key: blobKey(wanted.digest) });
            if (answer.status !== 200) throw s3Failure(answer);
            return answer.response;
          },
          askSize: async () => (await headObject(s3, blobKey(wanted.digest)))?.size,
        },
        wanted,
        how,
      ),
    publish,
    manifest: readManifest,
    list: () => listPacks(s3, `${root}packs/`),
    close: () => client.close(),
  };
}

function wholeFile({ file, size, digest }: BlobFile): Parameters<typeof putObject>[2] {
  const sha256 = hexOf(digest);
  return { body: { file, start: 0, length: size, sha256, fileSize: size }, sha256 };
}

/** What is wrong with an object in the place of a blob, as far as the server knows without sending it. */
function faultOf(there: Found, { size, digest }: Blob): string | undefined {
  if (there.size !== size) return `${there.size} bytes instead of ${size}`;
  const expected = Buffer.from(hexOf(digest), 'hex').toString('base64');
  return there.sha256 === undefined || there.sha256 === expected ? undefined : 'the server knows another SHA-256 of it';
}
