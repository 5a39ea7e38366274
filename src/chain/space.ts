/**
 * The three spaces tools lie in, the nearest first. What is found in one space may rest on it and on those after it, never on one before:
 * a lower space never sees a higher one.
 *
 *     searchOrder('project')     ['project', 'user', 'system']
 *     searchOrder('system')      ['system']
 */
export type Space = 'project' | 'user' | 'system';

export const SPACES: readonly Space[] = ['project', 'user', 'system'];

export function searchOrder(context: Space): readonly Space[] {
  return SPACES.slice(SPACES.indexOf(context));
}

/** As a lock names it; `system:<bundle>` is the system (K1). */
export function parseSpace(text: string): Space | null {
  if (text === 'system' || /^system:./.test(text)) return 'system';
  return text === 'project' || text === 'user' ? text : null;
}
