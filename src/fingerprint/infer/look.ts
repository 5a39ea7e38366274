/**
 * A look at a sample as a fingerprint that every readable file matches, and whose extract is what was seen. So samples are read as every other
 * file: in a thread or a process, within the limits of one file.
 */
import type { JsonObject } from '#core/json/value';
import type { Feed } from '../assert/assertion.ts';
import type { Candidate } from '../candidate.ts';
import { USUAL_DIALECT } from '../dialect.ts';
import { beginProfile, type SampleReading } from './profile.ts';
import { beginTrial, type TrialQuestion } from './trial.ts';

/** The first look at a sample asks nothing, the second one a question. */
export interface Look extends JsonObject {
  readonly reading: SampleReading;
  readonly question: TrialQuestion | null;
}

export interface Looking {
  readonly feeds: readonly Feed[];
  /** Called after the last row. */
  found(): JsonObject;
}

export interface LookingCandidate extends Candidate {
  readonly look: Look;
}

export function lookingCandidate(look: Look): LookingCandidate {
  const { reading, question } = look;
  const { format, csv, headerRow } = reading;
  return {
    id: 'look',
    format,
    version: '0',
    source: 'look',
    crate: 'custody',
    parent: null,
    dialect: { ...USUAL_DIALECT, reading: csv, headerRow },
    validFrom: null,
    validUntil: null,
    asserts: [],
    contentHash: null,
    look,
    begin(scope) {
      const { feeds, found } = question === null ? beginProfile(reading, scope) : beginTrial(reading, question, scope);
      return { feeds, verdicts: () => [], content: () => ({ extracted: found(), contentHash: null }) };
    },
  };
}
