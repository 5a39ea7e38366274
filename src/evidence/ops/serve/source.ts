/**
 * A place whose evidence is served, a folder or a store: it lists what is there, and reads an entry again when it is opened or compared. An
 * entry is asked for by its path in the list, and only what is in the list is ever read: no path of a request is used as one.
 */
import type { RegularFile } from '#disk/read/regular-file';
import type { PackMember } from '#pack/document';
import type { OpenPack } from '#pack/ops/read-members';
import type { ReadManifest } from '#pack/read';
import type { EvidenceMember } from '../../contract.ts';
import type { Entry } from '../../serve/catalog.ts';
import { type PackedMembers, packMembers } from '../../serve/members.ts';
import type { PassedOver } from '../../verdict.ts';

/** A longer document is not read. */
export const MAX_DOCUMENT = 1 << 28;
/** Files that are longer together are neither given to a browser nor compared. */
export const MAX_OPENED = 1 << 28;
/** The memory for the members of all documents. */
const MAX_MEMBERS = 1 << 29;
const MAX_ENTRIES = 20_000;
/** An entry with a longer path is not read, because a path is part of a request. */
const MAX_PATH = 4096;

export interface EvidenceSource {
  /** Throws `Refusal` if the place itself cannot be read. */
  read(into: Listing): Promise<void>;
  close(): void;
}

/** How an entry is read again. */
export interface Access {
  /** The files that the page needs. The caller closes them. Throws `Refusal`, or the system's error. */
  files(): Promise<ServedFiles>;
  /** Gives the path of a file with the bytes of the document; for a lock. */
  readonly document?: <T>(use: (path: string) => T) => Promise<T>;
  readonly pack?: PackAccess;
}

export interface PackAccess {
  manifest(): Promise<ReadManifest>;
  /** Opens the pack while `use` runs, which may read these members. */
  within<T>(members: readonly PackMember[], use: (pack: OpenPack) => Promise<T>): Promise<T>;
}

export interface ServedFile {
  /** The path that it has in the page. */
  readonly path: string;
  readonly size: number;
  /** Opens the file; the caller closes it. */
  open(): RegularFile;
}

export interface ServedFiles {
  readonly files: readonly ServedFile[];
  readonly leftOut: readonly PassedOver[];
  close(): void;
}

/** What a source has found so far. */
export class Listing {
  readonly entries: Entry[] = [];
  readonly access = new Map<string, Access>();
  readonly notRead: PassedOver[] = [];
  readonly passedOver: PassedOver[] = [];
  unknown = 0;
  #memory = MAX_MEMBERS;

  add(entry: Entry, access: Access): void {
    if (this.access.has(entry.path)) return;
    if (entry.path.length > MAX_PATH) return this.unread(entry.path, 'its path is too long');
    if (this.entries.length >= MAX_ENTRIES) return this.unread(entry.path, `there are more than ${MAX_ENTRIES} documents`);
    if (typeof entry.searched !== 'string') this.#memory -= entry.searched.bytes;
    this.entries.push(entry);
    this.access.set(entry.path, access);
  }

  unread(path: string, reason: string): void {
    this.notRead.push({ path, reason });
  }

  passOver(path: string, reason: string): void {
    this.passedOver.push({ path, reason });
  }

  packed(members: Iterable<EvidenceMember>): PackedMembers | string {
    return packMembers(members, this.#memory) ?? 'there are too many members for the search';
  }
}
