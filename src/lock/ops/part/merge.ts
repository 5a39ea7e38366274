/**
 * Merges part files. Each is read twice: its own hash and that of the lock are before the members in the lock, so they must be known before
 * the first byte is written. Memory does not grow with the parts: all of them share one budget of buffers.
 *
 *     const judged = judgeParts(files, readHeads(files));
 *     emitMergedLock(files, judged, write);
 */
import { fstatSync } from 'node:fs';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Digest } from '#core/digest';
import { parseJson } from '#core/json/read';
import type { ByteSource } from '#core/ports';
import { errorCode, mayPass, osText, UnusableFile } from '#disk/os-error';
import { type GivenFile, openGivenFile } from '#disk/read/given-file';
import { newHasher } from '#hashing/hashers';
import { type EmittedLock, emitLock, lockHashOf } from '../../document.ts';
import type { PartHead } from '../../part/document.ts';
import { joinHeads } from '../../part/join.ts';
import { emitInOrder, emitMerged, type MergeRules } from '../../part/merge.ts';
import { MergeOrder } from '../../part/merge-order.ts';
import { PartReader } from '../../part/reader.ts';
import { badPart, unreadablePart } from '../../part/refusals.ts';
import { emitPart } from '../../part/write.ts';

export interface PartFile {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  /** Sees all bytes that are read. */
  readonly observed?: (source: ByteSource) => ByteSource;
}

/** All open files together read into this much memory. */
const BUFFERS = 1 << 28;
const BLOCK = { least: 1 << 16, most: 1 << 20 };

type Emit = (bytes: Uint8Array) => void;

/** The head of the part that all parts together are. Only the heads are read. */
export function readHeads(files: readonly PartFile[]): PartHead {
  return joinHeads(files.map((file) => withPart(file, BLOCK.least, ({ name, head }) => ({ name, head }))));
}

/** What the first reading of the parts tells. */
export interface JudgedParts {
  readonly head: PartHead;
  readonly lockHash: Digest;
  /** The hash of each part. */
  readonly partHashes: readonly string[];
  /** The paths of the first skips. */
  readonly samplePaths: readonly string[];
  /** The part of each entry, so that the paths are compared once. */
  readonly order: { readonly members: MergeOrder; readonly skips: MergeOrder };
}

/** Judges every byte of the parts, and computes the hash of their lock. */
export function judgeParts(files: readonly PartFile[], head: PartHead): JudgedParts {
  return withParts(files, head, (readers) => {
    let samplePaths: readonly string[] | null = null;
    const onSkips = (bytes: Uint8Array): void => void (samplePaths ??= pathsIn(bytes).slice(0, SAMPLES));
    const order = { members: new MergeOrder(), skips: new MergeOrder() };
    const [members, skips] = [membersOf(readers, 0x2c, order.members), skipsOf(readers, 0x2c, order.skips)];
    const observed = (emit: Emit): void =>
      skips((bytes) => {
        onSkips(bytes);
        emit(bytes);
      });
    const lockHash = lockHashOf(lockOf(head, members, observed), newHasher);
    return { head, lockHash, partHashes: readers.map((reader) => reader.finish()), samplePaths: samplePaths ?? [], order };
  });
}

const SAMPLES = 5;

/** The paths of whole entries, with a comma after each, or between them. */
function pathsIn(entries: Uint8Array): readonly string[] {
  const end = entries.at(-1) === 0x2c ? entries.length - 1 : entries.length;
  const text = new TextDecoder().decode(entries.subarray(0, end));
  return (parseJson(encodeUtf8(`[${text}]`)) as readonly { readonly path: string }[]).map(({ path }) => path);
}

/** Writes the lock. Refuses where a part has other bytes than when it was judged. */
export function emitMergedLock(files: readonly PartFile[], judged: JudgedParts, emit: Emit): void {
  const { head, lockHash, partHashes, order } = judged;
  withParts(files, head, (readers) => {
    const ordered = (list: MergeOrder) => (write: Emit) => emitInOrder(readers, list, write);
    emitLock(lockOf(head, ordered(order.members), ordered(order.skips)), lockHash, emit);
    readers.forEach((reader, index) => {
      if (reader.finish() !== partHashes[index]) throw badPart(reader.name, 'it was replaced during this run');
    });
  });
}

/** Writes one part that has the shards of all parts. */
export function emitMergedPart(files: readonly PartFile[], head: PartHead, emit: Emit): void {
  withParts(files, head, (readers) => {
    emitPart(head, { members: membersOf(readers, 0x0a), skipped: skipsOf(readers, 0x0a) }, newHasher, emit);
    for (const reader of readers) reader.finish();
  });
}

/** The lists are read in the order in which a lock has them, once. */
function lockOf(head: PartHead, members: (emit: Emit) => void, skips: (emit: Emit) => void): EmittedLock {
  const { asOf, created, datasetId, note, profiles, scope, toolVersions } = head.identity;
  return {
    asOf,
    created,
    datasetId,
    note,
    profiles,
    scope,
    toolVersions,
    members: { count: head.memberCount, emitSorted: members },
    skipped: { count: head.skippedCount, emitSorted: skips },
  };
}

type Separator = MergeRules['separator'];

function membersOf(readers: readonly PartReader[], separator: Separator, order?: MergeOrder): (emit: Emit) => void {
  const rules = { separator, mayRepeat: false, ...(order === undefined ? {} : { order }) };
  return (emit) => emitMerged(readers, (part) => part.nextMember(), rules, emit);
}

function skipsOf(readers: readonly PartReader[], separator: Separator, order?: MergeOrder): (emit: Emit) => void {
  const rules = { separator, mayRepeat: true, ...(order === undefined ? {} : { order }) };
  return (emit) => emitMerged(readers, (part) => part.nextSkip(), rules, emit);
}

/** Opens all parts, which must be those that `expected` was made from. */
function withParts<T>(files: readonly PartFile[], expected: PartHead, use: (readers: readonly PartReader[]) => T): T {
  const block = Math.min(BLOCK.most, Math.max(BLOCK.least, Math.floor(BUFFERS / files.length)));
  const opened: GivenFile[] = [];
  try {
    const readers = files.map((file) => openPart(file, block, opened));
    const found = joinHeads(readers);
    if (found.memberCount !== expected.memberCount || found.skippedCount !== expected.skippedCount || found.scan !== expected.scan)
      throw badPart((files[0] as PartFile).given, 'the parts were changed during this run');
    return use(readers);
  } finally {
    for (const file of opened) file.close();
  }
}

function withPart<T>(file: PartFile, block: number, use: (reader: PartReader) => T): T {
  const opened: GivenFile[] = [];
  try {
    return use(openPart(file, block, opened));
  } finally {
    for (const each of opened) each.close();
  }
}

function openPart({ given, path, observed = (source) => source }: PartFile, block: number, opened: GivenFile[]): PartReader {
  try {
    const file = openGivenFile(path);
    opened.push(file);
    if (!file.isRegular) throw new UnusableFile('Not a regular file');
    const source: ByteSource = {
      read: (into: Uint8Array): number => {
        try {
          return file.source.read(into);
        } catch (error) {
          throw refused(given, error);
        }
      },
    };
    return new PartReader(given, { source: observed(source), size: fstatSync(file.fd).size, newHasher, block });
  } catch (error) {
    throw refused(given, error);
  }
}

function refused(given: string, error: unknown): unknown {
  return errorCode(error) === undefined ? error : unreadablePart(given, osText(error), mayPass(error));
}
