/**
 * A lock in parts, as typed functions: each task scans a shard of a tree, and the parts together give the lock of the whole.
 *
 *     planScan('november.lock.json', 8).write('plan.json');
 *     lockFolderShard('data', { shard: { index: 3, count: 8 }, plan: 'plan.json', created }).write('part-3');
 *     mergeLockParts(['part-0', …, 'part-7'], 'december.lock.json').lockHash
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Digest } from '#core/digest';
import { isShard, keepsShard, type Shard } from '#core/shard';
import { isSameFile } from '#disk/path/same-file';
import { workingFolder } from '#disk/path/working-folder';
import { withGivenFile } from '#disk/read/given-file';
import { writeWhole } from '#disk/write/whole-file';
import { newHasher, sha256Text } from '#hashing/hashers';
import { version } from '#installation/paths';
import { LockDraft } from '#lock/create';
import { emitUnsealedLock, type MergedParts, readHeads } from '#lock/ops/part/merge';
import { requireReplaceablePart } from '#lock/ops/part/output';
import { isCopyOf } from '#lock/ops/part/same-bytes';
import { planFrom, readPlan } from '#lock/ops/plan';
import { lockScan, type Scan } from '#lock/ops/scan';
import { profileEntries } from '#lock/origin/profiles';
import { identityOf, scanId } from '#lock/part/document';
import { requireAllShards } from '#lock/part/join';
import { emitPart, tableLines } from '#lock/part/write';
import { formatPlan, rangeOf } from '#lock/plan/document';
import { badPlan } from '#lock/plan/refusals';
import { callOf, emptyScan, outputExists, outputInRoot, skippedRecords } from '#lock/refusals';
import { parseFilter } from '#stream/filter';
import { isScanned, openRoots, type ScanRoot, scanScope } from '#stream/ops/scan-root';
import { createdFrom } from '../created-from.ts';
import { absolute } from '../given-path.ts';
import { knownAlgorithm } from '../known-algorithm.ts';
import { readProfiles } from '../lock/profiles.ts';
import type { LockSettings, ScanSettings } from '../lock.ts';

export interface WriteSettings {
  readonly sync?: boolean;
  /** Replaces an existing file, whatever it is. */
  readonly force?: boolean;
}

export interface ScanPlan {
  readonly planHash: string;
  /** The last path of each range but the last. */
  readonly bounds: readonly string[];
  /** What each range had when the plan was made. */
  readonly expected: readonly { readonly bytes: number | bigint; readonly members: number }[];
  /** Writes the plan to a file, complete or not at all. */
  write(path: string, settings?: WriteSettings): void;
}

/** The plan of `lock plan`; `from` is a lockfile, or a file with the records of `vacuum`. */
export function planScan(from: string, parts: number): ScanPlan {
  if (!isShard({ index: 0, count: parts })) throw new RangeError(`parts needs a whole number from 1, found ${parts}`);
  const plan = planFrom(from, (read) => withGivenFile(absolute(from), ({ source }) => read(source)), parts);
  const { bounds, expected, hash: planHash } = plan;
  const bytes = encodeUtf8(formatPlan(plan));
  const refusal = (path: string): Error => outputExists(path, { kind: 'no such plan' }, null);
  return { planHash, bounds, expected, write: (path, settings) => writeUnlessOther(path, (write) => write(bytes), settings, refusal) };
}

export interface ShardSettings extends LockSettings, ScanSettings {
  /** The same for all parts of a scan. */
  readonly created: string | Date;
  /** `index` is from 0 to `count` - 1. */
  readonly shard: Shard;
  /** A file with a plan of as many parts: the shard is a range of paths. */
  readonly plan?: string;
}

/** The part of one task. What the other shards have is unknown, so it is no lock. */
export interface LockPart {
  /** The hash of what all parts of the scan have in common. */
  readonly scan: string;
  readonly memberCount: number;
  readonly skippedCount: number;
  /** Writes the lines of `lock-part.v0` to a file, complete or not at all. Refuses a file in the folder that was scanned. */
  write(path: string, settings?: WriteSettings): void;
}

