/**
 * How often a test repeats a random trial: a few times, so that the suite takes minutes, or many times, as every night.
 *
 *     trials(8, 24)                        8 kills
 *     fc.assert(property, runs(3000))      1000 random cases, the same in every run
 *     CUSTODY_TRIALS=many npm test         24, and 30,000 new ones each time
 *
 * A few are enough to find a broken rule: a test that must hit a certain moment repeats until it has done so.
 */
export const isMany = process.env['CUSTODY_TRIALS'] === 'many';

export function trials(few: number, many: number): number {
  return isMany ? many : few;
}

export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: trials(Math.ceil(count / 3), count * 10) };
}

/** The timeout of tests that take longer with more runs. */
export const PATIENCE = { timeout: trials(60_000, 1_800_000) };
