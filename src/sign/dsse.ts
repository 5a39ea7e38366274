/**
 * DSSE 1.0.2: an envelope around the bytes that are signed, and the encoding (PAE) that the signatures are over.
 *
 *     {"payload":"<base64>","payloadType":"application/vnd.in-toto+json","signatures":[{"keyid":"06e3fd8f…","sig":"<base64>"}]}
 *     DSSEv1 28 application/vnd.in-toto+json 417 {"_type"…
 *
 * `payload` is decoded once: the bytes that were verified are those that are read. A `keyid` names a key and proves nothing.
 */
import { decodeBase64, encodeBase64 } from '#core/bytes/base64';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';

export interface EnvelopeSignature {
  /** Null if absent, empty or null. */
  readonly keyid: string | null;
  readonly sig: Uint8Array;
  /** Replies of timestamp authorities over `sig`. Other programs ignore the field. */
  readonly timestamps: readonly Uint8Array[];
}

export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly signatures: readonly EnvelopeSignature[];
}

/** A larger envelope, or one with more signatures, is refused. */
const LIMITS = { bytes: 1 << 24, values: 1 << 17 } as const;
const MAX_SIGNATURES = 10_000;

/** What is wrong with the bytes, if they are no envelope. */
export class BadEnvelope extends Error {
  override readonly name = 'BadEnvelope';
}

/** Throws `BadEnvelope`. Unknown fields are ignored, as the specification says. */
export function parseEnvelope(bytes: Uint8Array, start = 0, end = bytes.length): Envelope {
  const value = jsonOf(bytes, start, end);
  if (!isJsonObject(value)) throw new BadEnvelope('expected a JSON object');
  const { payload, payloadType, signatures } = value;
  if (typeof payloadType !== 'string' || payloadType === '') throw new BadEnvelope('expected a text payloadType');
  if (!Array.isArray(signatures)) throw new BadEnvelope('expected a list of signatures');
  const list = signatures as readonly JsonValue[];
  if (list.length === 0) throw new BadEnvelope('no signatures');
  if (list.length > MAX_SIGNATURES) throw new BadEnvelope(`more than ${MAX_SIGNATURES} signatures`);
  return { payloadType, payload: bytesIn(payload, 'payload'), signatures: list.map(signatureIn) };
}

function jsonOf(bytes: Uint8Array, start: number, end: number): JsonValue {
  try {
    return parseJson(bytes, start, end, LIMITS);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BadEnvelope(error.message);
  }
}

function signatureIn(value: JsonValue): EnvelopeSignature {
  if (!isJsonObject(value)) throw new BadEnvelope('expected an object in signatures');
  const { keyid = null, sig, timestamps = [] } = value;
  if (keyid !== null && typeof keyid !== 'string') throw new BadEnvelope('expected a text keyid');
  if (!Array.isArray(timestamps)) throw new BadEnvelope('expected a list of timestamps');
  return {
    keyid: keyid === '' ? null : keyid,
    sig: bytesIn(sig, 'sig'),
    timestamps: (timestamps as readonly JsonValue[]).map((token) => bytesIn(token, 'timestamp')),
  };
}

function bytesIn(value: JsonValue | undefined, name: string): Uint8Array {
  const bytes = typeof value === 'string' ? decodeBase64(value) : null;
  if (bytes === null) throw new BadEnvelope(`expected base64 in ${name}`);
  return bytes;
}

/** The canonical form, without a newline. */
export function formatEnvelope({ payloadType, payload, signatures }: Envelope): string {
  return formatSpine({
    payload: encodeBase64(payload),
    payloadType,
    signatures: signatures.map(({ keyid, sig, timestamps }): JsonObject => {
      return {
        ...(keyid === null ? {} : { keyid }),
        sig: encodeBase64(sig),
        ...(timestamps.length === 0 ? {} : { timestamps: timestamps.map(encodeBase64) }),
      };
    }),
  });
}

/** The bytes that a signature is over. Lengths are those of bytes. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = encodeUtf8(payloadType);
  const head = encodeUtf8(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}

/** Whether the key with that number signed; asked of the room that has the cryptography. */
export type IsSignedBy = (key: number, sig: Uint8Array) => boolean;

/**
 * Which of the keys have signed: those whose keyid is named are tried first, then all others. One key counts once, however often it signed.
 */
export function signersOf({ signatures }: Envelope, keyids: readonly string[], isSignedBy: IsSignedBy): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { keyid, sig } of signatures) {
    const named = keyid === null ? -1 : keyids.indexOf(keyid);
    const order = named < 0 ? keyids.keys() : [named, ...[...keyids.keys()].filter((key) => key !== named)];
    for (const key of order) {
      if (!isSignedBy(key, sig)) continue;
      found.add(key);
      break;
    }
  }
  return found;
}