/** Scans one shard of a folder: `lock --scan --shard`. */
export function lockFolderShard(folder: string, settings: ShardSettings): LockPart {
  const { shard } = settings;
  if (!isShard(shard)) throw new RangeError(`shard needs an index below its count, found ${shard.index}/${shard.count}`);
  const { plan, ...rule } = ruleOf(settings);
  const [root] = openRoots([folder], workingFolder()) as [ScanRoot];
  const filter = parseFilter({ include: settings.include ?? [], exclude: settings.exclude ?? [] });
  const [algorithm, follow] = [knownAlgorithm(settings.algorithm), settings.follow ?? true];
  const facts = {
    datasetId: settings.datasetId ?? null,
    asOf: settings.asOf ?? null,
    note: settings.note ?? null,
    created: createdFrom(settings.created),
    toolVersion: version,
    profiles: profileEntries(readProfiles(settings.profiles ?? [])),
  };
  const draft = new LockDraft(callOf(settings), root.path);
  lockScan(draft, { root, algorithm, filter, follow, threads: settings.jobs, ...rule });
  const { members, skipped } = draft.finish(facts, true);
  const identity = identityOf(facts, { algorithm, plan, root: folder, scope: scanScope({ filter, follow }), shards: shard.count });
  const covers = [[shard.index, shard.index]] as const;
  const head = { identity, scan: scanId(identity, newHasher), covers, memberCount: members.count, skippedCount: skipped.count };
  return {
    scan: head.scan,
    memberCount: members.count,
    skippedCount: skipped.count,
    write(path, { sync = true, force = false } = {}) {
      const target = absolute(path);
      if (isScanned(root.path, filter, target)) throw outputInRoot(path, folder, null);
      const check = (): void => requireReplaceablePart({ given: path, path: target, force }, head);
      check();
      const lists = { members: tableLines(members), skipped: tableLines(skipped) };
      writeWhole(target, (write) => emitPart(head, lists, newHasher, write), { sync, beforeRename: check });
    },
  };
}

function ruleOf({ shard, plan: file }: ShardSettings): Pick<Scan, 'keeps' | 'range'> & { readonly plan: string | null } {
  if (file === undefined) return { keeps: keepsShard(shard, sha256Text), plan: null };
  const plan = readPlan(file, (read) => withGivenFile(absolute(file), ({ source }) => read(source)));
  if (plan.expected.length !== shard.count) throw badPlan(file, `it has ${plan.expected.length} parts, and shard says ${shard.count}`);
  return { range: rangeOf(plan, shard.index), plan: plan.hash };
}

export interface MergedLock {
  readonly outcome: 'LOCK_CREATED' | 'LOCK_PARTIAL';
  readonly lockHash: Digest;
  readonly memberCount: number;
  readonly skippedCount: number;
}

/** Writes the lock of all parts of a scan to a file: `lock merge`. Refuses missing, repeated, damaged and foreign parts. */
export function mergeLockParts(
  parts: readonly string[],
  output: string,
  { strict = false, ...settings }: WriteSettings & { readonly strict?: boolean } = {},
): MergedLock {
  if (parts.length === 0) throw new RangeError('expected at least one part');
  const files = parts.map((given) => ({ given, path: absolute(given) }));
  if (files.some(({ path }) => isSameFile(path, absolute(output)))) throw new RangeError('the output is one of the parts');
  const head = readHeads(files);
  requireAllShards(head.covers, head.identity.shards);
  const { memberCount, skippedCount, identity } = head;
  if (memberCount + skippedCount === 0) throw emptyScan(identity.root, identity.scope !== null);
  const { lockHash } = writeUnlessOther(
    output,
    (write, patch): MergedParts => {
      const merged = emitUnsealedLock(files, head, write);
      if (strict && skippedCount > 0) throw skippedRecords(skippedCount, merged.samplePaths, null);
      patch(encodeUtf8(merged.lockHash), merged.at);
      return merged;
    },
    settings,
    (path) => outputExists(path, { kind: 'other bytes' }, null),
  );
  return { outcome: skippedCount === 0 ? 'LOCK_CREATED' : 'LOCK_PARTIAL', lockHash, memberCount, skippedCount };
}

type Content<T> = (write: (bytes: Uint8Array) => void, patch: (bytes: Uint8Array, at: number) => void) => T;

/** M3: an existing file is replaced only by the same bytes, or with `force`. */
function writeUnlessOther<T>(
  path: string,
  content: Content<T>,
  { sync = true, force = false }: WriteSettings = {},
  refusal: (path: string) => Error,
): T {
  const target = absolute(path);
  const beforeRename = (staged: string): void => {
    if (!force && !isCopyOf(target, staged)) throw refusal(path);
  };
  return writeWhole(target, content, { sync, beforeRename });
}
