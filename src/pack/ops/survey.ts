/**
 * The interface of a place that contains a pack: it supplies the manifest, and then facts about everything in the pack.
 *
 *     const { found, extras } = place.survey({ members, reading: () => 'hash', read, pool });
 *     found.at(0)      { kind: 'proven', size: 812 }: the file of the first member has the hash that the manifest names
 */
import { type Digest, isSha256Digest } from '#core/digest';
import type { Found } from '#core/found';
import type { AscendingPaths } from '#core/path/sorted-paths';
import type { ByteSource } from '#core/ports';
import type { HashPool } from '#hashing/pool';
import type { BlobWriter } from '#store/store';
import type { PackMember } from '../document.ts';
import type { FoundTable } from '../found-table.ts';

export interface PackPlace {
  readonly kind: 'folder' | 'archive';
  /**
   * Throws `E_BAD_PACK` if there is no manifest that could be read as one, and `E_IO` if reading is not permitted. For a folder, `onSize`
   * is called with the size before the manifest is read.
   */
  manifestBytes(onSize?: (size: number) => void): Uint8Array;
  survey(wanted: Wanted): Surveyed;
  /** The files that a survey reads, so that a caller can add up their sizes. */
  sources(members: readonly PackMember[]): Iterable<string>;
  /** For the ledger: the manifest of a folder after it was read, or the file of an archive after it was surveyed. */
  readonly input: { readonly path: string; readonly hash: string | null; readonly bytes: number | null };
}

/**
 * How a member is read. `hash`: only for its hash. `outline`: the thread that hashes it also checks the open schema; if that fails, the
 * member is read as with `content`. `content`: by `read`.
 */
export type Reading = 'hash' | 'outline' | 'content';

export interface Hashed {
  readonly bytesHash: Digest;
  readonly size: number;
}

export interface Wanted {
  /** All members to read, sorted by path. */
  readonly members: readonly PackMember[];
  reading(member: PackMember): Reading;
  /** Reads the source to its end. */
  read(index: number, source: ByteSource): Hashed;
  /** Called for a member with `outline` that a thread has hashed and validated, so that it is not read again. */
  conforms?(): void;
  /** The threads that hash, for a folder. */
  readonly pool: HashPool;
  /** Files in the own staging folder that were hashed while they were written, with their sizes. They are not read again for their hash. */
  readonly written?: ReadonlyMap<string, number> | undefined;
  /** A folder store that copies the blobs it lacks during the same read. */
  readonly intake?: BlobWriter | undefined;
  /** Called once for each member whose result is known. */
  readonly advance?: (() => void) | undefined;
}

export interface Surveyed {
  /** The results, by the index of the member. */
  readonly found: FoundTable;
  /** Files that are neither a member nor the manifest. */
  readonly extras: readonly string[];
  /** Members and folders that the system could not read. */
  readonly unreadable: readonly Unreadable[];
}

export interface Unreadable {
  readonly path: string;
  readonly error: string;
}

/** Returns what the hash from `read` proves about a member. */
export function foundByReading({ bytesHash: expected }: PackMember, { bytesHash, size }: Hashed): Found {
  return bytesHash === expected ? { kind: 'proven', size } : { kind: 'different', bytesHash, size };
}

/** The paths of the members, as a searchable list. */
export function pathsIn(members: readonly PackMember[]): AscendingPaths {
  return { count: members.length, path: (index) => (members[index] as PackMember).path };
}

/** Returns where the store wants a copy of the member, or null if it wants none. */
export function copyFor({ bytesHash }: PackMember, intake: BlobWriter | undefined): string | null {
  return intake !== undefined && isSha256Digest(bytesHash) ? intake.fileFor(bytesHash) : null;
}
