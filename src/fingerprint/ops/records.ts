/**
 * The third part of `vacuum | hash | fingerprint | lock`: reads records and passes them on with the fingerprints of their files, in the same
 * order.
 *
 *     const { isAllMatched } = await fingerprintRecords(source, { asked, cwd: '/data', version: '0.1.0', … }, (line) => …);
 *
 * The first records are all validated before a file is read or a record is passed on; a refusal among them is thrown immediately. A later refusal
 * is thrown after all records before it have been passed on (V1).
 */
import { isAbsolute } from 'node:path';
import { lazy } from '#core/lazy';
import type { Format } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import {
  type FingerprintInput,
  type FingerprintOutcome,
  formatFingerprinted,
  parseFingerprintInput,
  parseWarning,
  uncertainWarning,
  unreadWarning,
} from '#stream/fingerprint';
import { badFingerprintInput } from '#stream/fingerprint-refusals';
import { openRecordQueue } from '#stream/ops/record-queue';
import type { Warning } from '#stream/warnings';
import type { WeightedQuestion } from '#threads/supervised-pool';
import type { Candidate } from '../candidate.ts';
import { formatsFor } from '../formats.ts';
import type { FileAnswer, FileQuestion } from './question.ts';
import { askFingerprints, type ThreadAnswer, type ThreadSettings } from './threads.ts';

export interface Fingerprinting extends ThreadSettings {
  readonly asked: readonly Candidate[];
  /** The folder where relative paths start. */
  readonly cwd: string;
  /** Written into `tool_versions`. */
  readonly version: string;
  /** Milliseconds since 1970, for definitions with a validity period. */
  readonly at: number;
  readonly diagnose: boolean;
  /** `isSkipped` is false for a file that was recognised but could not be read completely. */
  readonly onFailure?: (path: string, error: string, isSkipped: boolean) => void;
}

/** Lines are passed on without a newline. Files that were skipped upstream do not change the outcome. */
export async function fingerprintRecords(
  source: ByteSource,
  options: Fingerprinting,
  onLine: (line: string) => void,
): Promise<{ readonly isAllMatched: boolean }> {
  const { asked, at, diagnose, cwd, version } = options;
  // The queue is opened by the first question, so that a thread starts in the meantime.
  const queue = lazy(() => openRecordQueue(source, { parse: parseFingerprintInput, badInput: badFingerprintInput }));
  const formats = asked.map(({ format }) => format);
  const atWork: { readonly record: FingerprintInput; readonly formats: readonly Format[] }[] = [];
  let isAllMatched = true;
  const next = (): WeightedQuestion<FileQuestion, FileAnswer> | undefined => {
    const record = queue().next();
    if (record === undefined) return undefined;
    const asking = questionFor(record, { cwd, formats });
    atWork.push({ record, formats: asking.question.formats });
    return asking;
  };
  const deliver = (answer: ThreadAnswer): void => {
    const { record, formats: tried } = atWork.shift() as (typeof atWork)[number];
    queue().release(record);
    const outcome = outcomeOf(record, answer, tried);
    const warnings = outcome.kind === 'failed' ? [outcome.warning] : outcome.kind === 'judged' ? (outcome.warnings ?? []) : [];
    for (const warning of warnings) options.onFailure?.(record.path, describe(warning), outcome.kind === 'failed');
    if (outcome.kind !== 'skipped upstream' && !(answer.kind === 'judged' && answer.isMatched)) isAllMatched = false;
    onLine(formatFingerprinted(record, outcome, version));
  };
  do await askFingerprints({ fingerprints: asked, at, diagnose, isAlone: false }, options, next, deliver);
  while (!queue().hasEnded());
  const refusal = queue().refusal();
  if (refusal !== null) throw refusal;
  return { isAllMatched };
}

const UNTRIED: FileAnswer = { kind: 'judged', fingerprint: null, isMatched: false, bytesHash: null };

/** A file that no requested fingerprint can recognise is not opened. */
function questionFor(
  record: FingerprintInput,
  { cwd, formats: wanted }: { readonly cwd: string; readonly formats: readonly Format[] },
): WeightedQuestion<FileQuestion, FileAnswer> {
  const { extension, isSkipped, size, bytesHash } = record;
  const path = isAbsolute(record.path) || record.path === '' ? record.path : `${cwd}/${record.path}`;
  const formats = isSkipped ? [] : formatsFor(extension, record.path, wanted);
  const question: FileQuestion = { path, formats, size, bytesHash, mustMatch: true, confine: null, only: null };
  if (formats.length === 0) return { question, weight: 0, known: UNTRIED };
  if (path.includes('\0')) return { question, weight: 0, known: { kind: 'unread', error: 'No path may hold a NUL', isMissing: false } };
  return { question, weight: size ?? 0 };
}

function outcomeOf(record: FingerprintInput, answer: ThreadAnswer, tried: readonly Format[]): FingerprintOutcome {
  if (record.isSkipped) return { kind: 'skipped upstream' };
  const { name } = record;
  switch (answer.kind) {
    case 'judged':
      return {
        kind: 'judged',
        fingerprint: answer.fingerprint,
        warnings: (answer.warnings ?? []).map((warning) => uncertainWarning(name, warning)),
      };
    case 'unread':
      return { kind: 'failed', warning: unreadWarning(name, answer.error) };
    case 'changed':
      return { kind: 'failed', warning: unreadWarning(name, changedSinceHash(record, answer.found)) };
    case 'unparsed':
      return { kind: 'failed', warning: parseWarning(name, answer.format, answer.error) };
    case 'ended':
      return { kind: 'failed', warning: parseWarning(name, tried.join(' or '), answer.error) };
    default:
      return answer satisfies never;
  }
}

function changedSinceHash({ size, bytesHash }: FingerprintInput, found: string): string {
  const expected = found.includes(':') ? bytesHash : `${size} bytes`;
  return `CHANGED_SINCE_HASH: expected ${expected}, found ${found}`;
}

function describe({ code, message, detail }: Warning): string {
  const { error } = detail;
  return code === 'E_IO' && typeof error === 'string' ? error : message;
}
