/**
 * How many of those who have a role must agree, and have agreed. A party counts once, however often it signed or is listed.
 *
 *     judgeThreshold({ required: 2, roles: ['producer', 'reviewer', 'auditor'], differ: 'roles' }, parties).isMet
 */
export interface Threshold {
  readonly required: number;
  /** A party counts if it has one of these. */
  readonly roles: readonly string[];
  /** `roles`: those who count must fill as many different roles as they can. `parties`: they need only be different. */
  readonly differ: 'roles' | 'parties';
}

/** A party in one of its roles. */
export interface PartyInRole {
  readonly id: string;
  readonly role: string;
  /** It has agreed in this role, and that is valid. */
  readonly counts: boolean;
}

export interface JudgedThreshold {
  /** All who have one of the roles. */
  readonly participants: ReadonlySet<string>;
  readonly counted: ReadonlySet<string>;
  readonly isMet: boolean;
}

export function judgeThreshold(threshold: Threshold, parties: Iterable<PartyInRole>): JudgedThreshold {
  const { required, roles, differ } = threshold;
  const participants = new Set<string>();
  const filled = new Map<string, Set<string>>();
  for (const { id, role, counts } of parties) {
    if (!roles.includes(role)) continue;
    participants.add(id);
    if (counts) filled.set(id, (filled.get(id) ?? new Set()).add(role));
  }
  const counted = new Set(filled.keys());
  const needed = differ === 'roles' ? Math.min(required, roles.length) : 0;
  return { participants, counted, isMet: counted.size >= required && mostRoles(filled, needed) >= needed };
}

/** How many roles can be given to different parties, up to `enough` (Kuhn's matching). */
function mostRoles(filled: ReadonlyMap<string, ReadonlySet<string>>, enough: number): number {
  const holder = new Map<string, string>();
  const give = (party: string, tried: Set<string>): boolean => {
    for (const role of filled.get(party) ?? []) {
      if (tried.has(role)) continue;
      tried.add(role);
      const before = holder.get(role);
      if (before !== undefined && !give(before, tried)) continue;
      holder.set(role, party);
      return true;
    }
    return false;
  };
  for (const party of filled.keys()) if (holder.size < enough) give(party, new Set());
  return holder.size;
}
