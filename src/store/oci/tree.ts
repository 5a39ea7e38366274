/**
 * The members of a lock in a registry, as a tree of objects. In a repository each is the blob of its own digest, whatever its name; in an
 * image it is the layer that has its path as title.
 *
 *     const tree = openOciTree('oci://registry.example.org/evidence', members, { env, home, plainHttp: false });
 *
 * A registry states the digest that was asked for, whatever its disk has: it is no checksum of the store. Only reading proves the bytes.
 */
import type { Digest } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { Refusal } from '#core/refusal';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { countRead } from '#threads/read-meter';
import type { HttpResponse } from '../http/client.ts';
import { FailedAttempt } from '../http/failed-attempt.ts';
import { lengthOf } from '../http/receive-blob.ts';
import { finalResponse, retrying, withRetries } from '../http/retry.ts';
import { storeFailure, wrongBytes } from '../refusals.ts';
import { openPace, type Pace } from '../tree/pace.ts';
import type { ListedObject, ObjectTree, ReadObject, SizedObject, WantedObject } from '../tree/tree.ts';
import { connectOci, type OciConnection, type OciOptions } from './connection.ts';
import { deniedBy } from './error.ts';
import { MAX_IMAGE_LENGTH } from './image.ts';
import { parseOciRoot } from './root.ts';
import { IMAGE_TYPES, titledLayers } from './titles.ts';

/** A member to be found by its digest; null if it has none that a registry knows. */
export interface PinnedBlob {
  readonly path: string;
  readonly digest: Digest | null;
  readonly size: number;
}

export interface OciTreeOptions extends OciOptions {
  /** The most requests at the same time. */
  readonly jobs?: number | undefined;
}

const JOBS = 8;
const PAGE = 1000;

/** `members` are in byte order of their paths. */
export function openOciTree(url: string, members: Iterable<PinnedBlob>, options: OciTreeOptions): ObjectTree {
  const { repository, image } = parseOciRoot(url);
  const connection = connectOci(repository, options);
  const { shown } = connection.place;
  const most = options.jobs === undefined || options.jobs === 0 ? JOBS : options.jobs;
  const pace = openPace({ most, how: connection.how, store: shown });
  let root = image === null ? shown : `${shown}${image.includes(':') ? '@' : ':'}${image}`;
  return {
    get url() {
      return root;
    },
    pace,
    isContentAddressed: true,
    async *list() {
      if (image === null) {
        await requireThere(connection);
        yield* pagesOf(members);
        return;
      }
      const { digest, layers } = await readLayers(connection, image);
      // A tag may be moved: the report names the image that was read.
      if (!image.includes(':')) root = `${shown}:${image}@${digest}`;
      yield layers;
    },
    read: (object, algorithm) => ofBlob(() => readBlob(connection, pace, object, algorithm)),
    stated: async () => ({ kind: 'stated', sha256: null }),
    sized: (object) => ofBlob(() => sizeOf(connection, pace, object)),
    close: connection.close,
  };
}

function* pagesOf(members: Iterable<PinnedBlob>): Generator<readonly ListedObject[], void, undefined> {
  let page: ListedObject[] = [];
  for (const { path, digest, size } of members) {
    page.push({ name: path, nameBytes: null, size, modified: null, etag: digest, archived: null });
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** A registry that cannot be reached, or does not let us in, is refused before each member is looked for. */
async function requireThere({ once, how, place }: OciConnection): Promise<void> {
  const response = await retrying(once, how)({ method: 'GET', url: new URL('/v2/', place.base), headers: {} });
  if (response.status === 401) throw await deniedBy('GET', response);
}

async function readLayers(
  { once, how, at }: OciConnection,
  image: string,
): Promise<{ readonly digest: Digest; readonly layers: readonly ListedObject[] }> {
  const url = at(`manifests/${image}`);
  const response = await retrying(once, how, MAX_IMAGE_LENGTH)({ method: 'GET', url, headers: { accept: IMAGE_TYPES.join(', ') } });
  if (response.status !== 200) throw await deniedBy('GET', response);
  const bytes = await response.bytes(MAX_IMAGE_LENGTH);
  const digest: Digest = `sha256:${sha256Hex(bytes)}`;
  if (image.includes(':') && digest !== image) throw wrongBytes(url, image as Digest, digest);
  const layers = titledLayers(bytes);
  if (typeof layers === 'string')
    throw storeFailure({ action: 'GET', url, kind: 'decode', message: `expected an image of files, found ${layers}` });
  return { digest, layers };
}

type NotRead = Exclude<ReadObject, { readonly kind: 'read' }>;

async function answerTo(
  method: 'GET' | 'HEAD',
  { etag }: WantedObject,
  { connection: { once, at, how }, pace }: { readonly connection: OciConnection; readonly pace: Pace },
): Promise<HttpResponse | NotRead> {
  if (etag === null)
    return { kind: 'unreadable', error: 'a registry knows blobs by SHA-256, and the lock pins another hash; name an image' };
  pace.asked();
  const response = await finalResponse(method, await once({ method, url: at(`blobs/${etag}`), headers: {} }), how);
  if (response.status === 200) return response;
  if (response.status !== 404) throw await deniedBy(method, response);
  await response.drain();
  return { kind: 'missing' };
}

function readBlob(connection: OciConnection, pace: Pace, object: WantedObject, algorithm: Algorithm): Promise<ReadObject> {
  let isDoubted = false;
  return withRetries(pace.how, async () => {
    const answer = await answerTo('GET', object, { connection, pace });
    if ('kind' in answer) return answer;
    const said = lengthOf(answer);
    if (said !== undefined && said !== object.size) {
      await answer.drain();
      return { kind: 'other size', size: said };
    }
    const hasher = newHasher(algorithm);
    let size = 0;
    await answer.each((bytes) => {
      size += bytes.length;
      // An answer without a length may never end.
      if (size > object.size) return false;
      hasher.update(bytes);
      countRead(bytes.length);
      return true;
    });
    if (size > object.size) return { kind: 'unreadable', error: `it has more than ${object.size} bytes` };
    if (size < object.size) return { kind: 'other size', size };
    const hex = hasher.digest();
    const actual = `${algorithm}:${hex}`;
    // Bytes may also be damaged on the way: they are requested once more.
    if (!isDoubted && object.etag?.startsWith(`${algorithm}:`) === true && actual !== object.etag) {
      isDoubted = true;
      throw new FailedAttempt(() => wrongBytes(answer.url, object.etag as Digest, actual), { isTemporary: true });
    }
    return { kind: 'read', hex, size };
  });
}

function sizeOf(connection: OciConnection, pace: Pace, object: WantedObject): Promise<SizedObject> {
  return withRetries(pace.how, async () => {
    const answer = await answerTo('HEAD', object, { connection, pace });
    if ('kind' in answer) return answer;
    await answer.drain();
    const size = lengthOf(answer);
    return size === undefined ? { kind: 'unreadable', error: 'the registry does not say how long it is' } : { kind: 'sized', size };
  });
}

/** A failure that concerns one blob only becomes a part of the result. Credentials that are refused and an outage end the run. */
async function ofBlob<T>(act: () => Promise<T>): Promise<T | Extract<ReadObject, { readonly kind: 'unreadable' }>> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, status, action, url } = error.detail as Readonly<Record<string, unknown>>;
    if (status === 401 || status === 403 || !['network', 'server', 'decode'].includes(kind as string)) throw error;
    return { kind: 'unreadable', error: error.message.slice(`${String(action)} ${String(url)}: `.length) };
  }
}
