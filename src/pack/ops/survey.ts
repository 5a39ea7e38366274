/**
 * What a place that holds a pack is asked: for its manifest, and then for everything that lies in it, each thing told as what it is.
 */
import type { FileRows } from '#core/file-rows';
import type { AscendingPaths } from '#core/path/sorted-paths';
import type { ByteSource } from '#core/ports';
import type { Deliver, DeliverRows, NextAsked, NextRows } from '#hashing/pool';
import type { PackMember } from '../document.ts';

export interface PackPlace {
  readonly kind: 'folder' | 'archive';
  /**
   * Throws `E_BAD_PACK` where there is none that could be read as one, `E_IO` where reading is not permitted. In a folder `onSize` is told how
   * long it is before it is read.
   */
  manifestBytes(onSize?: (size: number) => void): Uint8Array;
  survey(survey: Survey): void;
  /** The files that a survey reads, for those who want to know how much that is. */
  sources(rows: FileRows): Iterable<string>;
  /** For the ledger: the manifest of a folder once it was read; the file of an archive once it was surveyed. */
  readonly input: { readonly path: string; readonly hash: string | null; readonly bytes: number | null };
}

/** Hashes the files of the members that are asked about by their index. */
export type HashFiles = (next: NextAsked<number>, deliver: Deliver<number>) => void;

/** Tells of rows how long each file is that is as its row says, and of any other that it is not. */
export type ProveRows = (next: NextRows, deliver: DeliverRows) => void;

/** A short way for files that are as they were sealed. What is not proven, and what needs more than that, is surveyed at length. */
export interface Proving {
  /** The members, in their order. */
  readonly rows: FileRows;
  readonly proveRows: ProveRows;
  /** Else documents are not asked about. */
  readonly isOutlineEnough: boolean;
  /** Regular, with the hash of the manifest and, of a document, in keeping with its open schema. */
  onProven(index: number, size: number): void;
}

/** What is wanted, and who hears of it, by the index of a member. Members that nothing is told of are missing. */
export interface Survey {
  /** Everything that shall be read, ascending by path; not asked for where rows will do. */
  readonly members: readonly PackMember[];
  /** Whether a member is read for its content, or for its hash alone. */
  needsContent(member: PackMember): boolean;
  /** Whether something was told of a member already. */
  isTold(index: number): boolean;
  /** By several threads; where everything is read for its content there is no need of it. */
  readonly hashFiles?: HashFiles | undefined;
  readonly proving?: Proving | undefined;
  onHashed(index: number, hash: string, size: number): void;
  /** Reads the source to its end. */
  onContent(index: number, source: ByteSource): void;
  onNotRegular(index: number): void;
  /** Neither a member nor the manifest. */
  onExtra(path: string): void;
  /** A member, or a folder. */
  onUnreadable(path: string, error: string): void;
}

/** The members as paths to search in. */
export function pathsIn(members: readonly PackMember[]): AscendingPaths {
  return { count: members.length, path: (index) => (members[index] as PackMember).path };
}
