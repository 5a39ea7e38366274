/** The members of evidence with what the verdict says of each. */
import type { MemberTable } from '../../engine/messages.ts';
import type { VerdictDocument } from '../verdict.ts';

export const STATES = ['verified', 'failed', 'skipped'] as const;
export const STATE_TEXTS = ['verified', 'failed', 'not checked'] as const;

export interface Members extends MemberTable {
  /** The index of each in `STATES`. */
  readonly states: Uint8Array;
}

const SKIPS = new Set(['IO_ERROR', 'NOT_CHECKED']);

/** A member without a finding is verified, if any was: a page leaves none out by choice. Otherwise none was read. */
export function withStates(table: MemberTable, { coverage, findings }: VerdictDocument): Members {
  const states = new Uint8Array(table.paths.length).fill(coverage.verified > 0 ? 0 : 2);
  const codes = new Map(findings.flatMap(({ path, code }) => (path === null ? [] : [[path, code] as const])));
  if (codes.size > 0)
    table.paths.forEach((path, index) => {
      const code = codes.get(path);
      if (code !== undefined) states[index] = SKIPS.has(code) ? 2 : 1;
    });
  return { ...table, states };
}
