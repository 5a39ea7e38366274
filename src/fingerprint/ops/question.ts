/** The question about a file that a thread answers, and the answers that need no thread. */
import type { Packing } from '#codecs/packed/unpack';
import { algorithmOf, type Digest } from '#core/digest';
import type { Format, ParseWarning } from '#core/parsed';
import type { Algorithm } from '#core/ports';
import { type Reused, readNow } from '#core/reused';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { type HashedFile, openHashedFile, SHORT, WrongSize } from '#hashing/hash-while-parsing';
import type { WeightedQuestion } from '#threads/supervised-pool';

export interface FileQuestion {
  /** Absolute path. */
  readonly path: string;
  readonly formats: readonly Format[];
  /** The expected size; null if any size is accepted. */
  readonly size: number | null;
  /** The hash as in the record. */
  readonly bytesHash: string;
  /** False if the file is judged even if its hash differs. */
  readonly mustMatch: boolean;
  readonly confine: string | null;
  /** The indexes of the fingerprints to judge; null for all of them. */
  readonly only: readonly number[] | null;
  /** Present if the file is compressed and its content is judged. */
  readonly packing?: Packing;
  /** The bytes of the file and their hash, if they were read before (`readAhead`). */
  readonly held?: { readonly bytes: Uint8Array; readonly hex: string };
}

/** The question about a file whose hash and size nobody knows. */
export function questionOf(path: string, formats: readonly Format[]): FileQuestion {
  return { path, formats, size: null, bytesHash: 'blake3:', mustMatch: false, confine: null, only: null };
}

export type FileAnswer =
  | {
      readonly kind: 'judged';
      /** The canonical text of the fingerprint; null if none was tried. */
      readonly fingerprint: string | null;
      /** True if the fingerprint and, at each level, exactly one child matched. */
      readonly isMatched: boolean;
      /** Null if the hash must be that of the question. */
      readonly bytesHash: Digest | null;
      /** What makes the content uncertain; absent if nothing does. */
      readonly warnings?: readonly ParseWarning[];
    }
  | { readonly kind: 'unread'; readonly error: string; readonly isMissing: boolean }
  | { readonly kind: 'changed'; readonly found: string }
  | { readonly kind: 'unparsed'; readonly format: Format; readonly error: string };

/** Answers from the bytes without a thread; null if a thread must be asked. */
export type MainThreadJudge = (question: FileQuestion, bytes: Uint8Array) => FileAnswer | null;

/**
 * Reads a short file in advance. Returns the question with its bytes, or with the answer if the file cannot be read, its hash differs, or it can
 * be answered directly. Reading is safe, so the main thread does it while worker threads parse earlier files.
 */
export function readAhead(
  asked: WeightedQuestion<FileQuestion, FileAnswer>,
  judgeOnMainThread: MainThreadJudge | null,
): WeightedQuestion<FileQuestion, FileAnswer> {
  const { question, known } = asked;
  if (known !== undefined || question.size === null || question.size > SHORT || !question.mustMatch) return asked;
  try {
    const file = openFile(question);
    const bytes = readNow(file.bytes as Reused<Uint8Array>);
    const hex = file.pass().end();
    const bytesHash = `${algorithmOf(question.bytesHash)}:${hex}`;
    if (bytesHash !== question.bytesHash) return { ...asked, known: { kind: 'changed', found: bytesHash } };
    const answer = judgeOnMainThread?.(question, bytes) ?? null;
    if (answer !== null) return { ...asked, known: answer };
    return { ...asked, question: { ...question, held: { bytes: kept(bytes), hex } } };
  } catch (error) {
    return { ...asked, known: failureOf(error) };
  }
}

export function openFile({ path, size, bytesHash, mustMatch, confine }: FileQuestion, onProgress?: () => void): HashedFile {
  const algorithm = algorithmOf(bytesHash) as Algorithm;
  return openHashedFile(path, { algorithm, expectedSize: mustMatch ? size : null, confine, onProgress });
}

/** Converts an error of the system or of the file into an answer; any other error is rethrown. */
export function failureOf(error: unknown): FileAnswer {
  if (error instanceof WrongSize) return { kind: 'changed', found: `${error.size} bytes` };
  if (errorCode(error) === undefined) throw error;
  return { kind: 'unread', error: osText(error), isMissing: isMissing(error) };
}

/** Many short files share one buffer, so that one message to a thread copies them together. */
const SLAB = 1 << 17;
let slab = new Uint8Array(0);
let taken = 0;

function kept(bytes: Uint8Array): Uint8Array {
  if (taken + bytes.length > slab.length) [slab, taken] = [new Uint8Array(SLAB), 0];
  slab.set(bytes, taken);
  taken += bytes.length;
  return slab.subarray(taken - bytes.length, taken);
}

/**
 * An answer as sent between threads. The usual answer is a single text, because transferring thousands of small objects costs as much as parsing.
 *
 *     packAnswer({ kind: 'judged', fingerprint: '{…}', isMatched: true, bytesHash: null })     +{…}
 */
export type SentAnswer = FileAnswer | string;

export function packAnswer(answer: FileAnswer): SentAnswer {
  if (answer.kind !== 'judged' || answer.fingerprint === null || answer.bytesHash !== null || answer.warnings !== undefined) return answer;
  return `${answer.isMatched ? '+' : '-'}${answer.fingerprint}`;
}

export function unpackAnswer(sent: SentAnswer): FileAnswer {
  if (typeof sent !== 'string') return sent;
  return { kind: 'judged', fingerprint: sent.slice(1), isMatched: sent.startsWith('+'), bytesHash: null };
}
