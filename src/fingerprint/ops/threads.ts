/**
 * The worker threads that fingerprint files. Each receives the requested fingerprints, and is terminated if a file takes too long or needs too
 * much memory, so that a hostile file affects only its own record.
 */

import { availableParallelism, totalmem } from 'node:os';
import type { Format } from '#core/parsed';
import { builtFile } from '#installation/paths';
import { askThreads, type SupervisedPoolOptions, ThreadFailure, type WeightedQuestion } from '#threads/supervised-pool';
import type { Candidate } from '../candidate.ts';
import type { Definition } from '../define/definition.ts';
import type { Inspection, InspectionCandidate } from '../infer/inspection.ts';
import { type FileAnswer, type FileQuestion, readAhead, type SentAnswer, unpackAnswer } from './question.ts';
import { mainThreadJudge } from './short-csv.ts';

/** A fingerprint in the form in which it is sent to a thread. */
export type SentFingerprint =
  | { readonly kind: 'built in'; readonly id: string }
  | {
      readonly kind: 'defined';
      readonly canonical: string;
      readonly file: string;
      readonly isInstalled: boolean;
      readonly isAlone: boolean;
    }
  | { readonly kind: 'inspection'; readonly inspection: Inspection };

export interface ThreadData {
  readonly sent: readonly SentFingerprint[];
  readonly at: number;
  readonly diagnose: boolean;
  readonly maxSize: number | null;
}

export interface ThreadSettings {
  readonly threads?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxSize?: number | undefined;
  readonly maxMemoryMb?: number | undefined;
}

export interface Judged {
  readonly fingerprints: readonly Candidate[];
  readonly at: number;
  readonly diagnose: boolean;
  /** True if each is judged alone: without its parent, and regardless of its validity period. */
  readonly isAlone: boolean;
}

/** Their parsers use buffers, which the engine does not bound for a thread. */
const NEEDS_PROCESS: ReadonlySet<Format> = new Set(['parquet', 'pdf', 'xlsx']);
const TIMEOUT_MS = 30_000;
const MEMORY_MB = 1024;

/** If a thread had to be terminated, the answer says why. */
export type ThreadAnswer = FileAnswer | { readonly kind: 'ended'; readonly error: string };

/** Answers come in the order of the questions. */
export async function askFingerprints(
  judged: Judged,
  settings: ThreadSettings,
  next: () => WeightedQuestion<FileQuestion, FileAnswer> | undefined,
  onAnswer: (answer: ThreadAnswer) => void,
): Promise<void> {
  const { fingerprints } = judged;
  const judgeOnMainThread = mainThreadJudge(fingerprints, judged);
  await askThreads<FileQuestion, SentAnswer>(
    poolOptions(judged, settings, startOf(fingerprints, judgeOnMainThread === null)),
    () => {
      const asked = next();
      if (asked === undefined) return undefined;
      return { ...readAhead(asked, judgeOnMainThread), needsProcess: asked.question.formats.some(needsProcess) };
    },
    (_, answer) => onAnswer(answer instanceof ThreadFailure ? { kind: 'ended', error: answer.message } : unpackAnswer(answer)),
  );
}

export function poolOptions(
  { fingerprints, at, diagnose, isAlone }: Judged,
  { threads, timeoutMs, maxSize, maxMemoryMb }: ThreadSettings,
  startsAtOnce: SupervisedPoolOptions['startsAtOnce'],
): SupervisedPoolOptions {
  const sent = fingerprints.map((candidate) => toSend(candidate, isAlone));
  const workerData: ThreadData = { sent, at, diagnose, maxSize: maxSize ?? null };
  return {
    workerFile: builtFile('fingerprint-worker'),
    workerData,
    threads: threads ?? availableParallelism(),
    processFile: builtFile('supervised-process'),
    startsAtOnce,
    timeoutMs: timeoutMs ?? TIMEOUT_MS,
    memoryMb: Math.min(maxMemoryMb ?? MEMORY_MB, machineMb()),
  };
}

export function needsProcess(format: Format): boolean {
  return NEEDS_PROCESS.has(format);
}

/** A short CSV needs neither a thread nor a process. */
function startOf(fingerprints: readonly Candidate[], isAlwaysAsked: boolean): 'thread' | 'process' | null {
  if (fingerprints.every(({ format }) => NEEDS_PROCESS.has(format))) return 'process';
  return isAlwaysAsked || fingerprints.some(({ format }) => format !== 'csv' && !NEEDS_PROCESS.has(format)) ? 'thread' : null;
}

/** A container may have less than its machine; 0 and very large numbers mean that it has not. */
function machineMb(): number {
  const allowed = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), allowed > 0 ? allowed : Number.POSITIVE_INFINITY) / 2 ** 20);
}

function toSend(candidate: Candidate, isAlone: boolean): SentFingerprint {
  if (isInspection(candidate)) return { kind: 'inspection', inspection: candidate.inspection };
  if (!isDefinition(candidate)) return { kind: 'built in', id: candidate.id };
  const { canonical, source, crate } = candidate;
  return { kind: 'defined', canonical, file: crate.slice(crate.indexOf(':') + 1), isInstalled: source.startsWith('installed:'), isAlone };
}

function isInspection(candidate: Candidate): candidate is InspectionCandidate {
  return 'inspection' in candidate;
}

function isDefinition(candidate: Candidate): candidate is Definition {
  return 'canonical' in candidate;
}
