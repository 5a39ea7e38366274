/**
 * How often a test tries its luck: a few times, so that the suite takes minutes, or many times, as every night.
 *
 *     trials(8, 24)                        8 kills
 *     fc.assert(property, runs(3000))      1000 random cases, the same in every run
 *     CUSTODY_TRIALS=many npm test         24, and 30,000 new ones each time
 *
 * A few are enough for the rule to be broken in a test: what has to be hit at a certain moment is tried until it was.
 */
export const isMany = process.env['CUSTODY_TRIALS'] === 'many';

export function trials(few: number, many: number): number {
  return isMany ? many : few;
}

export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: trials(Math.ceil(count / 3), count * 10) };
}

/** For tests that take longer with more runs. */
export const PATIENCE = { timeout: trials(60_000, 1_800_000) };
