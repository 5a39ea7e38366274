/** Asks the threads that fingerprint files to compare two versions of a file. The same limits apply as for judging one. */
import type { Comparison } from '#core/comparison';
import { askThreads, ThreadFailure } from '#threads/supervised-pool';
import type { Candidate } from '../candidate.ts';
import { needsProcess, poolOptions, type ThreadSettings } from './threads.ts';

export interface VersionsQuestion {
  readonly old: FileVersion;
  readonly now: FileVersion;
  /** The index of the fingerprint. */
  readonly fingerprint: number;
  /** How many differences are named. */
  readonly most: number;
}

/** A file that must have these bytes. */
export interface FileVersion {
  /** Absolute path. */
  readonly path: string;
  readonly size: number | null;
  readonly bytesHash: string;
  readonly confine: string | null;
}

export type VersionsAnswer =
  | { readonly kind: 'compared'; readonly comparison: Comparison }
  | { readonly kind: 'not compared'; readonly detail: string };

/** Answers come in the order of the questions. */
export async function askComparisons(
  fingerprints: readonly Candidate[],
  settings: ThreadSettings,
  questions: readonly VersionsQuestion[],
  onAnswer: (answer: VersionsAnswer) => void,
): Promise<void> {
  let next = 0;
  await askThreads<VersionsQuestion, VersionsAnswer>(
    poolOptions({ fingerprints, at: 0, diagnose: false, isAlone: true }, settings, null),
    () => {
      const question = questions[next++];
      if (question === undefined) return undefined;
      const { format } = fingerprints[question.fingerprint] as Candidate;
      return { question, weight: question.old.size ?? 0, needsProcess: needsProcess(format) };
    },
    (_, answer) => onAnswer(answer instanceof ThreadFailure ? { kind: 'not compared', detail: answer.message } : answer),
  );
}
