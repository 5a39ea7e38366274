/**
 * The trusted root of a Sigstore instance: the certificates of its authorities and the keys of its logs, each with the time in which they
 * were used. A period without a start makes the root invalid; the library would take it for 1970.
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { BadSignature } from '../bad-signature.ts';
import { jsonOf } from './bundle.ts';
import { bytesIn, listIn, objectIn, textIn } from './fields.ts';

export interface TrustedRootFacts {
  /** Of each timestamp authority: its certificates, the anchor last, and the time in which it was used, in milliseconds. */
  readonly timestampAuthorities: readonly {
    readonly certificates: readonly Uint8Array[];
    readonly from: number;
    readonly to: number;
  }[];
}

const MEDIA_TYPE = /^application\/vnd\.dev\.sigstore\.trustedroot(?:\+json;version=0\.1|\.v0\.[12]\+json)$/;
const MOST = 64;

/** Throws `BadSignature`. */
export function checkTrustedRoot(bytes: Uint8Array): TrustedRootFacts {
  const root = objectIn(jsonOf(bytes, 'the trusted root'), 'the trusted root');
  if (!MEDIA_TYPE.test(textIn(root['mediaType'], 'mediaType')))
    throw new BadSignature('expected the mediaType of a trusted root, found another');
  for (const name of ['tlogs', 'ctlogs']) listIn(root[name], name, MOST).forEach((log) => checkLog(objectIn(log, name), name));
  listIn(root['certificateAuthorities'], 'certificateAuthorities', MOST).forEach((each) => authorityIn(each));
  return { timestampAuthorities: listIn(root['timestampAuthorities'], 'timestampAuthorities', MOST).map(authorityIn) };
}

function checkLog(log: JsonObject, name: string): void {
  textIn(log['baseUrl'], `baseUrl of ${name}`);
  bytesIn(objectIn(log['logId'], 'logId')['keyId'], 'keyId');
  const key = objectIn(log['publicKey'], 'publicKey');
  bytesIn(key['rawBytes'], 'rawBytes');
  periodIn(key['validFor'], name);
}

function authorityIn(value: JsonValue): TrustedRootFacts['timestampAuthorities'][number] {
  const authority = objectIn(value, 'an authority');
  const list = listIn(objectIn(authority['certChain'], 'certChain')['certificates'], 'certificates', MOST);
  const certificates = list.map((each) => bytesIn(objectIn(each, 'certificates')['rawBytes'], 'rawBytes'));
  return { certificates, ...periodIn(authority['validFor'], 'an authority') };
}

function periodIn(value: JsonValue | undefined, name: string): { readonly from: number; readonly to: number } {
  const { start, end } = objectIn(value, `validFor of ${name}`);
  const from = parseInstant(typeof start === 'string' ? start : '');
  if (from === null) throw new BadSignature(`expected a start in validFor of ${name}, found none`);
  const to = end === undefined ? Number.POSITIVE_INFINITY : parseInstant(textIn(end, 'end'));
  if (to === null) throw new BadSignature(`expected a time as the end in validFor of ${name}`);
  return { from, to };
}
