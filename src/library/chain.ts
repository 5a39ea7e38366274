/**
 * Tool chains as typed functions: the same operations as the command line, with the same bytes as results.
 *
 *     const [lock] = lockChains(['web/scraper']);
 *     verifyChains('all', { frozen: true }).outcome     'CHAIN_OK'
 */

import { diffDocument } from '#chain/diff';
import { findingFields } from '#chain/findings';
import { listDocument } from '#chain/list';
import { diffLockfiles, type GivenLock, readGivenLock } from '#chain/ops/diff';
import { lockableTools, verifyEveryTool } from '#chain/ops/every-tool';
import { openFinder, type ToolFinder } from '#chain/ops/find-tools';
import { listLocks, pruneLocks } from '#chain/ops/list';
import { type LockedTool, lockTools, type Scope } from '#chain/ops/lock';
import { openLocks } from '#chain/ops/lockfiles';
import { resolveFrozen } from '#chain/ops/resolve-frozen';
import { trustedKeys } from '#chain/ops/signatures';
import type { SpaceRoots } from '#chain/ops/spaces';
import { toolIdOf, verifyTools } from '#chain/ops/verify';
import { cannotAccess } from '#chain/refusals';
import { reportDocument } from '#chain/report';
import { resolveChain as resolveFresh } from '#chain/resolve';
import { resolveDocument } from '#chain/resolve-report';
import { skippedLine } from '#chain/skipped-file';
import { errorCode, osText } from '#disk/os-error';
import { withGivenFile } from '#disk/read/given-file';
import { processEnv } from '#installation/process-input';
import type { ChainDiffReport, ChainFinding, ChainListReport, ChainResolveReport, ChainVerifyReport } from './chain-reports.ts';
import { type ChainSettings, spacesOf, warn } from './chain-spaces.ts';
import { createdFrom } from './created-from.ts';
import { absolute } from './given-path.ts';

/** The document of `chain resolve --json`; `frozen` reads the chain from its lock, without a search. */
export function resolveChain(id: string, settings: ChainSettings & { readonly frozen?: boolean } = {}): ChainResolveReport {
  const roots = spacesOf(settings);
  const finder = openFinder(roots);
  const toolId = toolIdOf(id);
  if (settings.frozen !== true) {
    const chain = resolveFresh(toolId, finder);
    return resolveDocument({ id, lock: null, chain, findings: [] }) as unknown as ChainResolveReport;
  }
  const { lock, chain, findings } = resolveFrozen(toolId, roots, finder);
  return resolveDocument({ id, lock: lock.file, chain, findings }) as unknown as ChainResolveReport;
}

export interface ChainLockSettings extends ChainSettings {
  /**
   * Where locks are written: the default is `CUSTODY_CHAIN_SCOPE` of `env`, else in place of the effective lock, else in the user space.
   */
  readonly scope?: Scope;
  /** RFC 3339 text or a date; the default is the current time. */
  readonly created?: string | Date;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
}

export interface LockedChain extends Omit<LockedTool, 'chain' | 'findings'> {
  /** The differences from the lock before. */
  readonly findings: readonly ChainFinding[];
}

/** Pins chains; an existing lock with other content is refused. All chains are resolved before the first lock is written. */
export function lockChains(ids: readonly string[] | 'all', settings: ChainLockSettings = {}): readonly LockedChain[] {
  return lockRequested(ids, settings, false);
}

/** Pins chains again, and returns what changes. */
export function updateChains(ids: readonly string[] | 'all', settings: ChainLockSettings = {}): readonly LockedChain[] {
  return lockRequested(ids, settings, true);
}

function lockRequested(asked: readonly string[] | 'all', settings: ChainLockSettings, replace: boolean): readonly LockedChain[] {
  const scope = scopeOf(settings);
  const generatedAt = createdFrom(settings.created ?? new Date()).replace(/Z$/, '+00:00');
  const roots = spacesOf(settings);
  const finder = openFinder(roots);
  const ids = idsOf(asked) ?? everyLockable(settings, finder, roots);
  const locked = lockTools(ids, { roots, finder, scope, generatedAt, replace, sync: settings.sync ?? true });
  for (const { id, hiddenBy } of locked)
    if (hiddenBy !== null) warn(settings, [`for ${id} the lock in a nearer space still counts: ${hiddenBy}`]);
  return locked.map(({ id, version, file, change, findings, hiddenBy, retires }) => {
    return { id, version, file, change, findings: findings.map(findingFields) as unknown as readonly ChainFinding[], hiddenBy, retires };
  });
}

