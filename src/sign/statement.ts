/**
 * in-toto Statement v1: what is signed names its subjects by their digests, and says something about them (the predicate).
 *
 *     {"_type":"https://in-toto.io/Statement/v1","predicate":{…},"predicateType":"urn:custody:seal:v0",
 *      "subject":[{"digest":{"sha256":"d31fa1…"},"name":"december.lock.json"}]}
 *
 * A subject is a document if their digests are equal; names play no part.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { BadEnvelope } from './dsse.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const PAYLOAD_TYPES = /^application\/vnd\.in-toto(?:\.[A-Za-z0-9._-]+)?\+json$/;

export interface Subject {
  readonly name: string | null;
  /** Hex in lower case, by the name of the algorithm. */
  readonly digest: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly subjects: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: JsonObject;
}

const LIMITS = { bytes: 1 << 24, values: 1 << 17 } as const;

/** Whether the type says that the payload is a statement. Letters count as they are. */
export function isStatementType(payloadType: string): boolean {
  return PAYLOAD_TYPES.test(payloadType);
}

/** Throws `BadEnvelope`. Unknown fields are ignored, as the specification says. */
export function parseStatement(payload: Uint8Array): Statement {
  const value = jsonOf(payload);
  if (!isJsonObject(value) || value['_type'] !== STATEMENT_TYPE) throw new BadEnvelope('the payload is no in-toto Statement v1');
  const { subject, predicateType, predicate = {} } = value;
  if (!Array.isArray(subject) || subject.length === 0) throw new BadEnvelope('the statement has no subject');
  if (typeof predicateType !== 'string' || predicateType === '') throw new BadEnvelope('the statement has no predicateType');
  if (!isJsonObject(predicate)) throw new BadEnvelope('expected an object as predicate');
  return { subjects: (subject as readonly JsonValue[]).map(subjectIn), predicateType, predicate };
}

function jsonOf(payload: Uint8Array): JsonValue {
  try {
    return parseJson(payload, 0, payload.length, LIMITS);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BadEnvelope(`the payload is no JSON: ${error.message}`);
  }
}

function subjectIn(value: JsonValue): Subject {
  if (!isJsonObject(value) || !isJsonObject(value['digest'])) throw new BadEnvelope('a subject without a digest');
  const entries = Object.entries(value['digest']);
  if (entries.length === 0) throw new BadEnvelope('a subject without a digest');
  const digest = entries.map(([algorithm, hex]): [string, string] => {
    if (typeof hex !== 'string' || hex === '') throw new BadEnvelope(`a subject with a digest ${algorithm} that is no text`);
    return [algorithm, hex.toLowerCase()];
  });
  const { name = null } = value;
  if (name !== null && typeof name !== 'string') throw new BadEnvelope('a subject with a name that is no text');
  return { name, digest: Object.fromEntries(digest) };
}

/** The canonical form. */
export function formatStatement({ subjects, predicateType, predicate }: Statement): Uint8Array {
  const subject = subjects.map(({ name, digest }): JsonObject => ({ ...(name === null ? {} : { name }), digest }));
  return encodeUtf8(formatSpine({ _type: STATEMENT_TYPE, subject, predicateType, predicate }));
}

/** The algorithms of which one has to be equal. */
export const ACCEPTED = ['sha256', 'sha384', 'sha512'] as const;

/** The hex of a digest of the document, or null where it cannot be computed. */
export type DigestBy = (algorithm: string) => string | null;

/** The subject that is the document; or why none is: all are something else, or one contradicts itself. */
export function matchSubject({ subjects }: Statement, digestBy: DigestBy): Subject | 'other' | 'contradiction' {
  let found: Subject | null = null;
  for (const subject of subjects) {
    const compared = Object.entries(subject.digest).map(([algorithm, hex]) => {
      const own = digestBy(algorithm);
      return { algorithm, isEqual: own === null ? null : own === hex };
    });
    const isSame = compared.some(({ algorithm, isEqual }) => isEqual === true && (ACCEPTED as readonly string[]).includes(algorithm));
    if (isSame && compared.some(({ isEqual }) => isEqual === false)) return 'contradiction';
    if (isSame) found ??= subject;
  }
  return found ?? 'other';
}
