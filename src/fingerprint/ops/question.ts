/** What is asked of a file, and what can be answered by reading it alone. */
import { algorithmOf, type Digest } from '#core/digest';
import { borrow, type Lent } from '#core/lent';
import type { Format } from '#core/parsed';
import type { Algorithm } from '#core/ports';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { type HashedFile, OtherSize, openHashedFile, SHORT } from '#hashing/hash-while-parsing';
import type { Asked } from '#threads/supervised-pool';

export interface FileQuestion {
  /** Absolute. */
  readonly path: string;
  readonly formats: readonly Format[];
  /** Null where any will do. */
  readonly size: number | null;
  /** As the record has it. */
  readonly bytesHash: string;
  /** False where other bytes are judged too. */
  readonly mustMatch: boolean;
  readonly confine: string | null;
  /** Which of the fingerprints, by their place; null for all of them. */
  readonly only: readonly number[] | null;
  /** Its bytes and their hash, where they were read before (`readAhead`). */
  readonly held?: { readonly bytes: Uint8Array; readonly hex: string };
}

export type FileAnswer =
  | {
      readonly kind: 'judged';
      /** Its canonical text; null where none was tried. */
      readonly fingerprint: string | null;
      /** And so on down its children. */
      readonly isMatched: boolean;
      /** Null where it must be that of the question. */
      readonly bytesHash: Digest | null;
    }
  | { readonly kind: 'unread'; readonly error: string; readonly isMissing: boolean }
  | { readonly kind: 'changed'; readonly found: string }
  | { readonly kind: 'unparsed'; readonly format: Format; readonly error: string };

/** What can be said of a file at once, by its bytes; null where a thread must be asked. */
export type AnswerAtOnce = (question: FileQuestion, bytes: Uint8Array) => FileAnswer | null;

/**
 * The same question with the bytes of a short file in it, or its answer where they cannot be had, are not those that were hashed, or tell it
 * at once. Reading is no risk, so it is done by whoever asks, while the thread parses what was read before.
 */
export function readAhead(asked: Asked<FileQuestion, FileAnswer>, answerAtOnce: AnswerAtOnce | null): Asked<FileQuestion, FileAnswer> {
  const { question, known } = asked;
  if (known !== undefined || question.size === null || question.size > SHORT || !question.mustMatch) return asked;
  try {
    const file = openFile(question);
    const bytes = borrow(file.bytes as Lent<Uint8Array>);
    const hex = file.pass().end();
    const bytesHash = `${algorithmOf(question.bytesHash)}:${hex}`;
    if (bytesHash !== question.bytesHash) return { ...asked, known: { kind: 'changed', found: bytesHash } };
    const answer = answerAtOnce?.(question, bytes) ?? null;
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

/** What the system or the file itself says against reading it; anything else is thrown. */
export function failureOf(error: unknown): FileAnswer {
  if (error instanceof OtherSize) return { kind: 'changed', found: `${error.size} bytes` };
  if (errorCode(error) === undefined) throw error;
  return { kind: 'unread', error: osText(error), isMissing: isMissing(error) };
}

/** Many short files lie in one buffer: what is sent to a thread together is copied at once. */
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
 * An answer on its way between threads: the usual one is a single text, since thousands of small objects cost as much as a parser.
 *
 *     packAnswer({ kind: 'judged', fingerprint: '{…}', isMatched: true, bytesHash: null })     +{…}
 */
export type SentAnswer = FileAnswer | string;

export function packAnswer(answer: FileAnswer): SentAnswer {
  if (answer.kind !== 'judged' || answer.fingerprint === null || answer.bytesHash !== null) return answer;
  return `${answer.isMatched ? '+' : '-'}${answer.fingerprint}`;
}

export function unpackAnswer(sent: SentAnswer): FileAnswer {
  if (typeof sent !== 'string') return sent;
  return { kind: 'judged', fingerprint: sent.slice(1), isMatched: sent.startsWith('+'), bytesHash: null };
}
