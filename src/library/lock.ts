/**
 * Locks as typed functions: the same operations as the command line, with the same bytes as results.
 *
 *     const lock = lockFolder('data', { datasetId: 'december' });
 *     lock.write('december.lock.json');
 *     verifyLock('december.lock.json', { root: 'data' }).outcome
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Digest } from '#core/digest';
import { JSON_LIMITS } from '#core/json/limits';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { Algorithm } from '#core/ports';
import { workingFolder } from '#disk/path/working-folder';
import { newHasher } from '#hashing/hashers';
import { version } from '#installation/paths';
import { LockDraft } from '#lock/create';
import { diffDocument, diffLocks as diffJudged } from '#lock/diff';
import { emitLock, type Lock, lockHashOf, lockOutcome } from '#lock/document';
import { type Member, MemberFacts } from '#lock/member';
import { lockScan, type Scan } from '#lock/ops/scan';
import { openRoot, verifyLockfile } from '#lock/ops/verify';
import { verifyContent } from '#lock/ops/verify-content';
import { profileEntries } from '#lock/origin/profiles';
import { callOf } from '#lock/refusals';
import { emitReport, type VerifyReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import { parseFilter, parseGlobs } from '#stream/filter';
import { openRoots, type ScanRoot } from '#stream/ops/scan-root';
import { createdFrom } from './created-from.ts';
import { openDefinitions, type ParserLimits, threadSettings } from './fingerprint.ts';
import { absolute } from './given-path.ts';
import { knownAlgorithm } from './known-algorithm.ts';
import { type AgainstSettings, againstOf } from './lock/against.ts';
import { nameOf, openJudged, openTrusted } from './lock/given.ts';
import { readProfiles } from './lock/profiles.ts';
import { type SampleSettings, sampleOf } from './lock/sample.ts';
import { type CacheSettings, cacheJudge, type SinceSettings, scanSince, writeReceipt } from './lock/since.ts';
import { type LockToWrite, writeLock } from './lock/write.ts';
import type { LockDiffReport, LockVerifyReport } from './reports.ts';

export interface LockSettings {
  readonly datasetId?: string;
  readonly asOf?: string;
  readonly note?: string;
  /** RFC 3339 text or a date; the default is the current time. */
  readonly created?: string | Date;
  /** Files with profile documents; the lock names each by its `profile_id` and its SHA-256. */
  readonly profiles?: readonly string[];
}

export interface ScanSettings {
  readonly algorithm?: Algorithm;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Links are followed unless this is false. */
  readonly follow?: boolean;
  readonly jobs?: number;
}

/** A new lock, sealed with its own hash. */
export interface SealedLock {
  /** `LOCK_SUSPECT`: a file that was read again had other bytes under unchanged times. */
  readonly outcome: 'LOCK_CREATED' | 'LOCK_PARTIAL' | 'LOCK_SUSPECT';
  readonly lockHash: Digest;
  readonly memberCount: number;
  readonly skippedCount: number;
  members(): Iterable<Member>;
  /** The lockfile's canonical bytes. */
  bytes(): Uint8Array;
  /**
   * Writes the same bytes to a file, complete or not at all. Refuses to replace an existing file unless it is the same lock or `force` is
   * set. Always refuses to replace a file that it pins, or to write into the folder that was locked.
   */
  write(path: string, options?: { readonly sync?: boolean; readonly force?: boolean }): void;
}

/** Locks records as `hash` or `fingerprint` return them, objects or lines; refuses as `lock` does. */
export function lockRecords(records: Iterable<JsonObject | string>, settings: LockSettings = {}): SealedLock {
  const draft = new LockDraft(callOf(settings));
  for (const record of records) {
    const line = encodeUtf8(typeof record === 'string' ? record : formatSpine(record));
    draft.addLine(line, 0, line.length);
  }
  return seal(draft, settings).sealed;
}

/** The lock of a folder that was scanned. */
export interface ScannedLock extends SealedLock {
  /** How many members were read, and how many were not because they look as they did when they were read. */
  readonly strength: { readonly read: number; readonly cached: number };
  /** The files with other bytes than when they were read before, though nothing else about them has changed. */
  readonly suspectedDamage: readonly string[];
  /** Writes how each member was established (`lock-receipt.v0`). Refuses to replace anything but a receipt. */
  writeReceipt(path: string, options?: { readonly sync?: boolean }): void;
}

/** Scans, hashes and locks a folder: `lock --scan`. */
export function lockFolder(folder: string, settings: LockSettings & ScanSettings & SinceSettings = {}): ScannedLock {
  const [root] = openRoots([folder], workingFolder()) as [ScanRoot];
  const filter = parseFilter({ include: settings.include ?? [], exclude: settings.exclude ?? [] });
  const links: string[] = [];
  const draft = new LockDraft(callOf(settings), root.path);
  const scan: Scan = {
    root,
    algorithm: knownAlgorithm(settings.algorithm),
    filter,
    follow: settings.follow ?? true,
    threads: settings.jobs,
    onLink: (real) => links.push(real),
  };
  const since = settings.since === undefined ? null : scanSince(draft, scan, settings.since);
  if (since === null) lockScan(draft, scan);
  const { lock, sealed } = seal(draft, settings, { root, filter, links });
  const suspectedDamage = since?.damaged ?? [];
  return {
    ...sealed,
    ...(suspectedDamage.length === 0 ? {} : { outcome: 'LOCK_SUSPECT' as const }),
    strength: since?.established.counts ?? { read: lock.members.count, cached: 0 },
    suspectedDamage,
    writeReceipt: (path, { sync = true } = {}) =>
      writeReceipt({ lock, lockHash: sealed.lockHash, root, established: since?.established ?? null }, path, sync),
  };
}

