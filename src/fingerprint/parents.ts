/**
 * Finds the parents and children among the requested fingerprints. A child is judged if its parent matched. A parent must be requested too, have
 * the same format, and not be its own descendant.
 */
import type { Candidate } from './candidate.ts';
import { type Dialect, readingKey, USUAL_DIALECT } from './dialect.ts';

export interface ChainFault {
  readonly kind: 'orphan' | 'other format' | 'other dialect' | 'cycle';
  readonly childId: string;
  readonly parentId: string;
}

export function chainFaults(asked: readonly Candidate[]): readonly ChainFault[] {
  const byId = new Map(asked.map((candidate) => [candidate.id, candidate]));
  return asked.flatMap((child): readonly ChainFault[] => {
    if (child.parent === null) return [];
    const fault = { childId: child.id, parentId: child.parent };
    const parent = byId.get(child.parent);
    if (parent === undefined) return [{ kind: 'orphan', ...fault }];
    if (parent.format !== child.format) return [{ kind: 'other format', ...fault }];
    if (child.dialect.reading !== null && readingKey(dialectOf(parent, asked)) !== readingKey(child.dialect))
      return [{ kind: 'other dialect', ...fault }];
    return isOwnAncestor(child, byId) ? [{ kind: 'cycle', ...fault }] : [];
  });
}

/** The dialect by which a fingerprint is judged: a child that states none, or not how the file is divided, has that of its parent. */
export function dialectOf({ parent, dialect }: Candidate, asked: readonly Candidate[]): Dialect {
  const above = asked.find(({ id }) => id === parent);
  if (above === undefined || isOwnAncestor(above, new Map(asked.map((one) => [one.id, one])))) return dialect;
  const inherited = dialectOf(above, asked);
  return dialect === USUAL_DIALECT ? inherited : { ...dialect, reading: dialect.reading ?? inherited.reading };
}

export function childrenOf(parent: Candidate, asked: readonly Candidate[]): readonly Candidate[] {
  return asked.filter((candidate) => candidate.parent === parent.id);
}

function isOwnAncestor(candidate: Candidate, byId: ReadonlyMap<string, Candidate>): boolean {
  const seen = new Set<string>();
  for (let id = candidate.parent; id !== null && !seen.has(id); id = byId.get(id)?.parent ?? null) {
    if (id === candidate.id) return true;
    seen.add(id);
  }
  return false;
}
