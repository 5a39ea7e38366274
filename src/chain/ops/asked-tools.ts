/**
 * The tools that locks remember, for `chain verify --all`: one that is gone, or lies in another space now, is judged too. Where a tool is in no
 * space at all, its lock outside the project counts only if the tool was outside the project too: a user has one folder of locks for all
 * projects, and what is not in this one may be in another.
 */

import { Refusal } from '#core/refusal';
import { mayBeElsewhere } from '../list.ts';
import type { Finder } from '../resolve.ts';
import { SPACES } from '../space.ts';
import { type Locks, type NamedLock, readLock } from './lockfiles.ts';

export function rememberedTools(locks: Locks, finder: Finder): readonly string[] {
  const remembered = locks.all().filter((lock) => isConcerned(lock, finder));
  return remembered.map(({ id }) => id);
}

function isConcerned(named: NamedLock, finder: Finder): boolean {
  try {
    if (SPACES.some((space) => finder.locate(named.id, space) !== null)) return true;
    return !mayBeElsewhere(named.space, readLock(named).lock.chain[0]?.space ?? null);
  } catch (error) {
    // Judged by its id, it says itself what is wrong with it.
    if (error instanceof Refusal) return true;
    throw error;
  }
}
