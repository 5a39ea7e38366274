/**
 * How often a test repeats a random trial: a few times, so that the suite takes minutes, or many times, as every night.
 *
 *     trials(8, 24)                        8 kills
 *     fc.assert(property, runs(3000))      150 random cases, the same in every run
 *     places(1000, 5)                      0, 5, 10, …: every fifth place
 *     some(rows, 2)                        every second row of a table
 *     CUSTODY_TRIALS=many npm test         24, and 30,000 new ones each time, and every place
 *
 * A few are enough to find a broken rule: a test that must hit a certain moment repeats until it has done so.
 */
export const isMany = process.env['CUSTODY_TRIALS'] === 'many';

export function trials<T>(few: T, many: T): T {
  return isMany ? many : few;
}

export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: trials(Math.ceil(count / 20), count * 10) };
}

/** Every `step`th of so many places, from another start in each turn. */
export function places(length: number, step: number, turn = 0): readonly number[] {
  const wide = trials(Math.max(1, Math.floor(step)), 1);
  return Array.from({ length }, (_, at) => at).filter((at) => at % wide === Math.floor(turn * wide * 0.618) % wide);
}

/** Of rows that show one rule in several places, every `step`th, from another start in each turn. */
export function some<T>(rows: readonly T[], step: number, turn = 0): readonly T[] {
  return rows.filter((_, index) => trials(index % step === turn % step, true));
}

/** The timeout of tests that take longer with more runs. */
export const LONG_TIMEOUT = { timeout: trials(300_000, 1_800_000) };
