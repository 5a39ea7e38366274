/**
 * Tests a definition on sample files: all its assertions are judged, even after a failure. A sample is read as in a run, so one without a known
 * extension is not judged. The definition is tried alone: without its parent, and regardless of its validity period.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { ParseWarning } from '#core/parsed';
import { version } from '#installation/paths';
import type { Definition } from '../define/definition.ts';
import { formatsFor } from '../formats.ts';
import { questionOf } from './question.ts';
import { askFingerprints, type ThreadAnswer, type ThreadSettings } from './threads.ts';

export interface Sample {
  /** The name as shown to the user. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** The fields of the `fingerprint` object of a record that are shown. */
export interface JudgedSample extends JsonObject {
  readonly matched: boolean;
  readonly reason: string | null;
  readonly assertions: readonly (JsonObject & {
    readonly name: string;
    readonly passed: boolean;
    readonly severity?: string;
    readonly detail: string;
  })[];
  readonly extracted: JsonObject | null;
  readonly content_hash: string | null;
}

export interface TestedSample {
  readonly name: string;
  /** Null if it was not judged; `error` says why. Otherwise `error` says what could not be read. */
  readonly fingerprint: JudgedSample | null;
  readonly error: string | null;
}

export async function testSamples(
  definition: Definition,
  samples: readonly Sample[],
  settings: ThreadSettings & { readonly at: number },
): Promise<readonly TestedSample[]> {
  const tested: TestedSample[] = [];
  const asked = samples.map((sample) => ({ sample, formats: formatsFor(null, sample.path, [definition.format]) }));
  let next = 0;
  await askFingerprints(
    { fingerprints: [definition], at: settings.at, diagnose: true, isAlone: true },
    settings,
    () => {
      const one = asked[next++];
      if (one === undefined) return undefined;
      const { sample, formats } = one;
      const question = questionOf(sample.path, formats);
      if (formats.length > 0) return { question, weight: 1 };
      const error = `by its name it is not read as ${definition.format}`;
      return { question, weight: 0, known: { kind: 'unread', error, isMissing: false } };
    },
    (answer) => tested.push({ name: (samples[tested.length] as Sample).name, ...shownAnswer(answer) }),
  );
  return tested;
}

export function testDocument(
  { id, version: fingerprint_version }: Definition,
  tested: readonly TestedSample[],
  { definition, outcome }: { readonly definition: string; readonly outcome: string },
): JsonObject {
  return {
    definition,
    fingerprint_id: id,
    fingerprint_version,
    outcome,
    samples: tested.map(({ name, fingerprint, error }) => ({ error, fingerprint, path: name })),
    tool_versions: { fingerprint: version },
    version: 'fingerprint-test.v0',
  };
}

function warningText(warnings: readonly ParseWarning[]): string | null {
  return warnings.length === 0 ? null : warnings.map(({ message }) => message).join('; ');
}

function shownAnswer(answer: ThreadAnswer): Omit<TestedSample, 'name'> {
  switch (answer.kind) {
    case 'judged':
      if (answer.fingerprint === null) return { fingerprint: null, error: 'no assertion was judged' };
      return { fingerprint: parseJson(encodeUtf8(answer.fingerprint)) as JudgedSample, error: warningText(answer.warnings ?? []) };
    case 'unparsed':
      return { fingerprint: null, error: `cannot parse ${answer.format.toUpperCase()}: ${answer.error}` };
    case 'changed':
      return { fingerprint: null, error: 'changed while it was read' };
    case 'unread':
    case 'ended':
      return { fingerprint: null, error: answer.error };
    default:
      return answer satisfies never;
  }
}
