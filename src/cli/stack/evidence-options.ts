/** What `verify` and `explain` compare a lock with, from the command line: the tree by default, or stores instead of it. */
import { isWritableInstant, parseInstant } from '#core/time';
import type { EvidenceRequest } from '#stack/ops/evidence/evidence';
import type { LockFile } from '#stack/ops/lock-file';
import { type Invocation, UsageError } from '../command.ts';
import { namedStores, prefixOf } from './artifact-stores.ts';

export function evidenceRequest(invocation: Invocation, given: string, lock: LockFile): EvidenceRequest {
  const { value, values, context } = invocation;
  return {
    lock,
    given,
    root: value('--root') ?? null,
    zone: value('--zone') ?? null,
    store: values('--store').length === 0 ? null : namedStores(invocation),
    cwd: context.cwd,
    prefix: prefixOf(invocation),
  };
}

export function requireOneKind({ value, values }: Invocation): void {
  const tree = ['--root', '--zone'].find((flag) => value(flag) !== undefined);
  if (tree !== undefined && values('--store').length > 0) throw new UsageError(`expected either ${tree} or --store, found both`);
}

/** `--at lock`: the time when the lock was made. */
export const AT_LOCK = 'lock';

/** Milliseconds, or `lock` for the time when the lock was made; null without the option. */
export function requestedTime(invocation: Invocation): number | typeof AT_LOCK | null {
  return invocation.value('--at') === AT_LOCK ? AT_LOCK : requestedInstant(invocation, 'now or lock');
}

/** Milliseconds; null without the option. `others` are the words that are accepted instead of a timestamp. */
export function requestedInstant(invocation: Invocation, others: string): number | null {
  const typed = invocation.value('--at');
  if (typed === undefined) return null;
  if (typed === 'now') return presentTime(invocation);
  const instant = parseInstant(typed);
  if (instant === null || !isWritableInstant(instant))
    throw new UsageError(`--at needs an RFC 3339 timestamp such as 2026-01-15T10:30:00Z, ${others}, found '${typed}'`);
  return instant;
}

/** The current time in whole seconds, as it is printed. */
export function presentTime({ context }: Invocation): number {
  return Math.floor(context.now().getTime() / 1000) * 1000;
}
