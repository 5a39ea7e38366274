/**
 * The steps from the profiles of samples to a definition: what they have in common, how it is written, what a second look should answer, and
 * the text.
 *
 *     const inference = beginInference(profiles, { id: 'tape.v1', names: ['tape.csv'], reading });
 *     inference?.finish(found)      { text: 'fingerprint_id: tape.v1\n…', notes: [] }
 */
import { type DecidedTable, decideTable, dialectObject } from './decide.ts';
import { mergeSamples } from './merge.ts';
import type { SampleProfile, SampleReading } from './profile.ts';
import { tableRules, trialQuestion } from './rules.ts';
import type { TrialFound, TrialQuestion } from './trial.ts';
import { mergeNotes, sampleNotes, writeInferred } from './write.ts';

export interface InferOptions {
  readonly id: string;
  readonly reading: SampleReading;
  /** The names of the samples, without their folders. */
  readonly names: readonly string[];
}

export interface Inference {
  /** For the second look at the samples; null if there is nothing to ask. */
  readonly question: TrialQuestion | null;
  /** `found` has the answers of all samples, or is empty if there was no question. */
  finish(found: readonly TrialFound[]): { readonly text: string; readonly notes: readonly string[] };
}

/** No profile has a problem. Returns null if the samples have no column in common. */
export function beginInference(profiles: readonly SampleProfile[], { id, reading, names }: InferOptions): Inference | null {
  const table = mergeSamples(profiles);
  if (table.columns.length === 0) return null;
  const decided = decideTable(table, reading);
  const place = reading.sheet === null ? {} : { sheet: reading.sheet };
  const { delimiter, open } = delimiterOf(profiles, decided, reading);
  const dialect = dialectObject(decided, reading, delimiter);
  const question = trialQuestion(decided, dialect);
  return {
    question: question.ordered.length + question.keyed.length > 0 ? question : null,
    finish(found) {
      const notes = [...sampleNotes(profiles, names, reading), ...mergeNotes(table), ...open, ...decided.open];
      const rules = tableRules(table, decided, { question, found, place });
      return { text: writeInferred({ id, format: reading.format, names, table, decided, dialect, rules, notes, place }), notes };
    },
  };
}

/** A delimiter is stated if every sample has the same one, and a table of several columns shows it. */
function delimiterOf(
  profiles: readonly SampleProfile[],
  { columns }: DecidedTable,
  { csv }: SampleReading,
): { readonly delimiter: string | null; readonly open: readonly string[] } {
  const stated = csv?.delimiter ?? null;
  if (stated !== null) return { delimiter: stated, open: [] };
  const found = new Set(profiles.map(({ delimiter }) => delimiter));
  const [delimiter = null] = found;
  if (found.size > 1) return { delimiter: null, open: ['the delimiter is not stated, because it differs between the samples'] };
  const isShown = columns.length > 1 || profiles.some(({ unnamed, repeated, long }) => unnamed + repeated.length + long > 0);
  return { delimiter: isShown ? delimiter : null, open: [] };
}
