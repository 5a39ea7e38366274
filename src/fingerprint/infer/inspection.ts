/**
 * An inspection of a sample: a fingerprint that every readable file matches, and whose extract is what was seen. So samples are read as every other
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

/** The first inspection of a sample asks nothing, the second one a question. */
export interface Inspection extends JsonObject {
  readonly reading: SampleReading;
  readonly question: TrialQuestion | null;
}

export interface InspectionRun {
  readonly feeds: readonly Feed[];
  /** json, jsonl: called with every value. */
  readonly onValue?: (value: JsonValue) => void;
  /** Called after the last row or value. */
  found(): JsonObject;
}

export interface InspectionCandidate extends Candidate {
  readonly inspection: Inspection;
}

export function inspectionCandidate(inspection: Inspection): InspectionCandidate {
  const { format, csv, headerRow } = inspection.reading;
  return {
    id: 'inspection',
    format,
    version: '0',
    source: 'inspection',
    crate: 'custody',
    parent: null,
    dialect: { ...USUAL_DIALECT, reading: csv, headerRow },
    validFrom: null,
    validUntil: null,
    asserts: [],
    contentHash: null,
    inspection,
    begin(scope) {
      const { found, ...feeding } = beginInspection(inspection, scope);
      return { ...feeding, verdicts: () => [], content: () => ({ extracted: found(), contentHash: null }) };
    },
  };
}

function beginInspection({ reading, question }: Inspection, scope: Scope): InspectionRun {
  if (isTree(reading.format)) return beginTreeProfile();
  return question === null ? beginProfile(reading, scope) : beginTrial(reading, question, scope);
}
