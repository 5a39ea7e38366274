/**
 * Where packs go: one small interface, whatever lies behind it. Members travel as blobs under their own digest, shared between packs;
 * a pack is there once its manifest is, and the manifest goes last.
 *
 *     const absent = blobs without those of await store.present(blobs)
 *     await store.send(absent, onSent)
 *     await store.publish({ packId, manifest, blobs })      'published', or 'present' if it was there
 */
import type { Digest } from '#core/digest';
import type { Refusal } from '#core/refusal';

export interface Blob {
  /** `sha256:` and the hex of its bytes. */
  readonly digest: Digest;
  readonly size: number;
}

/** A blob and the absolute path of a file that holds its bytes. */
export interface BlobFile extends Blob {
  readonly file: string;
  /** What is in its place was found to be damaged, and gives way. */
  readonly replaces?: boolean;
}

/** How a blob that is there is known to be right: the store's own SHA-256 of it, all its bytes read, or its length and nothing else. */
export type Check = 'checksum' | 'reading' | 'size';

export interface Presence {
  /** The blobs that are there, and how each was checked. */
  readonly checked: ReadonlyMap<Digest, Check>;
  /** There is something in their place, and it is something else. */
  readonly damaged: ReadonlySet<Digest>;
}

/** What reading a blob came to; `found` is another digest, or in words. */
export type ReadBlob =
  | { readonly kind: 'sound'; readonly size: number }
  | { readonly kind: 'damaged'; readonly found: string }
  | { readonly kind: 'missing' };

export interface StoredBlob extends Blob {
  /** When it was put there, in milliseconds since 1970. */
  readonly since: number;
}

/** A blob that is wanted, and the absolute path of a file that is not there yet; its folder is. */
export interface WantedFile {
  readonly digest: Digest;
  readonly file: string;
}

export interface StoredPack {
  readonly packId: Digest;
  /** The bytes of manifest.json in canonical form: one pack has one manifest. */
  readonly manifest: Uint8Array;
  /** Every member, in the order of the manifest. */
  readonly blobs: readonly (Blob & { readonly path: string })[];
  /** What is in the place of the manifest was found to be damaged, and gives way. */
  readonly replaces?: boolean;
}

export interface Store {
  /** As it may be shown: never with a secret in it. */
  readonly url: string;
  /** Of a store on this machine: where it lies, absolute. */
  readonly folder?: string;
  /** Which of these blobs are there, and how that was found out; with `reading` by all their bytes. */
  present(blobs: readonly Blob[], how?: { readonly reading: boolean }): Promise<Presence>;
  /** Reads blobs and hashes them; nothing is written. */
  read(digests: readonly Digest[], done: (digest: Digest, answer: ReadBlob) => void): Promise<void>;
  /** Stores each file under its digest. A file whose bytes do not hash to it is refused, and nothing is stored for it. */
  send(files: readonly BlobFile[], done: (file: BlobFile) => void): Promise<void>;
  /** Writes each blob into its file, verified as it arrives; `done` hears how many bytes it was. */
  fetch(files: readonly WantedFile[], done: (file: WantedFile, size: number) => void): Promise<void>;
  /** Refuses a pack that could not be published, before anything of it is sent. */
  requireFits?(pack: StoredPack): void;
  /** Makes the pack visible; all its blobs are there by then. Never replaces anything. */
  publish(pack: StoredPack): Promise<'published' | 'present'>;
  /** The bytes of the pack's manifest.json, or a refusal; also where there are more than `limit`, if that is given. */
  manifest(packId: Digest, limit?: number): Promise<Uint8Array>;
  /** The packs that are there, in byte order. */
  list(): Promise<readonly Digest[]>;
  /** How long blobs are, as far as that can be told at once: of a registry, those of the manifests that were read. */
  sizes(): Promise<(digest: Digest) => number | undefined>;
  /** Of a registry: the digest of the image manifest that the pack has there. */
  readonly imageDigest?: (pack: StoredPack) => Digest;
  /** Of a store that can tell what it holds. */
  readonly care?: Care;
  /** Of a store on this machine: which of these, all of which were found there whole or put there before, are not there any more. */
  vanished?<T extends Blob>(blobs: readonly T[]): readonly T[];
  /** Of a store on this machine: takes blobs from whoever reads files anyway. */
  readonly takeIn?: () => Intake;
  /** Lets connections go. */
  close(): void;
}

/** The upkeep of a store: what lies in it, whoever put it there, and a place out of sight for what shall go. */
export interface Care {
  blobs(): Promise<readonly StoredBlob[]>;
  /** What is out of sight. */
  removed(): Promise<readonly StoredBlob[]>;
  /** Out of sight, where it still is; what is gone meanwhile is passed over, here and below. */
  setAside(digests: readonly Digest[]): Promise<void>;
  putBack(digests: readonly Digest[]): Promise<void>;
  /** For good. */
  purge(digests: readonly Digest[]): Promise<void>;
}

/** Blobs on their way into a store, written by whoever reads and hashes their files; none is in the store before `place`. */
export interface Intake {
  /** The path of a file to write the blob's bytes into; null if the store has something under its name, or this was asked before. */
  fileFor(digest: Digest): string | null;
  /** That file holds the bytes of the blob. */
  accept(blob: Blob): void;
  /** Puts what was accepted into the store, and tells of a blob whether it was among that. */
  place(): (digest: Digest) => boolean;
  unwritable(error: string): Refusal;
  /** Removes the files that were not placed. */
  close(): void;
}

/** The same for stores that are asked about one blob at a time. */
export interface RemoteStore extends Omit<Store, 'present' | 'read' | 'send' | 'fetch' | 'vanished' | 'takeIn'> {
  /** Undefined where it is not there. */
  has(blob: Blob): Promise<Exclude<Check, 'reading'> | 'damaged' | undefined>;
  readOne(digest: Digest): Promise<ReadBlob>;
  put(file: BlobFile): Promise<void>;
  /** How many bytes it was. */
  get(wanted: WantedFile): Promise<number>;
}
