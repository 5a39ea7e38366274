/**
 * What a place that holds a pack is asked: for its manifest, and then for everything that lies in it.
 *
 *     const { found, extras } = place.survey({ members, reading: () => 'hash', read, pool });
 *     found[0]      { kind: 'proven', size: 812 }: the file of the first member has the hash that the manifest names
 */
import { type Digest, isSha256Digest } from '#core/digest';
import type { Found } from '#core/found';
import type { AscendingPaths } from '#core/path/sorted-paths';
import type { ByteSource } from '#core/ports';
import type { HashPool } from '#hashing/pool';
import type { Intake } from '#store/store';
import type { PackMember } from '../document.ts';

export interface PackPlace {
  readonly kind: 'folder' | 'archive';
  /**
   * Throws `E_BAD_PACK` where there is none that could be read as one, `E_IO` where reading is not permitted. In a folder `onSize` is told how
   * long it is before it is read.
   */
  manifestBytes(onSize?: (size: number) => void): Uint8Array;
  survey(wanted: Wanted): Surveyed;
  /** The files that a survey reads, for those who want to know how much that is. */
  sources(members: readonly PackMember[]): Iterable<string>;
  /** For the ledger: the manifest of a folder once it was read; the file of an archive once it was surveyed. */
  readonly input: { readonly path: string; readonly hash: string | null; readonly bytes: number | null };
}

/**
 * How a member is read: for its hash; for its hash and, by the thread that hashes it, whether it keeps its open schema, else like the last; or
 * by `read`.
 */
export type Reading = 'hash' | 'outline' | 'content';

export interface Hashed {
  readonly bytesHash: Digest;
  readonly size: number;
}

export interface Wanted {
  /** Everything that shall be read, ascending by path. */
  readonly members: readonly PackMember[];
  reading(member: PackMember): Reading;
  /** Reads the source to its end. */
  read(index: number, source: ByteSource): Hashed;
  /** Of a folder: the threads that hash. */
  readonly pool: HashPool;
  /** Of a folder of our own: the files that were hashed while they were written, and how long each is. They are not read again for their hash. */
  readonly written?: ReadonlyMap<string, number> | undefined;
  /** A store on this machine that copies what it lacks in the same read. */
  readonly intake?: Intake | undefined;
  /** Called once for each member that is settled. */
  advance?(): void;
}

export interface Surveyed {
  /** By the index of a member. */
  readonly found: readonly Found[];
  /** What is neither a member nor the manifest. */
  readonly extras: readonly string[];
  /** Members and folders that the system did not let us read. */
  readonly unreadable: readonly Unreadable[];
}

export interface Unreadable {
  readonly path: string;
  readonly error: string;
}

/** What reading a member by `read` proves of it. */
export function foundByReading({ bytesHash: expected }: PackMember, { bytesHash, size }: Hashed): Found {
  return bytesHash === expected ? { kind: 'proven', size } : { kind: 'different', bytesHash, size };
}

/** The members as paths to search in. */
export function pathsIn(members: readonly PackMember[]): AscendingPaths {
  return { count: members.length, path: (index) => (members[index] as PackMember).path };
}

/** Where a store wants a copy of the member; null where it wants none. */
export function copyFor({ bytesHash }: PackMember, intake: Intake | undefined): string | null {
  return intake !== undefined && isSha256Digest(bytesHash) ? intake.fileFor(bytesHash) : null;
}