function seal(
  draft: LockDraft,
  settings: LockSettings,
  scanned: LockToWrite['scanned'] = null,
): { readonly lock: Lock; readonly sealed: SealedLock } {
  const lock: Lock = draft.finish({
    datasetId: settings.datasetId ?? null,
    asOf: settings.asOf ?? null,
    note: settings.note ?? null,
    created: createdFrom(settings.created ?? new Date()),
    toolVersion: version,
    profiles: profileEntries(readProfiles(settings.profiles ?? [])),
  });
  const lockHash = lockHashOf(lock, newHasher);
  const sealed: SealedLock = {
    outcome: lockOutcome(lock),
    lockHash,
    memberCount: lock.members.count,
    skippedCount: lock.skipped.count,
    *members() {
      const facts = new MemberFacts();
      for (const index of lock.members.order()) yield facts.of(lock.members.entry(index));
    },
    bytes: () => collect((emit) => emitLock(lock, lockHash, emit)),
    write: (path, options) => writeLock({ lock, lockHash, roots: draft.roots, scanned }, path, options),
  };
  return { lock, sealed };
}

export interface VerifySettings extends SampleSettings {
  /** Without it only the lockfile itself is judged. */
  readonly root?: string;
  readonly strict?: boolean;
  readonly only?: readonly string[];
  readonly closed?: boolean;
  readonly confined?: boolean;
  /** Links are followed unless this is false. */
  readonly follow?: boolean;
  /** The `lock_hash` that the caller has kept; another lock is a failure. */
  readonly expect?: Digest;
  readonly jobs?: number;
  /** Files with profile documents, which are compared with those that the lock names. */
  readonly profiles?: readonly string[];
  /** Compares `tool_versions` with this installation; a difference fails only if `strict` is set. */
  readonly tools?: boolean;
  /** Members that look exactly as when they were read are not read: they are `cached`, not verified. */
  readonly cache?: CacheSettings;
}

/** The verdict of `lock verify --json`; `lockfile` is a path, or the bytes of one. Refuses as the command does. */
export function verifyLock(lockfile: string | Uint8Array, settings: VerifySettings = {}): LockVerifyReport {
  return documentOf(judgeLock(lockfile, settings).judged);
}

/** The same with `--content`: the fingerprints that the lock names are run again, and their content hashes are compared. */
export async function verifyLockContent(
  lockfile: string | Uint8Array,
  settings: VerifySettings & ParserLimits & AgainstSettings & { readonly root: string; readonly definitions?: readonly string[] },
): Promise<LockVerifyReport> {
  if (settings.sample !== undefined) throw new RangeError('the content of every member is judged: sample does not go with it');
  const against = againstOf(settings);
  const { lock, judged } = judgeLock(lockfile, settings);
  if (judged.members === null) return documentOf({ ...judged, content: null });
  const content = await verifyContent(lock, {
    root: judged.members.root,
    only: parseGlobs(settings.only ?? []),
    confined: settings.confined ?? false,
    definitions: await openDefinitions(settings.definitions),
    settings: threadSettings(settings),
    against,
  });
  return documentOf({ ...judged, content });
}

function documentOf(report: VerifyReport): LockVerifyReport {
  const bytes = collect((emit) => emitReport(report, emit));
  return parseJson(bytes, 0, bytes.length, JSON_LIMITS.own) as unknown as LockVerifyReport;
}

function judgeLock(lockfile: string | Uint8Array, settings: VerifySettings): { lock: JudgedLock; judged: VerifyReport } {
  const { root, only = [], strict = false, closed = false, confined = false, follow = true, expect = null, jobs, profiles } = settings;
  const sample = sampleOf(settings);
  if (root === undefined && (only.length > 0 || closed || confined || !follow || sample !== undefined)) {
    throw new RangeError('only, closed, confined, follow and sample need a root');
  }
  if (expect !== null && !/^sha256:[0-9a-f]{64}$/.test(expect)) throw new RangeError('expect needs sha256: and 64 lower-case hex digits');
  const { cache } = settings;
  if (cache !== undefined && (root === undefined || strict || sample !== undefined))
    throw new RangeError('cache needs a root, and does not go with strict or sample');
  const judge = cache && cacheJudge(cache);
  const check = root === undefined ? null : { given: root, only: parseGlobs(only), closed, confined, follow, sample, threads: jobs, judge };
  const opened = check && openRoot({ ...check, path: absolute(check.given) }, lockfile);
  try {
    const lock = openJudged(lockfile);
    const asked = { expect, strict, profiles: profiles && (() => readProfiles(profiles)), tools: settings.tools };
    return { lock, judged: verifyLockfile({ name: nameOf(lockfile), source: lockfile, lock, root: opened, ...asked }) };
  } finally {
    opened?.pool.close();
  }
}

/** The document of `lock diff --json`. Refuses a lock that does not match its own hash. */
export function diffLocks(old: string | Uint8Array, now: string | Uint8Array): LockDiffReport {
  const diff = diffJudged(openTrusted(old), openTrusted(now));
  return diffDocument(diff, { old: nameOf(old), new: nameOf(now) }, version) as unknown as LockDiffReport;
}

function collect(run: (emit: (bytes: Uint8Array) => void) => void): Uint8Array {
  const runs: Uint8Array[] = [];
  run((bytes) => runs.push(bytes.slice()));
  return Buffer.concat(runs);
}
