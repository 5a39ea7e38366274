/**
 * A look at a sample as a fingerprint that every readable file matches, and whose extract is what was seen. So samples are read as every other
 * file: in a thread or a process, within the limits of one file.
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Feed, Scope } from '../assert/assertion.ts';
import type { Candidate } from '../candidate.ts';
import { USUAL_DIALECT } from '../dialect.ts';
import { isTree } from '../formats.ts';
import { beginProfile, type SampleReading } from './profile.ts';
import { beginTreeProfile } from './tree-profile.ts';
import { beginTrial, type TrialQuestion } from './trial.ts';

/** The first look at a sample asks nothing, the second one a question. */
export interface Look extends JsonObject {
  readonly reading: SampleReading;
  readonly question: TrialQuestion | null;
}

export interface Looking {
  readonly feeds: readonly Feed[];
  /** json, jsonl: called with every value. */
  readonly onValue?: (value: JsonValue) => void;
  /** Called after the last row or value. */
  found(): JsonObject;
}

export interface LookingCandidate extends Candidate {
  readonly look: Look;
}

export function lookingCandidate(look: Look): LookingCandidate {
  const { format, csv, headerRow } = look.reading;
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
      const { found, ...feeding } = beginLooking(look, scope);
      return { ...feeding, verdicts: () => [], content: () => ({ extracted: found(), contentHash: null }) };
    },
  };
}

function beginLooking({ reading, question }: Look, scope: Scope): Looking {
  if (isTree(reading.format)) return beginTreeProfile();
  return question === null ? beginProfile(reading, scope) : beginTrial(reading, question, scope);
}
