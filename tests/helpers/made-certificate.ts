/**
 * Certificates for tests, with everything that may be wrong about them, made in memory by Node's own cryptography.
 *
 *     const root = makeCertificate({ name: 'root', authority: {} });
 *     const leaf = makeCertificate({ name: 'leaf', issuer: root, purposes: ['1.3.6.1.5.5.7.3.8'] });
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeUtf8 } from '#core/bytes/utf8';
import { contextTag, TAG } from '#core/der/read';
import { derInteger, derOf, derOid } from '#core/der/write';

export interface MadeCertificate {
  readonly der: Uint8Array;
  readonly name: Uint8Array;
  readonly issuerName: Uint8Array;
  readonly serial: Uint8Array;
  readonly privateKey: KeyObject;
}

export interface CertificateDraft {
  readonly name: string;
  /** Itself where it is absent. */
  readonly issuer?: MadeCertificate;
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly from?: string;
  readonly to?: string;
  readonly authority?: { readonly pathLength?: number };
  /** Numbers of bits below 8. */
  readonly keyUse?: readonly number[];
  readonly purposes?: readonly string[];
  readonly purposesCritical?: boolean;
  readonly extensions?: readonly Uint8Array[];
  readonly serial?: number;
  /** `sha1` for one that is not accepted. */
  readonly hash?: 'sha256' | 'sha1';
}

const ECDSA = { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1' } as const;

export function newKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

export function makeCertificate(draft: CertificateDraft): MadeCertificate {
  const { publicKey, privateKey } = draft.keys ?? newKeys();
  const name = nameOf(draft.name);
  const serial = derInteger(draft.serial ?? 7);
  const algorithm = derOf(TAG.sequence, derOid(ECDSA[draft.hash ?? 'sha256']));
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const validity = derOf(TAG.sequence, time(draft.from ?? '20200101000000Z'), time(draft.to ?? '20300101000000Z'));
  const extensions = derOf(contextTag(3), derOf(TAG.sequence, ...extensionsOf(draft)));
  const version = derOf(contextTag(0), derInteger(2));
  const issuerName = draft.issuer?.name ?? name;
  const message = derOf(TAG.sequence, version, serial, algorithm, issuerName, validity, name, spki, extensions);
  const signature = sign(draft.hash ?? 'sha256', message, draft.issuer?.privateKey ?? privateKey);
  return { der: derOf(TAG.sequence, message, algorithm, bits(0, signature)), name, issuerName, serial, privateKey };
}

export function extension(oid: string, isCritical: boolean, value: Uint8Array): Uint8Array {
  const flag = isCritical ? [derOf(TAG.boolean, Uint8Array.of(0xff))] : [];
  return derOf(TAG.sequence, derOid(oid), ...flag, derOf(TAG.octetString, value));
}

export function toPem(...certificates: readonly { readonly der: Uint8Array }[]): string {
  const blocks = certificates.map(({ der }) =>
    Buffer.from(der)
      .toString('base64')
      .replace(/.{64}(?=.)/g, '$&\n'),
  );
  return blocks.map((body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`).join('');
}

function extensionsOf({ authority, keyUse, purposes, purposesCritical = true, extensions = [] }: CertificateDraft): readonly Uint8Array[] {
  const length = authority?.pathLength === undefined ? [] : [derInteger(authority.pathLength)];
  const constraints = authority === undefined ? [] : [derOf(TAG.boolean, Uint8Array.of(0xff)), ...length];
  const use = keyUse?.reduce((byte, bit) => byte | (0x80 >> bit), 0);
  return [
    extension('2.5.29.19', true, derOf(TAG.sequence, ...constraints)),
    ...(use === undefined ? [] : [extension('2.5.29.15', true, bits(7 - Math.max(...(keyUse ?? [0])), Uint8Array.of(use)))]),
    ...(purposes === undefined ? [] : [extension('2.5.29.37', purposesCritical, derOf(TAG.sequence, ...purposes.map(derOid)))]),
    ...extensions,
  ];
}

function nameOf(text: string): Uint8Array {
  const part = derOf(TAG.sequence, derOid('2.5.4.3'), derOf(TAG.utf8String, encodeUtf8(text)));
  return derOf(TAG.sequence, derOf(TAG.set, part));
}

function bits(unused: number, content: Uint8Array): Uint8Array {
  return derOf(TAG.bitString, Uint8Array.of(unused), content);
}

function time(text: string): Uint8Array {
  return derOf(TAG.generalizedTime, encodeUtf8(text));
}
