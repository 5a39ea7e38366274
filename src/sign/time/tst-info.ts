/**
 * TSTInfo (RFC 3161): what a timestamp authority signs. The imprint existed no later than `genTime`, give or take `accuracy`.
 *
 *     SEQUENCE { version 1, policy OID, messageImprint, serialNumber, genTime, accuracy?, ordering?, nonce?, [0] tsa?, [1] extensions? }
 */
import { hex } from '@scure/base';
import { BadDer, contextTag, type DerValue, readDer, TAG } from '#core/der/read';
import { fieldsOf, flagOf, integerHex, oidOf, smallInteger, timeOf } from '#core/der/values';
import { hashNameOf, type ImprintHash } from './hash-names.ts';

export interface TstInfo {
  /** An object identifier: the rules by which the authority made it. */
  readonly policy: string;
  readonly imprint: { readonly algorithm: ImprintHash; readonly digest: string };
  readonly serial: string;
  /** Milliseconds since 1970, a fraction of one left out. */
  readonly ms: number;
  /** The same as RFC 3339, with the whole fraction. */
  readonly time: string;
  /** Seconds; null where the authority says nothing. */
  readonly accuracy: number | null;
  /** The bytes of the number, in hex. */
  readonly nonce: string | null;
}

/** Throws `BadDer`. */
export function parseTstInfo(bytes: Uint8Array): TstInfo {
  const fields = fieldsOf(readDer(bytes), 'a TSTInfo');
  const version = smallInteger(fields.any('the version'), 'the version');
  if (version !== 1) throw new BadDer(`expected version 1 of TSTInfo, found ${version}`);
  const policy = oidOf(fields.any('the policy'), 'the policy');
  const imprint = imprintOf(fields.any('the imprint'));
  const serial = integerHex(fields.any('the serial number'), 'the serial number');
  const genTime = fields.next(TAG.generalizedTime, 'the time');
  const accuracy = fields.optional(TAG.sequence);
  flagOf(fields.optional(TAG.boolean));
  const nonce = fields.optional(TAG.integer);
  fields.optional(contextTag(0));
  const extensions = fields.optional(contextTag(1));
  fields.end();
  if (extensions !== undefined) requireNoCritical(extensions);
  return {
    policy,
    imprint,
    serial,
    ms: timeOf(genTime, 'the time'),
    time: timeText(genTime.content),
    accuracy: accuracy === undefined ? null : accuracyOf(accuracy),
    nonce: nonce === undefined ? null : integerHex(nonce, 'the nonce'),
  };
}

function imprintOf(value: DerValue): TstInfo['imprint'] {
  const fields = fieldsOf(value, 'the imprint');
  const algorithm = hashNameOf(fields.any('the hash of the imprint'));
  const digest = hex.encode(fields.next(TAG.octetString, 'the digest').content);
  fields.end();
  return { algorithm, digest };
}

/** `20260601120000.25Z` as `2026-06-01T12:00:00.25Z`; that it is a time was judged before. */
function timeText(content: Uint8Array): string {
  const text = String.fromCharCode(...content);
  return text.replace(/^(....)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:');
}

function accuracyOf(value: DerValue): number {
  const fields = fieldsOf(value, 'the accuracy');
  const seconds = fields.optional(TAG.integer);
  const [millis, micros] = [0, 1].map((number) => partOf(fields.optional(contextTag(number, false)))) as [number, number];
  fields.end();
  return (seconds === undefined ? 0 : smallInteger(seconds, 'the accuracy')) + millis / 1e3 + micros / 1e6;
}

/** From 1 to 999, with an implicit tag. */
function partOf(value: DerValue | undefined): number {
  if (value === undefined) return 0;
  const number = value.content.reduce((sum, byte) => sum * 256 + byte, 0);
  if (value.content.length > 2 || number < 1 || number > 999) throw new BadDer('expected thousandths from 1 to 999 in the accuracy');
  return number;
}

function requireNoCritical(extensions: DerValue): void {
  for (const each of extensions.children) {
    const fields = fieldsOf(each, 'an extension');
    const oid = oidOf(fields.any('its name'), 'the name of an extension');
    const isCritical = flagOf(fields.optional(TAG.boolean));
    fields.next(TAG.octetString, 'the value of an extension');
    fields.end();
    if (isCritical) throw new BadDer(`critical extension ${oid} is not understood here`);
  }
}
