/**
 * An answer on its way between threads: the usual one is a single text, since thousands of small objects cost as much as a parser.
 *
 *     packAnswer({ kind: 'judged', fingerprint: '{…}', isMatched: true, bytesHash: null })     +{…}
 */
import type { FileAnswer } from './question.ts';

export type SentAnswer = FileAnswer | string;

export function packAnswer(answer: FileAnswer): SentAnswer {
  if (answer.kind !== 'judged' || answer.fingerprint === null || answer.bytesHash !== null) return answer;
  return `${answer.isMatched ? '+' : '-'}${answer.fingerprint}`;
}

export function unpackAnswer(sent: SentAnswer): FileAnswer {
  if (typeof sent !== 'string') return sent;
  return { kind: 'judged', fingerprint: sent.slice(1), isMatched: sent.startsWith('+'), bytesHash: null };
}
