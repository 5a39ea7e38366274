/**
 * The seals of a pack in a store: signatures over its manifest, beside it, each under its own SHA-256. A store keeps them as bytes and does
 * not judge them. A seal is only added where it does not exist, and never changed, so that nothing is lost when several add seals at the
 * same time.
 *
 *     await store.seals.add(packId, [{ digest, bytes }])      1: it was not there before
 *     await store.seals.read(packId, SEAL_LIMITS)             { seals: [{ digest, bytes }], damaged: [], unread: 0 }
 */
import { compareUtf8 } from '#core/bytes/order';
import { type Digest, hexOf } from '#core/digest';
import { sha256Hex } from '#hashing/hashers';
import { eachOf } from './parallel-store.ts';

export interface StoredSeal {
  /** The SHA-256 of the bytes. */
  readonly digest: Digest;
  readonly bytes: Uint8Array;
}

export interface DamagedSeal {
  readonly digest: Digest;
  /** Another digest, or a description. */
  readonly found: string;
}

export interface ReadSeals {
  /** In the byte order of their digests. */
  readonly seals: readonly StoredSeal[];
  readonly damaged: readonly DamagedSeal[];
  /** The number of those that were not read, because there are too many, or they are too long together. */
  readonly unread: number;
}

export interface SealLimits {
  readonly count: number;
  /** Of all seals together. */
  readonly bytes: number;
}

/** A seal with some timestamps has a few kilobytes. A longer one is not accepted. */
export const MAX_SEAL_LENGTH = 1 << 20;
/** The most that a pack has in a store. Whoever may write to the store may add any number, and no more than this is read. */
export const SEAL_LIMITS: SealLimits = { count: 4096, bytes: 1 << 26 };

export interface Seals {
  /** Whether a pack, whose manifest was read before, may have seals. Where the store can list them, nothing is requested for each pack. */
  known(): Promise<(packId: Digest) => boolean>;
  /** Throws `Refusal` if the store does not say which there are. */
  read(packId: Digest, limits: SealLimits): Promise<ReadSeals>;
  /** Adds those that are not there, and returns their number. The pack exists. With `replaces`, all are written in place of damaged ones. */
  add(packId: Digest, seals: readonly StoredSeal[], how?: { readonly replaces: boolean }): Promise<number>;
}

/** Seals whose pack may be gone. */
export interface SealName {
  readonly packId: Digest;
  readonly digest: Digest;
}

export interface ListedSeal extends SealName {
  readonly size: number;
  /** When it was stored, in milliseconds since 1970. */
  readonly since: number;
}

/** The maintenance of seals: as that of blobs (`store.ts`). */
export interface SealMaintenance {
  list(): Promise<readonly ListedSeal[]>;
  removed(): Promise<readonly ListedSeal[]>;
  setAside(seals: readonly SealName[]): Promise<void>;
  putBack(seals: readonly SealName[]): Promise<void>;
  purge(seals: readonly SealName[]): Promise<void>;
}

const AT_ONCE = 8;

/** What was found under the name of a seal: its bytes, a description of something else, or nothing, since it was removed meanwhile. */
export type FoundSeal = StoredSeal | DamagedSeal | undefined;

/** Reads seals within the limits. `names` are whatever the store knows them by. */
export async function readWithin<T>(
  names: readonly T[],
  { count, bytes: most }: SealLimits,
  readOne: (name: T) => Promise<FoundSeal>,
): Promise<ReadSeals> {
  const seals = new Map<Digest, StoredSeal>();
  const damaged = new Map<Digest, DamagedSeal>();
  const asked = names.slice(0, count);
  let [unread, length] = [names.length - asked.length, 0];
  await eachOf(asked, AT_ONCE, async (name) => {
    const found = length > most ? 'unread' : await readOne(name);
    if (found === 'unread') unread++;
    else if (found === undefined) return;
    else if ('found' in found) damaged.set(found.digest, found);
    else if (!seals.has(found.digest)) {
      length += found.bytes.length;
      if (length > most) unread++;
      else seals.set(found.digest, found);
    }
  });
  const byDigest = (a: { readonly digest: Digest }, b: { readonly digest: Digest }): number => compareUtf8(a.digest, b.digest);
  return { seals: [...seals.values()].sort(byDigest), damaged: [...damaged.values()].sort(byDigest), unread };
}

/** The bytes as the seal of that name, or what they are instead. `longer`: there are more than a seal may have. */
export function sealOrDamage(digest: Digest, bytes: Uint8Array | 'longer'): StoredSeal | DamagedSeal {
  if (bytes === 'longer') return { digest, found: `more than ${MAX_SEAL_LENGTH} bytes` };
  const found: Digest = `sha256:${sha256Hex(bytes)}`;
  return found === digest ? { digest, bytes } : { digest, found };
}

/** The folder of the seals of a pack, beside its manifest: `9a0b….seals`. */
export function sealsFolderName(packId: Digest): string {
  return `${hexOf(packId)}.seals`;
}

export function packOfSealsFolder(name: string): Digest | undefined {
  const [, hex] = /^([0-9a-f]{64})\.seals$/.exec(name) ?? [];
  return hex === undefined ? undefined : `sha256:${hex}`;
}

/** `7c1f….json` */
export function sealNameOf(digest: Digest): string {
  return `${hexOf(digest)}.json`;
}

export function sealOfName(name: string): Digest | undefined {
  const hex = /^([0-9a-f]{64})\.json$/.exec(name)?.[1];
  return hex === undefined ? undefined : `sha256:${hex}`;
}

/** While it is set aside: `<hex of the pack>.<hex of the seal>.json`. */
export function removedNameOf({ packId, digest }: SealName): string {
  return `${hexOf(packId)}.${sealNameOf(digest)}`;
}

export function removedOfName(name: string): SealName | undefined {
  const [, pack, seal] = /^([0-9a-f]{64})\.([0-9a-f]{64})\.json$/.exec(name) ?? [];
  return pack === undefined || seal === undefined ? undefined : { packId: `sha256:${pack}`, digest: `sha256:${seal}` };
}
