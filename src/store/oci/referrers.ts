/**
 * Which seals refer to the image of a pack. Registries of OCI 1.1 list them (`GET /v2/<name>/referrers/<digest>`). For others the client keeps
 * an index under the tag `sha256-<hex>`, as the specification says. A registry has no conditional PUT, so two clients that write this index
 * at the same time could each lose what the other added. Therefore a seal there also has a tag of its own, `seal-<hex>-<hex>`, which nobody
 * else writes: it is found by that, and the next push adds it to the index again.
 */
import { type Digest, hexOf } from '#core/digest';
import { Refusal } from '#core/refusal';
import type { Send } from '../http/client.ts';
import type { RetryPolicy } from '../http/retry.ts';
import { SEAL_LIMITS } from '../seals.ts';
import type { Blob } from '../store.ts';
import { deniedBy } from './error.ts';
import { IMAGE_TYPE, MAX_IMAGE_LENGTH } from './image.ts';
import { descriptorOf, INDEX_TYPE, indexWith, readIndex, SEAL_TYPE, type SealedImage, sealsIn } from './referrer-image.ts';
import { nextPage, tagsWith } from './tags.ts';

export interface ReferrerRequests {
  readonly url: string;
  readonly how: RetryPolicy;
  /** Retries, and returns documents. */
  readonly send: Send;
  readonly at: (path: string) => URL;
  /** Under a tag, or the digest of the bytes; returns the headers of the answer. */
  put(reference: string, bytes: Uint8Array, type: string): Promise<Readonly<Record<string, string>>>;
}

/** What a seal is fetched by: the digest of its image, or a tag of which the first half of that digest is a part. */
export type Reference = Digest | `seal-${string}`;

export interface Referrers {
  /** In no order, each once. */
  list(subject: Blob): Promise<readonly Reference[]>;
  /** Stores images of seals; what they refer to exists. */
  add(sealed: SealedImage, images: readonly { readonly digest: Digest; readonly bytes: Uint8Array }[]): Promise<void>;
  /** Whether the registry lists referrers itself. `subject` is any image. */
  isListed(subject: Blob): Promise<boolean>;
}

const HALF = 32;
/** A page has as many as the registry likes. */
const MAX_PAGES = 1000;
/** How often others may replace the index between two looks. */
const TRIES = 20;
const PAGE = 1000;

function sealTag(subject: Digest, image: Digest): Reference {
  return `seal-${hexOf(subject)}-${hexOf(image).slice(0, HALF)}`;
}

/** Two references to one image have the same. */
export function halfOf(reference: Reference): string {
  return reference.startsWith('seal-') ? reference.slice(-HALF) : hexOf(reference as Digest).slice(0, HALF);
}

