/**
 * Merges part files. Each is read once: the hash of a lock, which is before its members, is written last. Memory grows with the number of
 * parts, not with their members.
 *
 *     const { lockHash, at } = emitUnsealedLock(files, readHeads(files), write);
 */
import { fstatSync } from 'node:fs';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { ByteSource, NewHasher } from '#core/ports';
import { errorCode, mayPass, osText } from '#disk/os-error';
import { type GivenFile, openGivenRegularFile } from '#disk/read/given-file';
import { withHashesBeside } from '#hashing/beside/hash-beside';
import { newHasher } from '#hashing/hashers';
import { type EmittedLock, emitUnsealed, type Seal } from '../../document.ts';
import type { PartHead } from '../../part/document.ts';
import { joinHeads } from '../../part/join.ts';
import { emitMerged, type MergeRules } from '../../part/merge.ts';
import { OpenedPart } from '../../part/open.ts';
import { PartReader } from '../../part/reader.ts';
import { badPart, unreadablePart } from '../../part/refusals.ts';
import { MergeSpace } from '../../part/space.ts';
import { emitPart } from '../../part/write.ts';

export interface PartFile {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  /** Sees all bytes that are read. */
  readonly observed?: (source: ByteSource) => ByteSource;
}

type Emit = (bytes: Uint8Array) => void;
type OnEntries = (count: number) => void;

/** The head of the part that all parts together are. Only the heads are read. */
export function readHeads(files: readonly PartFile[]): PartHead {
  return joinHeads(files.map((file) => withOpened([file], newHasher, ([part]) => part as OpenedPart)));
}

/** What is known once all parts were read. */
export interface MergedParts extends Seal {
  /** The hash of each part. */
  readonly partHashes: readonly string[];
  /** The paths of the first skips. */
  readonly samplePaths: readonly string[];
}

/** Judges every byte of the parts, and writes their lock with zeros in place of its hash: the hash is known at the end. */
export function emitUnsealedLock(files: readonly PartFile[], head: PartHead, emit: Emit, onEntries?: OnEntries): MergedParts {
  return withReaders(files, head, (readers, space, hashedBy) => {
    let samplePaths: readonly string[] | null = null;
    const list = (name: MergeRules['list']) => (write: Emit) =>
      emitMerged(readers, { list: name, separator: 0x2c, onEntries }, space, (bytes) => {
        if (name === 'skips') samplePaths ??= pathsIn(bytes).slice(0, SAMPLES);
        write(bytes);
      });
    const seal = emitUnsealed(lockOf(head, list('members'), list('skips')), hashedBy, emit);
    return { ...seal, partHashes: readers.map((reader) => reader.finish()), samplePaths: samplePaths ?? [] };
  });
}

/** Writes the lock where nothing can be written afterwards, as to a pipe. `judged` comes from a first reading. */
export function emitSealedLock(files: readonly PartFile[], head: PartHead, judged: MergedParts, emit: Emit): void {
  let position = 0;
  const end = judged.at + judged.lockHash.length;
  const { partHashes } = emitUnsealedLock(files, head, (bytes) => {
    emit(position >= judged.at && position < end ? encodeUtf8(judged.lockHash) : bytes);
    position += bytes.length;
  });
  const other = files.find((_, index) => partHashes[index] !== judged.partHashes[index]);
  if (other !== undefined) throw badPart(other.given, 'it was replaced during this run');
}

const SAMPLES = 5;

/** The paths of whole entries, with a comma after each, or between them. */
function pathsIn(entries: Uint8Array): readonly string[] {
  const end = entries.at(-1) === 0x2c ? entries.length - 1 : entries.length;
  const text = new TextDecoder().decode(entries.subarray(0, end));
  return (parseJson(encodeUtf8(`[${text}]`)) as readonly { readonly path: string }[]).map(({ path }) => path);
}

/** Writes one part that has the shards of all parts. */
export function emitMergedPart(files: readonly PartFile[], head: PartHead, emit: Emit, onEntries?: OnEntries): void {
  withReaders(files, head, (readers, space, hashedBy) => {
    const list = (name: MergeRules['list']) => (write: Emit) =>
      emitMerged(readers, { list: name, separator: 0x0a, onEntries }, space, write);
    emitPart(head, { members: list('members'), skipped: list('skips') }, hashedBy, emit);
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

type UseReaders<T> = (readers: readonly PartReader[], space: MergeSpace, newHasher: NewHasher) => T;

/** As many entries are merged while a thread starts. */
const WORTH_A_THREAD = 1 << 17;

/** Opens all parts, which must be those that `expected` was made from. The bytes of many are hashed in another thread. */
function withReaders<T>(files: readonly PartFile[], expected: PartHead, use: UseReaders<T>): T {
  if (expected.memberCount + expected.skippedCount < WORTH_A_THREAD) return withHashedReaders(files, expected, newHasher, use);
  return withHashesBeside((newHasherBeside) => withHashedReaders(files, expected, newHasherBeside, use));
}

function withHashedReaders<T>(files: readonly PartFile[], expected: PartHead, hashedBy: NewHasher, use: UseReaders<T>): T {
  return withOpened(files, hashedBy, (parts) => {
    const found = joinHeads(parts);
    if (found.memberCount !== expected.memberCount || found.skippedCount !== expected.skippedCount || found.scan !== expected.scan)
      throw badPart((files[0] as PartFile).given, 'the parts were changed during this run');
    const space = new MergeSpace(files.length);
    return use(
      parts.map((part, index) => new PartReader(part, space, index)),
      space,
      hashedBy,
    );
  });
}

function withOpened<T>(files: readonly PartFile[], hashedBy: NewHasher, use: (parts: readonly OpenedPart[]) => T): T {
  const opened: GivenFile[] = [];
  try {
    return use(files.map((file) => openPart(file, hashedBy, opened)));
  } finally {
    for (const file of opened) file.close();
  }
}

function openPart({ given, path, observed = (source) => source }: PartFile, hashedBy: NewHasher, opened: GivenFile[]): OpenedPart {
  try {
    const file = openGivenRegularFile(path);
    opened.push(file);
    const source: ByteSource = {
      read: (into: Uint8Array): number => {
        try {
          return file.source.read(into);
        } catch (error) {
          throw refused(given, error);
        }
      },
    };
    return new OpenedPart(given, { source: observed(source), size: fstatSync(file.fd).size, newHasher: hashedBy });
  } catch (error) {
    throw refused(given, error);
  }
}

function refused(given: string, error: unknown): unknown {
  return errorCode(error) === undefined ? error : unreadablePart(given, osText(error), mayPass(error));
}
