/** The seals in a repository: an image manifest each, which refers to that of the pack, with the seal as its only layer. */
import { type Digest, hexOf } from '#core/digest';
import type { HttpResponse, Send } from '../http/client.ts';
import { finalResponse, withRetries } from '../http/retry.ts';
import { eachOf } from '../parallel-store.ts';
import { type DamagedSeal, type FoundSeal, MAX_SEAL_LENGTH, readWithin, type Seals, type StoredSeal, sealOrDamage } from '../seals.ts';
import type { Blob } from '../store.ts';
import { deniedBy } from './error.ts';
import { IMAGE_TYPE } from './image.ts';
import { sha256 } from './put-and-read.ts';
import { EMPTY_CONFIG, readSealImage, type SealedImage, sealImageOf } from './referrer-image.ts';
import { halfOf, ociReferrers, type Reference, type ReferrerRequests } from './referrers.ts';

export interface SealRequests extends ReferrerRequests {
  readonly once: Send;
  /** The image manifest of the pack; refuses if there is none. */
  subject(packId: Digest): Promise<Blob>;
  /** The same for a pack whose manifest was read, without a request; undefined for others. */
  knownSubject(packId: Digest): Blob | undefined;
  /** Any image that was read. */
  anySubject(): Blob | undefined;
  /** Sends a blob that the repository does not have, or in place of a damaged one. */
  putBlob(blob: Blob, bytes: Uint8Array, replaces: boolean): Promise<void>;
  tags(): Promise<readonly string[]>;
}

const AT_ONCE = 8;
/** The image of a seal has some hundred bytes. */
const MAX_LENGTH = 1 << 16;

export function ociSeals(repository: SealRequests): Seals {
  const referrers = ociReferrers(repository);

  async function readOne(reference: Reference): Promise<FoundSeal> {
    const image = await document(repository, `manifests/${reference}`, MAX_LENGTH);
    if (image === undefined) return undefined;
    const fault = image === 'longer' ? `more than ${MAX_LENGTH} bytes` : otherImage(reference, image);
    if (image === 'longer' || typeof fault === 'string') return damagedImage(reference, fault as string);
    const seal = readSealImage(image);
    if (seal === undefined) return damagedImage(reference, 'an image that is no seal');
    const bytes = seal.size > MAX_SEAL_LENGTH ? 'longer' : await document(repository, `blobs/${seal.digest}`, MAX_SEAL_LENGTH);
    return bytes === undefined ? { digest: seal.digest, found: 'nothing' } : sealOrDamage(seal.digest, bytes);
  }

  return {
    async known() {
      const any = repository.anySubject();
      if (any === undefined || (await referrers.isListed(any))) return () => true;
      const sealed = new Set((await repository.tags()).flatMap((tag) => /^(?:sha256|seal)-([0-9a-f]{64})(?:-|$)/.exec(tag)?.[1] ?? []));
      return (packId) => {
        const subject = repository.knownSubject(packId);
        return subject === undefined || sealed.has(hexOf(subject.digest));
      };
    },
    async read(packId, limits) {
      return readWithin(await referrers.list(await repository.subject(packId)), limits, readOne);
    },
    async add(packId, seals, { replaces } = { replaces: false }) {
      const sealed = { packId, subject: await repository.subject(packId) };
      const there = new Set(replaces ? [] : (await referrers.list(sealed.subject)).map(halfOf));
      const images = seals.map((seal) => imageFor(sealed, seal)).filter(({ digest }) => !there.has(halfOf(digest)));
      if (images.length > 0) {
        const { digest, bytes } = EMPTY_CONFIG;
        await repository.putBlob({ digest, size: bytes.length }, bytes, false);
      }
      await eachOf(images, AT_ONCE, ({ seal }) =>
        repository.putBlob({ digest: seal.digest, size: seal.bytes.length }, seal.bytes, replaces),
      );
      await referrers.add(sealed, images);
      return images.length;
    },
  };
}

function imageFor(
  sealed: SealedImage,
  seal: StoredSeal,
): { readonly seal: StoredSeal; readonly digest: Digest; readonly bytes: Uint8Array } {
  const bytes = sealImageOf(sealed, { digest: seal.digest, size: seal.bytes.length });
  return { seal, digest: sha256(bytes), bytes };
}

/** What the image is instead of the requested one. */
function otherImage(reference: Reference, image: Uint8Array): string | undefined {
  const digest = sha256(image);
  return halfOf(digest) === halfOf(reference) && (reference.startsWith('seal-') || reference === digest) ? undefined : digest;
}

/** The full digest is not known where only a tag names it: then it is named by what is there. */
function damagedImage(reference: Reference, found: string): DamagedSeal {
  const half = halfOf(reference);
  return { digest: reference.startsWith('seal-') ? `sha256:${half}${'0'.repeat(64 - half.length)}` : (reference as Digest), found };
}

/** At most so many bytes; undefined where it does not exist. */
function document({ once, how, at }: SealRequests, path: string, limit: number): Promise<Uint8Array | 'longer' | undefined> {
  return withRetries(how, async () => {
    const response = await finalResponse('GET', await once({ method: 'GET', url: at(path), headers: { accept: IMAGE_TYPE } }), how);
    if (response.status === 404) {
      await response.drain();
      return undefined;
    }
    if (response.status !== 200) throw await deniedBy('GET', response);
    return firstBytes(response, limit);
  });
}

async function firstBytes(response: HttpResponse, limit: number): Promise<Uint8Array | 'longer'> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  await response.each((bytes) => {
    length += bytes.length;
    pieces.push(bytes);
    return length <= limit;
  });
  return length > limit ? 'longer' : Buffer.concat(pieces);
}