export function ociReferrers({ url, how, send, at, put }: ReferrerRequests): Referrers {
  let lists: boolean | undefined;

  /** Undefined where the registry does not know the request. */
  async function byRequest(subject: Digest): Promise<readonly Digest[] | undefined> {
    const found = new Set<Digest>();
    let page: URL | undefined = at(`referrers/${subject}?artifactType=${encodeURIComponent(SEAL_TYPE)}`);
    for (let pages = 0; page !== undefined && pages < MAX_PAGES && found.size <= SEAL_LIMITS.count; pages++) {
      const response = await send({ method: 'GET', url: page, headers: { accept: INDEX_TYPE } });
      if (UNKNOWN_REQUEST.includes(response.status)) return undefined;
      if (response.status !== 200) throw await deniedBy('GET', response);
      const index = readIndex(await response.bytes(MAX_IMAGE_LENGTH));
      if (index === undefined) return undefined;
      for (const digest of sealsIn(index.manifests)) found.add(digest);
      page = nextPage(response.headers['link'], page);
    }
    return [...found];
  }

  const tagsOf = async (subject: Digest): Promise<readonly Reference[]> => {
    const prefix = `seal-${hexOf(subject)}-`;
    const tags = await tagsWith(send, at(`tags/list?n=${PAGE}&last=${prefix}`), prefix);
    return tags.filter((tag): tag is Reference => /^[0-9a-f]{32}$/.test(tag.slice(prefix.length)));
  };

  async function indexOf(subject: Digest): Promise<ReturnType<typeof readIndex>> {
    const response = await send({
      method: 'GET',
      url: at(`manifests/${indexTag(subject)}`),
      headers: { accept: `${INDEX_TYPE}, ${IMAGE_TYPE}` },
    });
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw await deniedBy('GET', response);
    const index = readIndex(await response.bytes(MAX_IMAGE_LENGTH));
    if (index === undefined) throw noIndex(url, indexTag(subject));
    return index;
  }

  /** What the index lists; nothing if something else has its tag: then the tags of the seals say which there are. */
  const listedIn = (subject: Digest): Promise<readonly Digest[]> =>
    indexOf(subject).then(
      (index) => sealsIn(index?.manifests ?? []),
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'E_BAD_STORE') return [];
        throw error;
      },
    );

  async function list({ digest }: Blob): Promise<readonly Reference[]> {
    const found = lists === false ? undefined : await byRequest(digest);
    lists = found !== undefined;
    if (found !== undefined) return found;
    const both = [...(await listedIn(digest)), ...(await tagsOf(digest))];
    return [...new Map(both.toReversed().map((reference) => [halfOf(reference), reference])).values()];
  }

  /** The index lists all seals that have a tag, also those that another client lost from it. */
  async function complete(sealed: SealedImage): Promise<void> {
    const { digest: subject } = sealed.subject;
    const tags = await tagsOf(subject);
    for (let tries = 1; ; tries++) {
      const index = await indexOf(subject);
      const listed = new Set(sealsIn(index?.manifests ?? []).map(halfOf));
      const absent = tags.filter((tag) => !listed.has(halfOf(tag)));
      if (absent.length === 0) return;
      if (tries > TRIES) throw busyIndex(url, indexTag(subject));
      if (tries > 1) await how.pause(how.random() * 50 * tries);
      const more = (await Promise.all(absent.map(imageAt))).flatMap((blob) => (blob === undefined ? [] : [descriptorOf(sealed, blob)]));
      const bytes = indexWith(index, more);
      if (bytes === undefined || more.length === 0) return;
      await put(indexTag(subject), bytes, INDEX_TYPE);
    }
  }

  async function imageAt(reference: Reference): Promise<Blob | undefined> {
    const response = await send({ method: 'HEAD', url: at(`manifests/${reference}`), headers: { accept: IMAGE_TYPE } });
    const digest = response.headers['docker-content-digest'] ?? '';
    const size = Number(response.headers['content-length'] ?? Number.NaN);
    if (response.status !== 200 || !/^sha256:[0-9a-f]{64}$/.test(digest) || !Number.isSafeInteger(size)) return undefined;
    return halfOf(digest as Digest) === halfOf(reference) ? { digest: digest as Digest, size } : undefined;
  }

  return {
    list,
    async isListed(subject) {
      if (lists === undefined) await list(subject);
      return lists === true;
    },
    async add(sealed, images) {
      let isListed = true;
      for (const { digest, bytes } of images) {
        const headers = await put(digest, bytes, IMAGE_TYPE);
        if (headers['oci-subject'] !== undefined) continue;
        await put(sealTag(sealed.subject.digest, digest), bytes, IMAGE_TYPE);
        isListed = false;
      }
      if (!isListed || (images.length === 0 && lists === false)) await complete(sealed);
    },
  };
}

/** The answers of registries that do not have the request. */
const UNKNOWN_REQUEST: readonly number[] = [400, 404, 405];

/** The tag of the index, as the specification names it. */
function indexTag(subject: Digest): string {
  return `sha256-${hexOf(subject)}`;
}

function noIndex(store: string, tag: string): Refusal {
  return new Refusal('E_BAD_STORE', `${store} has something else in the place of the index ${tag}, which lists signatures`, { store, tag });
}

function busyIndex(store: string, tag: string): Refusal {
  const message = `others keep replacing the index ${tag} in ${store}: the seals are stored, and the next push lists them`;
  return new Refusal('E_IO', message, { store, tag });
}
