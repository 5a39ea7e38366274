/**
 * The answer of a timestamp authority (RFC 3161): a status, and a token where it was granted. A file may also hold the token alone.
 *
 *     SEQUENCE { SEQUENCE { status INTEGER, statusString?, failInfo BIT STRING? }, token? }
 */
import { decodeOrEmpty } from '#core/bytes/utf8';
import { BadDer, type DerValue, readDer, TAG } from '#core/der/read';
import { bitsOf, expectTag, fieldsOf, smallInteger } from '#core/der/values';

export interface TimestampReply {
  /** Null for a token alone. */
  readonly status: { readonly number: number; readonly name: string; readonly text: string; readonly failures: readonly string[] } | null;
  /** Null where none was granted. */
  readonly token: DerValue | null;
}

/** No token is longer: those of public authorities have some kilobytes. */
export const MAX_REPLY = 1 << 16;

const STATUS = ['granted', 'granted with modifications', 'rejected', 'waiting', 'revocation warning', 'revoked'];

const FAILURES: Readonly<Record<number, string>> = {
  0: 'unknown or unsupported hash',
  2: 'bad request',
  5: 'bad data format',
  14: 'the time source is not available',
  15: 'the policy is not supported',
  16: 'an extension is not supported',
  17: 'additional information is not available',
  25: 'system failure',
};

/** Throws `BadDer`. */
export function parseReply(bytes: Uint8Array): TimestampReply {
  const whole = readDer(bytes, { maxLength: MAX_REPLY });
  const fields = fieldsOf(whole, 'the answer of a timestamp authority');
  if (whole.children[0]?.tag === TAG.oid) return { status: null, token: whole };
  const status = statusOf(fields.next(TAG.sequence, 'a status'));
  const token = fields.optional(TAG.sequence);
  fields.end();
  const isGranted = status.number <= 1;
  if (isGranted !== (token !== undefined))
    throw new BadDer(
      `expected a token exactly if it was granted, found status ${status.number} ${token === undefined ? 'without one' : 'with one'}`,
    );
  return { status, token: token ?? null };
}

/** `rejected: the policy is not supported ("Requested policy is not supported.")` */
export function statusText({ name, text, failures }: NonNullable<TimestampReply['status']>): string {
  return `${name}${failures.length === 0 ? '' : `: ${failures.join(', ')}`}${text === '' ? '' : ` (${text})`}`;
}

function statusOf(value: DerValue): NonNullable<TimestampReply['status']> {
  const fields = fieldsOf(value, 'a status');
  const number = smallInteger(fields.any('a status'), 'a status');
  const name = STATUS[number];
  if (name === undefined) throw new BadDer(`expected a status from 0 to ${STATUS.length - 1}, found ${number}`);
  const texts = fields.optional(TAG.sequence)?.children ?? [];
  const bits = fields.optional(TAG.bitString);
  fields.end();
  const failures = bits === undefined ? [] : [...bitsOf(bits, 'the failures')].map((bit) => FAILURES[bit] ?? `failure ${bit}`);
  const text = texts.map((each) => decodeOrEmpty(expectTag(each, TAG.utf8String, 'a text').content)).join(' ');
  return { number, name, text: visible(text), failures };
}

/** The text is a stranger's, and is shown on terminals. */
function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, 200);
}
