/** What `verify` and `explain` hold a lock against, as it is typed: the tree by default, or stores instead of one. */
import { isWritableInstant, parseInstant } from '#core/time';
import type { EvidenceAsked } from '#verbs/stack-evidence';
import type { LockFile } from '#verbs/stack-lock-file';
import { type Invocation, UsageError } from '../command.ts';
import { namedStores, prefixOf } from './artifact-stores.ts';

export function evidenceAsked(invocation: Invocation, given: string, lock: LockFile): EvidenceAsked {
  const { value, values, world } = invocation;
  return {
    lock,
    given,
    root: value('--root') ?? null,
    zone: value('--zone') ?? null,
    store: values('--store').length === 0 ? null : namedStores(invocation),
    cwd: world.cwd,
    prefix: prefixOf(invocation),
  };
}

export function requireOneKind({ value, values }: Invocation): void {
  const tree = ['--root', '--zone'].find((flag) => value(flag) !== undefined);
  if (tree !== undefined && values('--store').length > 0) throw new UsageError(`expected either ${tree} or --store, found both`);
}

/** Milliseconds, or null where none was typed. */
export function timeAsked({ value }: Invocation): number | null {
  const typed = value('--at');
  if (typed === undefined) return null;
  const instant = parseInstant(typed);
  if (instant === null || !isWritableInstant(instant))
    throw new UsageError(`--at needs an RFC 3339 timestamp such as 2026-01-15T10:30:00Z, found '${typed}'`);
  return instant;
}
