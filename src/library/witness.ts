/**
 * The witness ledger as typed functions.
 *
 *     queryWitness({ tool: 'lock', outcome: 'REFUSAL', limit: 10 })
 *     verifyWitness().outcome
 */

import type { JsonObject } from '#core/json/value';
import { formatInstant } from '#core/time';
import { workingFolder } from '#disk/path/working-folder';
import { newHasher } from '#hashing/hashers';
import { version } from '#installation/paths';
import { processEnv } from '#installation/process-input';
import { draftRecord, type WitnessFields } from '#witness/create';
import { findProblem } from '#witness/document';
import { appendRecord, ledgerPath } from '#witness/ops/append';
import { namesOf } from '#witness/ops/names-of-file';
import { programHash } from '#witness/ops/program-hash';
import { withLinesBackward } from '#witness/ops/snapshot';
import { verifyLedger } from '#witness/ops/verify';
import { parseBound, select, withAllFields } from '#witness/query';
import { verdictReport } from '#witness/report';
import { givenPath } from './given-path.ts';

export interface LedgerSettings {
  /** The path of the ledger; the default is `EPISTEMIC_WITNESS`, or the one in the home folder. */
  readonly ledger?: string;
}

export interface WitnessFilter {
  readonly tool?: string;
  /** A timestamp or a date, inclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly outcome?: string;
  /** A part of the hash of any input. */
  readonly inputHash?: string;
  /** A part of the hash of the output. */
  readonly outputHash?: string;
  /** A part of an id in the record (`lock_hash`, `pack_id`), or of its own id. */
  readonly id?: string;
  /** A path that was read or written, as typed, or its last segments. */
  readonly path?: string;
  /** A file that was read, written or named, identified by its bytes. */
  readonly file?: string;
  readonly limit?: number;
}

/** What a caller states about its own run; the other fields are filled in. */
export type WitnessEntry = Pick<WitnessFields, 'tool' | 'outcome' | 'exit_code' | 'inputs' | 'params' | 'output_hash'> &
  Partial<Pick<WitnessFields, 'version' | 'binary_hash' | 'ts'>>;

/**
 * Appends one record, chained to the last; throws `E_IO` where the ledger cannot be written, and a `RangeError` for a record that would
 * break it.
 */
export function appendWitness(entry: WitnessEntry, settings: LedgerSettings & { readonly sync?: boolean } = {}): void {
  const fields = { version, binary_hash: programHash(), ts: formatInstant(new Date()), ...entry };
  const chained = { ...fields, id: fields.binary_hash, prev: null } as unknown as JsonObject;
  const problem = findProblem((field) => chained[field]);
  if (problem !== null) throw new RangeError(`no witness record: ${problem}`);
  appendRecord(pathOf(settings), draftRecord(fields, newHasher), { sync: settings.sync ?? true });
}

/** Matching records, newest first. */
export function queryWitness(filter: WitnessFilter = {}, settings: LedgerSettings = {}): JsonObject[] {
  const records: JsonObject[] = [];
  const asked = {
    tool: filter.tool ?? null,
    since: boundOf(filter.since, 'since'),
    until: boundOf(filter.until, 'until'),
    outcome: filter.outcome ?? null,
    inputHash: filter.inputHash ?? null,
    outputHash: filter.outputHash ?? null,
    id: filter.id ?? null,
    path: filter.path ?? null,
    file: filter.file === undefined ? null : namesOf(filter.file, givenPath(filter.file).path),
    limit: filter.limit ?? null,
  };
  withLinesBackward(pathOf(settings), (lines) => select(lines, asked, (record) => records.push(withAllFields(record.whole()))));
  return records;
}

/** The newest matching record, or null. */
export function lastWitness(filter: WitnessFilter = {}, settings: LedgerSettings = {}): JsonObject | null {
  return queryWitness({ ...filter, limit: 1 }, settings)[0] ?? null;
}

/**
 * The document of `witness verify --json`; throws `E_NO_LEDGER` where there is no ledger to verify. `expect` is the id of a record that
 * must be in it.
 */
export function verifyWitness(settings: LedgerSettings & { readonly expect?: string } = {}): JsonObject {
  const path = pathOf(settings);
  return verdictReport(path, verifyLedger(path, settings.expect));
}

export function pathOf({ ledger }: LedgerSettings): string {
  return ledger ?? ledgerPath(processEnv(), workingFolder());
}

function boundOf(text: string | undefined, side: 'since' | 'until'): number | null {
  if (text === undefined) return null;
  const instant = parseBound(text, side);
  if (instant === null) throw new RangeError(`${side} is neither a timestamp nor a date: ${text}`);
  return instant;
}
