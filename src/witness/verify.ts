/**
 * Verifies a ledger (W5): every id is recomputed, every `prev` is checked, and every line is counted. A line is intact or has one finding,
 * the most serious one.
 *
 *     verify(lines, newHasher)   { lines: 3, intact: 2, findings: [{ line: 2, reason: 'EDITED', expected, actual }], last }
 *
 * A ledger cannot show that lines are missing at its end, or that all of it was rewritten. For this, `last` can be stored elsewhere and
 * compared later with `expect`.
 */
import { Cursor, NEEDS_MORE } from '#core/json/cursor';
import { passValue } from '#core/json/skip-or-copy';
import type { NewHasher } from '#core/ports';
import { type Reused, readNow } from '#core/reused';
import { type Break, type Chain, createChain } from './chain.ts';
import { findProblem, hashId } from './document.ts';
import { idOf, lineReader, type RecordLine } from './line.ts';

/** A line as it is on disk, without its newline. It is valid until the next line is requested. */
export interface RawLine {
  readonly bytes: Reused<Uint8Array>;
  /** Whether a newline follows. */
  readonly isEnded: boolean;
  /** True if the line is too long to read; `bytes` is then empty. */
  readonly isTooLong: boolean;
}

export type Fault =
  | { readonly reason: 'TORN'; readonly error: string }
  | { readonly reason: 'UNREADABLE'; readonly error: string }
  | { readonly reason: 'EDITED'; readonly expected: string; readonly actual: string }
  | { readonly reason: 'NOT_CANONICAL'; readonly error: string }
  | { readonly reason: 'MALFORMED'; readonly error: string };

export type Finding = { readonly line: number } & (Fault | Break);

export interface WitnessVerdict {
  /** The sum of `intact` and the number of findings. */
  readonly lines: number;
  readonly intact: number;
  readonly findings: readonly Finding[];
  /** The last record that can be read, whatever its faults. */
  readonly last: { readonly line: number; readonly id: string } | null;
  /** The line of the expected record, or null if it is not in the ledger. Absent if no record was expected. */
  readonly expected?: { readonly id: string; readonly line: number | null };
}

/** `expect` is the id of a record that must be in the ledger, for example an earlier `last`. */
export function verify(lines: Iterable<RawLine>, newHasher: NewHasher, expect?: string): WitnessVerdict {
  const chain = createChain();
  const read = lineReader();
  const findings: Finding[] = [];
  let line = 0;
  let last: WitnessVerdict['last'] = null;
  let expectedLine: number | null = null;
  for (const raw of lines) {
    line++;
    const record = raw.isTooLong ? TOO_LONG : read(readNow(raw.bytes));
    const id = idOf(record);
    if (id !== null) last = { line, id };
    if (id !== null && id === expect) expectedLine ??= line;
    const finding =
      record.kind === 'record' ? judge(record, id, { line, isEnded: raw.isEnded, chain, newHasher }) : judgeUnreadable(raw, record.error);
    if (finding !== null) findings.push({ line, ...finding });
  }
  const verdict = { lines: line, intact: line - findings.length, findings, last };
  return expect === undefined ? verdict : { ...verdict, expected: { id: expect, line: expectedLine } };
}

const TOO_LONG = { kind: 'unreadable', error: 'line too long' } as const;

interface Place {
  readonly line: number;
  readonly isEnded: boolean;
  readonly chain: Chain;
  readonly newHasher: NewHasher;
}

function judge(record: RecordLine, id: string | null, { line, isEnded, chain, newHasher }: Place): Fault | Break | null {
  if (id === null) return { reason: 'MALFORMED', error: 'missing id' };
  const prev = record.get('prev');
  const computed = hashId(record.unsealed(), newHasher);
  const fault = findFault(record, id, { computed, isEnded });
  if (fault === null) return chain.add(line, id, prev as string | null);
  chain.addFaulty(line, computed === id ? [id] : [id, computed], typeof prev === 'string' || prev === null ? prev : undefined);
  return fault;
}

function findFault(record: RecordLine, id: string, { computed, isEnded }: { computed: string; isEnded: boolean }): Fault | null {
  if (computed !== id) return { reason: 'EDITED', expected: id, actual: computed };
  if (!record.isCanonical()) return { reason: 'NOT_CANONICAL', error: 'not in canonical form' };
  if (!isEnded) return { reason: 'TORN', error: 'no newline at the end' };
  const problem = findProblem(record.get);
  return problem === null ? null : { reason: 'MALFORMED', error: problem };
}

function judgeUnreadable(raw: RawLine, error: string): Fault {
  return { reason: !raw.isEnded || isCutShort(readNow(raw.bytes)) ? 'TORN' : 'UNREADABLE', error };
}

/** Whether more bytes could have completed the JSON. Then the write was cut off, and the next writer ended the line with a newline. */
function isCutShort(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    passValue(new Cursor(bytes, 0, bytes.length, true), 0, null);
    return false;
  } catch (error) {
    return error === NEEDS_MORE;
  }
}
