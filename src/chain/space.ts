/**
 * The three spaces of tools, the nearest first. A tool may depend on tools of its own space and of the spaces after it, never on one before it.
 *
 *     searchOrder('project')     ['project', 'user', 'system']
 *     searchOrder('system')      ['system']
 */
export type Space = 'project' | 'user' | 'system';

export const SPACES: readonly Space[] = ['project', 'user', 'system'];

export function searchOrder(context: Space): readonly Space[] {
  return SPACES.slice(SPACES.indexOf(context));
}

/** Parses the name in a lock; `system:<bundle>` is the system (K1). */
export function parseSpace(text: string): Space | null {
  if (text === 'system' || /^system:./.test(text)) return 'system';
  return text === 'project' || text === 'user' ? text : null;
}
