/**
 * Asks the parsers of the built-in fingerprints whether a file is of their formats, with their limits on time, memory and size.
 *
 *     await parseAll([{ path: '/data/a.csv', formats: ['csv'], size: 12, packing: null }], settings)
 *       [{ kind: 'parsed', format: 'csv', facts: { delimiter: ',', encoding: 'utf-8', rows: 2 }, note: null }]
 */
import type { Packing } from '#codecs/packed/unpack';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { Format } from '#core/parsed';
import { CHANGED } from '#disk/os-error';
import { BUILT_INS } from '../../builtin/builtin.ts';
import { type Facts, factsOf } from '../../kinds/facts.ts';
import { maxSizeOf } from '../judge-file.ts';
import { questionOf } from '../question.ts';
import { askFingerprints, type ThreadAnswer, type ThreadSettings } from '../threads.ts';

export interface ParseQuestion {
  /** Absolute path. */
  readonly path: string;
  readonly formats: readonly Format[];
  /** Of what is parsed: for compressed data, of what it contains. */
  readonly size: number;
  readonly packing: Packing | null;
}

export type ParseAnswer =
  | { readonly kind: 'parsed'; readonly format: Format; readonly facts: Facts; readonly note: string | null }
  | { readonly kind: 'failed'; readonly error: string }
  /** The limits did not allow it. */
  | { readonly kind: 'untried'; readonly why: string }
  /** The file can no longer be read. */
  | { readonly kind: 'unread'; readonly error: string };

export type ParseSettings = ThreadSettings & {
  readonly at: number;
  /** Called after each answer. */
  readonly onAnswer?: () => void;
};

/** The answers are in the order of the questions. */
export async function parseAll(questions: readonly ParseQuestion[], settings: ParseSettings): Promise<readonly ParseAnswer[]> {
  const answers: ParseAnswer[] = [];
  if (questions.length === 0) return answers;
  const fingerprints = BUILT_INS.filter(({ format }) => questions.some(({ formats }) => formats.includes(format)));
  let next = 0;
  await askFingerprints(
    { fingerprints, at: settings.at, diagnose: false, isAlone: true },
    settings,
    () => {
      const question = questions[next++];
      if (question === undefined) return undefined;
      const { path, size, packing } = question;
      const formats = question.formats.filter((format) => size <= maxSizeOf(format, settings.maxSize ?? null));
      const only = formats.map((format) => fingerprints.findIndex((built) => built.format === format));
      const asked = { ...questionOf(path, formats), only, ...(packing === null ? {} : { packing }) };
      if (formats.length > 0) return { question: asked, weight: size };
      return { question: asked, weight: 0, known: { kind: 'judged', fingerprint: null, isMatched: false, bytesHash: null } };
    },
    (answer) => {
      answers.push(answerOf(answer, questions[answers.length] as ParseQuestion));
      settings.onAnswer?.();
    },
  );
  return answers;
}

/** The fields of the `fingerprint` object of a record that are looked at. */
interface Outcome {
  readonly fingerprint_id: string;
  readonly matched: boolean;
  readonly reason: string | null;
  readonly extracted: JsonObject | null;
}

function answerOf(answer: ThreadAnswer, { size }: ParseQuestion): ParseAnswer {
  switch (answer.kind) {
    case 'judged': {
      if (answer.fingerprint === null) return { kind: 'untried', why: `not parsed: ${size} bytes are more than --max-size allows` };
      const { matched, reason, fingerprint_id, extracted } = parseJson(encodeUtf8(answer.fingerprint)) as unknown as Outcome;
      if (!matched) return { kind: 'failed', error: reason ?? '' };
      const format = fingerprint_id.replace(/\.v\d+$/, '') as Format;
      const note = answer.warnings?.map(({ message }) => message).join(', ') ?? null;
      return { kind: 'parsed', format, facts: factsOf(format, extracted ?? {}), note };
    }
    case 'unparsed':
      return { kind: 'failed', error: answer.error };
    case 'ended':
      return { kind: 'untried', why: `not parsed: ${answer.error}` };
    case 'unread':
      return { kind: 'unread', error: answer.error };
    case 'changed':
      return { kind: 'unread', error: CHANGED };
    default:
      return answer satisfies never;
  }
}
