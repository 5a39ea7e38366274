/**
 * A place for packs: one small interface for every kind of store. Members are stored as blobs under their own digest, shared between packs.
 * A pack exists once its manifest does, and the manifest is written last.
 *
 *     const absent = blobs without those of await store.present(blobs)
 *     await store.send(absent, onSent)
 *     await store.publish({ packId, manifest, blobs })      'published', or 'present' if it existed
 */
import type { Digest } from '#core/digest';
import type { Refusal } from '#core/refusal';
import type { Documents } from './documents.ts';
import type { SealMaintenance, Seals } from './seals.ts';

export interface Blob {
  /** `sha256:` and the hex of its bytes. */
  readonly digest: Digest;
  readonly size: number;
}

/** A blob and the absolute path of a file with its bytes. */
export interface BlobFile extends Blob {
  readonly file: string;
  /** The stored blob was found to be damaged, and is replaced. */
  readonly replaces?: boolean;
}

/** How an existing blob was checked: by the store's own SHA-256, by reading all its bytes, or only by its length. */
export type Check = 'checksum' | 'reading' | 'size';

export interface Presence {
  /** The existing blobs, and how each was checked. */
  readonly checked: ReadonlyMap<Digest, Check>;
  /** Blobs in whose place the store has something else. */
  readonly damaged: ReadonlySet<Digest>;
}

/** The result of reading a blob; `found` is another digest, or a description. */
export type ReadBlob =
  | { readonly kind: 'sound'; readonly size: number }
  | { readonly kind: 'damaged'; readonly found: string }
  | { readonly kind: 'missing' };

export interface StoredBlob extends Blob {
  /** When it was stored, in milliseconds since 1970. */
  readonly since: number;
}

/** A requested blob, and the absolute path of a file that does not exist yet; its folder does. */
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
  /** The stored manifest was found to be damaged, and is replaced. */
  readonly replaces?: boolean;
}

export interface Store {
  /** The URL in the form that may be shown: never with a secret in it. */
  readonly url: string;
  /** For a store on this machine: its absolute path. */
  readonly folder?: string;
  /** Which of these blobs exist, and how that was checked; with `reading`, by all their bytes. */
  present(blobs: readonly Blob[], how?: { readonly reading: boolean }): Promise<Presence>;
  /** Reads blobs and hashes them; nothing is written. Of a blob whose size is known, no more bytes than that are read. */
  read(
    digests: readonly Digest[],
    done: (digest: Digest, answer: ReadBlob) => void,
    sizeOf?: (digest: Digest) => number | undefined,
  ): Promise<void>;
  /** Stores each file under its digest. A file whose bytes do not match the digest is refused, and nothing is stored for it. */
  send(files: readonly BlobFile[], done: (file: BlobFile) => void): Promise<void>;
  /** Writes each blob into its file, verified as it arrives; `done` receives the number of bytes. */
  fetch(files: readonly WantedFile[], done: (file: WantedFile, size: number) => void): Promise<void>;
  /** Refuses a pack that cannot be published, before any of it is sent. */
  requireFits?(pack: StoredPack): void;
  /** Makes the pack visible; all its blobs exist by then. Never replaces anything. */
  publish(pack: StoredPack): Promise<'published' | 'present'>;
  /** The bytes of the pack's manifest.json, or a refusal; also where they are longer than a given `limit`. */
  manifest(packId: Digest, limit?: number): Promise<Uint8Array>;
  /** The existing packs, in byte order. */
  list(): Promise<readonly Digest[]>;
  /** The lengths of blobs that are known without a request: for a registry, those in the manifests that were read. */
  sizes(): Promise<(digest: Digest) => number | undefined>;
  /** For a registry: the digest of the pack's image manifest. */
  readonly imageDigest?: (pack: StoredPack) => Digest;
  /** Tags of packs and parts of ledgers. */
  readonly documents: Documents;
  /** Signatures over packs. */
  readonly seals: Seals;
  /** For a store that can list its content. */
  readonly maintenance?: Maintenance;
  /** For a store on this machine: which of these blobs, all found complete or stored before, no longer exist. */
  missing?<T extends Blob>(blobs: readonly T[]): readonly T[];
  /** For a store on this machine: accepts blobs from code that reads the files anyway. */
  readonly openWriter?: () => BlobWriter;
  /** Closes connections. */
  close(): void;
}

/** The maintenance of a store: all its content, whoever stored it, and a place to set blobs aside before they are purged. */
export interface Maintenance {
  blobs(): Promise<readonly StoredBlob[]>;
  /** The blobs that are set aside. */
  removed(): Promise<readonly StoredBlob[]>;
  /** Sets blobs aside; here and below, a blob that no longer exists is skipped. */
  setAside(digests: readonly Digest[]): Promise<void>;
  putBack(digests: readonly Digest[]): Promise<void>;
  /** Removes blobs permanently. */
  purge(digests: readonly Digest[]): Promise<void>;
  readonly seals: SealMaintenance;
}

/** Blobs that are written by the code that reads and hashes their files; none is in the store before `place`. */
export interface BlobWriter {
  /** The path of a file for the blob's bytes; null if the store has something under its name, or if it was requested before. */
  fileFor(digest: Digest): string | null;
  /** That file contains the bytes of the blob. */
  accept(blob: Blob): void;
  /** Puts the accepted blobs into the store, and returns whether a given blob was among them. */
  place(): (digest: Digest) => boolean;
  unwritable(error: string): Refusal;
  /** Removes the files that were not placed. */
  close(): void;
}

/** The same for stores that handle one blob at a time. */
export interface RemoteStore extends Omit<Store, 'present' | 'read' | 'send' | 'fetch' | 'missing' | 'openWriter'> {
  /** Undefined where it does not exist. */
  has(blob: Blob): Promise<Exclude<Check, 'reading'> | 'damaged' | undefined>;
  /** If the size is given, no more bytes than that are read. */
  readOne(digest: Digest, size?: number): Promise<ReadBlob>;
  put(file: BlobFile): Promise<void>;
  /** Returns the number of bytes. */
  get(wanted: WantedFile): Promise<number>;
}
