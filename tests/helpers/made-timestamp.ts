/**
 * Timestamps for tests, with everything that may be wrong about them, made in memory by Node's own cryptography.
 *
 *     makeTimestamp(data, { signer: makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING] }) })     a reply
 */
import { hash, sign } from 'node:crypto';
import { encodeUtf8 } from '#core/bytes/utf8';
import { contextTag, TAG } from '#core/der/read';
import { derInteger, derOf, derOid } from '#core/der/write';
import type { MadeCertificate } from './made-certificate.ts';

export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

const OID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  certificate: '1.2.840.113549.1.9.16.2.12',
  certificateV2: '1.2.840.113549.1.9.16.2.47',
  ecdsa: '1.2.840.10045.4.3.2',
} as const;

export interface TimestampDraft {
  readonly signer: MadeCertificate;
  /** `20260601120000Z` */
  readonly time?: string;
  readonly nonce?: Uint8Array;
  readonly policy?: string;
  readonly version?: number;
  readonly accuracy?: Uint8Array;
  /** After the fields of TSTInfo that are made here. */
  readonly moreInfo?: readonly Uint8Array[];
  readonly certificates?: readonly MadeCertificate[];
  readonly revocationLists?: boolean;
  readonly unsignedAttributes?: boolean;
  /** The attributes that are signed, from those that are right. */
  readonly attributes?: (right: readonly Uint8Array[]) => readonly Uint8Array[];
  /** The certificate is named by SHA-1. */
  readonly isOldId?: boolean;
  readonly status?: number;
}

export function makeTimestamp(data: Uint8Array, draft: TimestampDraft): Uint8Array {
  return derOf(TAG.sequence, derOf(TAG.sequence, derInteger(draft.status ?? 0)), makeToken(data, draft));
}

export function makeToken(data: Uint8Array, draft: TimestampDraft): Uint8Array {
  const { signer, certificates = [signer] } = draft;
  const info = infoOf(data, draft);
  const content = derOf(TAG.sequence, derOid(OID.tstInfo), derOf(contextTag(0), derOf(TAG.octetString, info)));
  const inside = certificates.length === 0 ? [] : [derOf(contextTag(0), ...certificates.map(({ der }) => der))];
  const lists = draft.revocationLists === true ? [derOf(contextTag(1), derOf(TAG.sequence))] : [];
  const signers = derOf(TAG.set, signerOf(info, draft));
  const signed = derOf(TAG.sequence, derInteger(3), derOf(TAG.set, hashId()), content, ...inside, ...lists, signers);
  return derOf(TAG.sequence, derOid(OID.signedData), derOf(contextTag(0), signed));
}

export function attribute(oid: string, value: Uint8Array): Uint8Array {
  return derOf(TAG.sequence, derOid(oid), derOf(TAG.set, value));
}

function infoOf(data: Uint8Array, draft: TimestampDraft): Uint8Array {
  const imprint = derOf(TAG.sequence, hashId(), derOf(TAG.octetString, hash('sha256', data, 'buffer')));
  return derOf(
    TAG.sequence,
    derInteger(draft.version ?? 1),
    derOid(draft.policy ?? '1.2.3.4.1'),
    imprint,
    derInteger(5),
    derOf(TAG.generalizedTime, encodeUtf8(draft.time ?? '20260601120000Z')),
    ...(draft.accuracy === undefined ? [] : [draft.accuracy]),
    ...(draft.nonce === undefined ? [] : [derInteger(draft.nonce)]),
    ...(draft.moreInfo ?? []),
  );
}

function signerOf(info: Uint8Array, { signer, isOldId = false, attributes = (right) => right, ...draft }: TimestampDraft): Uint8Array {
  const id = derOf(TAG.octetString, hash(isOldId ? 'sha1' : 'sha256', signer.der, 'buffer'));
  const named = derOf(TAG.sequence, derOf(TAG.sequence, derOf(TAG.sequence, id)));
  const right = [
    attribute(OID.contentType, derOid(OID.tstInfo)),
    attribute(OID.messageDigest, derOf(TAG.octetString, hash('sha256', info, 'buffer'))),
    attribute(isOldId ? OID.certificate : OID.certificateV2, named),
  ];
  const signed = attributes(right);
  const signature = sign('sha256', derOf(TAG.set, ...signed), signer.privateKey);
  return derOf(
    TAG.sequence,
    derInteger(1),
    derOf(TAG.sequence, signer.issuerName, signer.serial),
    hashId(),
    derOf(contextTag(0), ...signed),
    derOf(TAG.sequence, derOid(OID.ecdsa)),
    derOf(TAG.octetString, signature),
    ...(draft.unsignedAttributes === true ? [derOf(contextTag(1), attribute('1.2.3', derOf(TAG.null)))] : []),
  );
}

function hashId(): Uint8Array {
  return derOf(TAG.sequence, derOid(OID.sha256), derOf(TAG.null));
}
