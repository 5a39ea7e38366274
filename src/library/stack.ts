/**
 * Stack locks as typed functions: the same operations as the command line, with the same bytes as results.
 *
 *     const { file } = await lockStack('zones/one/zone.yaml');
 *     (await verifyStack(file)).outcome     'STACK_OK'
 */
import { workingFolder } from '#disk/path/working-folder';
import { diffDocument, diffStackLocks as diffLocks } from '#stack/diff/diff';
import type { StackLock } from '#stack/document';
import type { LockFormat } from '#stack/format';
import type { LawpackPrefix } from '#stack/lawpack/lawpack';
import type { EvidenceRequest } from '#stack/ops/evidence/evidence';
import { explainStack as explainVerb } from '#stack/ops/explain';
import { lockStack as lockVerb } from '#stack/ops/lock';
import { verifyStack as verifyVerb } from '#stack/ops/verify';
import { explainDocument } from '#stack/verify/explain';
import { reportDocument } from '#stack/verify/report';
import { createdFrom } from './created-from.ts';
import { instantFrom } from './instant-from.ts';
import { openStores } from './stack-artifact.ts';
import { lockName, openLockFile } from './stack-lock-file.ts';
import type { StackDiffReport, StackExplainReport, StackVerifyReport } from './stack-reports.ts';

export interface StackLockSettings {
  /** The default is the nearest folder above the zone that contains `modules`. */
  readonly root?: string;
  /** The default is `lockfile_path` of the zone, else `stack.lock` in its folder. */
  readonly out?: string;
  /** RFC 3339 text or a date; the default is the current time, or the time of an existing lock with the same content. */
  readonly created?: string | Date;
  readonly emitArtifactRefs?: boolean;
  /** Writes nothing. */
  readonly check?: boolean;
  readonly format?: LockFormat;
  readonly lawpackPrefix?: LawpackPrefix;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
  readonly onWarning?: (warning: string) => void;
}

export interface LockedStack {
  readonly file: string;
  /** `differs` only with `check`, where nothing is written. */
  readonly change: 'created' | 'updated' | 'unchanged' | 'differs';
  readonly lock: StackLock;
}

/** Pins everything that a zone refers to, or with `check` reports whether a lock still matches. */
export async function lockStack(zone: string, settings: StackLockSettings = {}): Promise<LockedStack> {
  const { created } = settings;
  const { file, change, lock, warnings } = await lockVerb({
    zone,
    root: settings.root ?? null,
    cwd: workingFolder(),
    out: settings.out ?? null,
    generatedAt: createdFrom(created ?? new Date()),
    isTimeAsked: created !== undefined,
    emitArtifactRefs: settings.emitArtifactRefs ?? false,
    check: settings.check ?? false,
    format: settings.format ?? 'json',
    lawpackPrefix: settings.lawpackPrefix ?? 'msez',
    sync: settings.sync ?? true,
  });
  for (const warning of warnings) settings.onWarning?.(warning);
  return { file, change, lock };
}

/** What a lock is compared with: the tree by default, or the folders of artifact stores instead of it. */
export interface StackEvidence {
  readonly root?: string;
  readonly zone?: string;
  readonly stores?: readonly string[];
  readonly lawpackPrefix?: LawpackPrefix;
  /** RFC 3339 text or a date; `now`, or `lock` for the time when the lock was made. */
  readonly at?: string | Date;
}

export interface StackVerifySettings extends StackEvidence {
  /** A corridor that is not active now, or at the given `at`, is a finding; so is a lock without corridors. */
  readonly requireActive?: boolean;
  /** Only these must be active; requires `requireActive`. */
  readonly corridors?: readonly string[];
  readonly onWarning?: (warning: string) => void;
}

/** The verdict of `stack verify --json`. */
export async function verifyStack(lock: string, settings: StackVerifySettings = {}): Promise<StackVerifyReport> {
  const { requireActive = false, corridors = null } = settings;
  const at = instantOf(settings.at);
  const required = requireActive || corridors !== null ? { at: settings.at === undefined ? presentTime() : at, corridors } : null;
  const { verdict, warnings } = await verifyVerb({ ...requestOf(lock, settings), at, required });
  for (const warning of warnings) settings.onWarning?.(warning);
  return reportDocument(verdict) as unknown as StackVerifyReport;
}

export interface StackExplainSettings extends StackEvidence {
  readonly corridor?: string;
}

/** The document of `stack explain --json`. */
export async function explainStack(lock: string, settings: StackExplainSettings = {}): Promise<StackExplainReport> {
  const { corridor = null } = settings;
  const explanation = await explainVerb({ ...requestOf(lock, settings), at: instantOf(settings.at), corridor });
  return explainDocument(explanation) as unknown as StackExplainReport;
}

/** The document of `stack diff --json`; each lock is a path, or the bytes of one. */
export function diffStackLocks(old: string | Uint8Array, now: string | Uint8Array): StackDiffReport {
  const names = { old: lockName(old), new: lockName(now) };
  return diffDocument(diffLocks(openLockFile(old).document, openLockFile(now).document), names) as unknown as StackDiffReport;
}

function requestOf(given: string, { root, zone, stores, lawpackPrefix }: StackEvidence): EvidenceRequest {
  if (stores !== undefined && (root !== undefined || zone !== undefined))
    throw new RangeError('expected either a root or stores, found both');
  return {
    lock: openLockFile(given),
    given,
    root: root ?? null,
    zone: zone ?? null,
    store: stores === undefined ? null : openStores(stores),
    cwd: workingFolder(),
    prefix: lawpackPrefix ?? 'msez',
  };
}

/** Null for the time when the lock was made. */
function instantOf(at: string | Date | undefined): number | null {
  if (at === undefined || at === 'lock') return null;
  return at === 'now' ? presentTime() : instantFrom(at, 'at');
}

/** In whole seconds, as it is printed. */
function presentTime(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
