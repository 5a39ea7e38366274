/**
 * A seal: somebody says of a document "I stand for this". It is a DSSE envelope around an in-toto Statement whose first subject is the
 * document, and whose predicate is this:
 *
 *     {"id":"sha256:49cf1d…","kind":"lock","public_key":"MCowBQYDK2VwAyEA…","role":"producer","time":"2026-01-15T10:30:00Z","tool":"custody 1.0.0"}
 *
 * `public_key` (SPKI DER in base64) makes it possible to check the seal without knowing anybody. It says by which key the seal was made, and
 * never that this key is trusted.
 */
import { decodeBase64, encodeBase64 } from '#core/bytes/base64';
import type { JsonObject, JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { BadEnvelope, type Envelope, formatEnvelope } from './dsse.ts';
import { formatStatement, PAYLOAD_TYPE, type Statement, type Subject } from './statement.ts';

const SEAL_TYPE = 'urn:custody:seal:v0';

export interface Seal {
  readonly kind: string;
  /** The id that the document states for itself. */
  readonly id: string | null;
  readonly role: string | null;
  readonly note: string | null;
  /** When it was made, as the signer states: RFC 3339. */
  readonly time: string;
  /** The program that made it, and its version. */
  readonly tool: string;
  /** SPKI DER. */
  readonly publicKey: Uint8Array;
}

const ROLE = /^[a-z][a-z0-9_-]{0,63}$/;

export function isRole(text: string): boolean {
  return ROLE.test(text);
}

/** The bytes that are signed, in an in-toto Statement. */
export function sealPayload(subjects: readonly Subject[], { publicKey, id, role, note, ...seal }: Seal): Uint8Array {
  const predicate: JsonObject = {
    ...seal,
    ...(id === null ? {} : { id }),
    ...(role === null ? {} : { role }),
    ...(note === null ? {} : { note }),
    public_key: encodeBase64(publicKey),
  };
  return formatStatement({ subjects, predicateType: SEAL_TYPE, predicate });
}

/** The line of a seals file. */
export function sealLine(payload: Uint8Array, { keyid, sig }: { readonly keyid: string; readonly sig: Uint8Array }): string {
  return formatEnvelope({ payloadType: PAYLOAD_TYPE, payload, signatures: [{ keyid, sig, timestamps: [] }] });
}

/** Null if the statement is no seal. Throws `BadEnvelope`. */
export function readSeal({ predicateType, predicate }: Statement): Seal | null {
  if (predicateType !== SEAL_TYPE) return null;
  const { kind, id, role, note, time, tool, public_key } = predicate;
  const publicKey = typeof public_key === 'string' ? decodeBase64(public_key) : null;
  if (publicKey === null) throw new BadEnvelope('a seal without public_key');
  if (typeof time !== 'string' || parseInstant(time) === null) throw new BadEnvelope('a seal without a time');
  const named = textOrNull(role, 'role');
  if (named !== null && !isRole(named)) throw new BadEnvelope('a seal with a role that is no name');
  return {
    kind: textIn(kind, 'kind'),
    id: textOrNull(id, 'id'),
    role: named,
    note: textOrNull(note, 'note'),
    time,
    tool: textIn(tool, 'tool'),
    publicKey,
  };
}

function textIn(value: JsonValue | undefined, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new BadEnvelope(`a seal without ${name}`);
}

function textOrNull(value: JsonValue | undefined, name: string): string | null {
  return value === undefined ? null : textIn(value, name);
}

/** The plain alphabet; whether it is padded as it has to be is seen when it is decoded. */
const BASE64 = '[A-Za-z0-9+/]*={0,2}';
const LINE = new RegExp(
  `^\\{"payload":"(${BASE64})","payloadType":"application/vnd\\.in-toto\\+json","signatures":` +
    `\\[\\{"keyid":"([0-9a-f]{64})","sig":"(${BASE64})"(?:,"timestamps":\\[("${BASE64}"(?:,"${BASE64}")*)\\])?\\}\\]\\}$`,
);

/**
 * The envelope of a seal, from its line. A seal has one spelling: what other programs ignore would otherwise change unnoticed. Null if the
 * line has another.
 */
export function readSealLine(line: string): Envelope | null {
  const [, payloadText, keyid, sigText, tokens] = LINE.exec(line) ?? [];
  if (payloadText === undefined || keyid === undefined || sigText === undefined) return null;
  const [payload, sig] = [padded(payloadText), padded(sigText)];
  const timestamps = tokens === undefined ? [] : tokens.slice(1, -1).split('","').map(padded);
  if (payload === null || sig === null || timestamps.includes(null)) return null;
  return { payloadType: PAYLOAD_TYPE, payload, signatures: [{ keyid, sig, timestamps: timestamps as Uint8Array[] }] };
}

function padded(text: string): Uint8Array | null {
  return text.length % 4 === 0 ? decodeBase64(text) : null;
}

/** What a seal can be over. A pack in an archive is a pack; any other file is a `file`. */
export const SEALED_KINDS = ['lock', 'pack', 'chain-lock', 'snapshot', 'stack-lock', 'ledger', 'records', 'policy', 'file'] as const;

const MAX_NOTE = 1000;

export function isNote(text: string): boolean {
  return text !== '' && text.length <= MAX_NOTE && text.isWellFormed();
}