function everyLockable(settings: ChainLockSettings, finder: ToolFinder, roots: SpaceRoots): readonly string[] {
  const { ids, passedOver } = lockableTools(finder, openLocks(roots));
  warn(
    settings,
    passedOver.map((each) => skippedLine(each, (text) => text)),
  );
  return ids;
}

function scopeOf({ scope, env = processEnv() }: ChainLockSettings): Scope | null {
  const named = scope ?? env['CUSTODY_CHAIN_SCOPE'];
  if (named === undefined || named === '') return null;
  if (named === 'user' || named === 'project') return named;
  throw new RangeError(`scope is user or project; found '${named}'`);
}

/** Null for all. An empty list is an error, because nothing would be verified. */
function idsOf(asked: readonly string[] | 'all'): readonly string[] | null {
  if (asked === 'all') return null;
  if (!Array.isArray(asked) || asked.length === 0) throw new RangeError(`expected a list of tool ids or 'all', found ${found(asked)}`);
  return [...new Set(asked as readonly string[])];
}

function found(asked: unknown): string {
  return typeof asked === 'string' ? `'${asked}'` : Array.isArray(asked) ? 'an empty list' : typeof asked;
}

export interface ChainVerifySettings extends ChainSettings {
  /** A tool without a lock is a failure. */
  readonly frozen?: boolean;
  /** An element without a trusted signature is a failure. */
  readonly requireSignatures?: boolean;
}

/** The verdict of `chain verify --json`. A tool that could not be judged is reported by itself, and makes the outcome `REFUSAL`. */
export function verifyChains(ids: readonly string[] | 'all', settings: ChainVerifySettings = {}): ChainVerifyReport {
  const { frozen = false, requireSignatures = false } = settings;
  const roots = spacesOf(settings);
  const finder = openFinder(roots, { keepsRoots: false });
  const locks = openLocks(roots);
  const asked = idsOf(ids);
  const trusted = trustedKeys(roots, { always: requireSignatures });
  warn(settings, trusted?.warnings ?? []);
  const check = { roots, finder, trusted, locks };
  const { tools, passedOver } = asked === null ? verifyEveryTool(check) : { tools: verifyTools(asked, check), passedOver: null };
  return reportDocument(tools, frozen, passedOver) as unknown as ChainVerifyReport;
}

/** The document of `chain diff --json`; each lock is a path, or the bytes of one. */
export function diffChainLocks(old: string | Uint8Array, now: string | Uint8Array): ChainDiffReport {
  const [before, after] = [givenLock(old), givenLock(now)];
  return diffDocument(diffLockfiles(before, after), { old: before.given, new: after.given }) as unknown as ChainDiffReport;
}

function givenLock(lock: string | Uint8Array): GivenLock {
  if (typeof lock !== 'string') return { given: '(bytes)', bytes: lock };
  try {
    return { given: lock, bytes: withGivenFile(absolute(lock), ({ source }) => readGivenLock(source, lock)) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read lockfile ${lock}: ${osText(error)}`, lock, osText(error));
  }
}

/** The document of `chain list --json`. */
export function listChainLocks(settings: ChainSettings = {}): ChainListReport {
  const roots = spacesOf(settings);
  const locks = listLocks(roots, openFinder(roots)).map((lock) => ({ ...lock, action: null }));
  return listDocument(locks) as unknown as ChainListReport;
}

export interface PruneSettings extends ChainSettings {
  /** Only reports what would be removed. */
  readonly dryRun?: boolean;
  /** Also removes a user's locks of project tools that this project does not have. */
  readonly anyProject?: boolean;
}

/** The document of `chain prune --json`: the stale locks, and what was done with each. */
export function pruneChainLocks(settings: PruneSettings = {}): ChainListReport {
  const { dryRun = false, anyProject = false } = settings;
  const roots = spacesOf(settings);
  return listDocument(pruneLocks(listLocks(roots, openFinder(roots)), { roots, dryRun, anyProject })) as unknown as ChainListReport;
}
