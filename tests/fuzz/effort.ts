/**
 * How hard the properties are tried. The default fits a test run; more is asked for by hand:
 *
 *     CUSTODY_FUZZ=50 npx vitest run tests/fuzz
 */
const FACTOR = Math.max(1, Number(process.env['CUSTODY_FUZZ'] ?? '1'));

export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.round(count * FACTOR) };
}

/** For tests that take longer with more runs. */
export const PATIENCE = { timeout: 60_000 * FACTOR };
