/**
 * Implements `--all`: every tool of the project space, and for `chain verify` also the tools that locks pin; each once, in byte order. Files
 * without tool metadata are skipped and listed, unless a lock pins them (K9).
 *
 *     verifyEveryTool({ roots, finder, trusted, locks })     { tools: [{ id: 'web/scraper', … }], passedOver: [{ file: '…/README.md', … }] }
 */

import { compareUtf8 } from '#core/bytes/order';
import { Refusal } from '#core/refusal';
import type { ToolId } from '../id.ts';
import { mayBeElsewhere } from '../list.ts';
import { badLock, badTool, noTools } from '../refusals.ts';
import type { Finder } from '../resolve.ts';
import type { SkippedFile } from '../skipped-file.ts';
import { SPACES } from '../space.ts';
import type { ToolVerdict } from '../verify.ts';
import type { ToolFinder } from './find-tools.ts';
import { type Locks, type NamedLock, readLock } from './lockfiles.ts';
import { type ChainCheck, verifyTools } from './verify.ts';

export interface EveryTool {
  readonly tools: readonly ToolVerdict[];
  readonly passedOver: readonly SkippedFile[];
}

export interface EveryCheck extends ChainCheck {
  readonly finder: ToolFinder;
  readonly locks: Locks;
}

/** Throws `Refusal` where there is none. */
export function verifyEveryTool(check: EveryCheck): EveryTool {
  const { finder, locks, roots } = check;
  const ids = [...new Set([...finder.ids(), ...pinnedTools(locks, finder)])].sort(compareUtf8);
  const passedOver = linkedFolders(finder);
  // Judging first is cheap: only refused tools need the check whether they are tools at all.
  const tools = verifyTools(ids, check).filter(({ id, status }) => status !== 'REFUSED' || !isSkipped(id, check, passedOver));
  const refused = namesNotUtf8(finder, locks).map((refusal) => refusedAs(refusal));
  if (tools.length + refused.length === 0) throw noTools(roots.project);
  return { tools: [...tools, ...refused], passedOver: sorted(passedOver) };
}

/** Returns the tools that can be pinned. Throws if a name is not UTF-8. */
export function lockableTools(
  finder: ToolFinder,
  locks: Locks,
): { readonly ids: readonly string[]; readonly passedOver: readonly SkippedFile[] } {
  const [refusal] = namesNotUtf8(finder, locks);
  if (refusal !== undefined) throw refusal;
  const passedOver = linkedFolders(finder);
  const ids = finder.ids().filter((id) => canBeRead(id, finder) || !isSkipped(id, { finder, locks }, passedOver));
  return { ids, passedOver: sorted(passedOver) };
}

/** Not expensive: the finder caches what it has read. */
function canBeRead(id: string, finder: ToolFinder): boolean {
  try {
    return finder.find(id as ToolId, finder.space, null) !== null;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function isSkipped(id: string, { finder, locks }: Pick<EveryCheck, 'finder' | 'locks'>, passedOver: SkippedFile[]): boolean {
  if (locks.named(id as ToolId).length > 0) return false;
  const files = finder.filesWithoutTool(id);
  for (const file of files ?? []) passedOver.push({ file, reason: 'no tool metadata' });
  return files !== null;
}

function linkedFolders(finder: ToolFinder): SkippedFile[] {
  return finder.leftOut().linkedFolders.map((file) => ({ file, reason: 'a link to a folder' }));
}

function namesNotUtf8(finder: ToolFinder, locks: Locks): readonly Refusal[] {
  const error = 'expected a name in UTF-8, found other bytes';
  return [
    ...finder.leftOut().unnameable.map((file) => badTool(file, file, error, null)),
    ...locks.unnameable().map((file) => badLock(file, error)),
  ];
}

function refusedAs(refusal: Refusal): ToolVerdict {
  return { id: refusal.detail['file'] as string, version: null, lock: null, status: 'REFUSED', findings: [], refusal };
}

function sorted(passedOver: readonly SkippedFile[]): readonly SkippedFile[] {
  return passedOver.toSorted((a, b) => compareUtf8(a.file, b.file));
}

/**
 * The tools that locks pin, for `chain verify --all`: a tool that is gone, or is now in another space, is judged too. If a tool is in no space, a
 * lock outside the project counts only if the tool was outside the project too: a user has one lock folder for all projects, and the tool may be
 * in another project.
 */
export function pinnedTools(locks: Locks, finder: Finder): readonly string[] {
  const pinned = locks.all().filter((lock) => isRelevant(lock, finder));
  return pinned.map(({ id }) => id);
}

function isRelevant(named: NamedLock, finder: Finder): boolean {
  try {
    if (SPACES.some((space) => finder.locate(named.id, space) !== null)) return true;
    return !mayBeElsewhere(named.space, readLock(named).lock.chain[0]?.space ?? null);
  } catch (error) {
    // An unreadable lock counts, so that its fault is reported when the tool is judged.
    if (error instanceof Refusal) return true;
    throw error;
  }
}
