/**
 * Certificates (X.509, RFC 5280), read strictly: what is not DER, or has an extension twice, is no certificate here.
 *
 *     const [root] = parseCertificates(pem);
 *     root.isAuthority, root.notAfter, root.key
 *
 * Whether one is to be believed is for certificate-path.ts to judge.
 */
import { BadDer, contextTag, type DerValue, readDer, TAG } from '#core/der/read';
import { bitsOf, fieldsOf, flagOf, integerHex, oidOf, onlyChild, smallInteger, timeOf, wholeBits } from '#core/der/values';
import { BadKey } from './bad-key.ts';
import { type AlternativeName, alternativeNames, nameText } from './certificate-name.ts';
import { strictBase64 } from './pem.ts';
import { type VerifyingKey, verifyingKeyOfSpki } from './public-key.ts';
import { type SignatureAlgorithm, signatureAlgorithmOf } from './signature-algorithm.ts';

/** Bytes that are no certificate, or none that is accepted. */
export class BadCertificate extends Error {
  override readonly name = 'BadCertificate';
}

/** A certificate in order, whose key is of a kind that is not accepted. */
export class UnsupportedCertificate extends BadCertificate {}

/** The uses of a key that are asked for, by the number of their bit. */
export const KEY_USE = { digitalSignature: 0, nonRepudiation: 1, certificateSigning: 5 } as const;

export interface Certificate {
  readonly der: Uint8Array;
  /** The part that is signed, with its signature. The algorithm is null where it is not accepted: the signature then proves nothing. */
  readonly signed: { readonly message: Uint8Array; readonly algorithm: SignatureAlgorithm | null; readonly signature: Uint8Array };
  /** DER of the names: two names are the same if their bytes are. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** `CN=test TSA, O=Example`, for people. */
  readonly subjectText: string;
  readonly issuerText: string;
  /** The bytes of the number, in hex. */
  readonly serial: string;
  /** Milliseconds since 1970; valid from the first to the last, both included. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly key: VerifyingKey;
  readonly isAuthority: boolean;
  /** How many authorities may follow below it; null without a limit. */
  readonly pathLength: number | null;
  /** The numbers of the bits; null where the certificate does not limit them. */
  readonly keyUse: ReadonlySet<number> | null;
  readonly purposes: { readonly oids: readonly string[]; readonly isCritical: boolean } | null;
  readonly alternativeNames: readonly AlternativeName[];
  /** Critical extensions that are not understood here: such a certificate is never part of a path. */
  readonly unknownCritical: readonly string[];
}

const MAX_LENGTH = 1 << 16;
const MAX_CERTIFICATES = 256;

/** Throws `BadCertificate`. */
export function parseCertificate(der: Uint8Array): Certificate {
  try {
    return certificateOf(readDer(der, { maxLength: MAX_LENGTH }));
  } catch (error) {
    if (error instanceof BadKey) throw new UnsupportedCertificate(`expected a certificate with a key that can be used: ${error.message}`);
    if (error instanceof BadDer) throw new BadCertificate(`expected a certificate: ${error.message}`);
    throw error;
  }
}

const BLOCK = /^-----BEGIN ([A-Z0-9 ]+)-----\n((?:[A-Za-z0-9+/=]+\n)*)-----END \1-----$/gm;

/** The certificates of a PEM file, at least one. Text between the blocks is allowed, as other programs write it; other blocks are not. */
export function parseCertificates(pem: string): readonly Certificate[] {
  const text = pem.replaceAll('\r\n', '\n');
  const blocks = [...text.matchAll(BLOCK)];
  const begun = text.split('-----BEGIN ').length - 1;
  if (begun === 0) throw new BadCertificate('expected certificates in PEM form, found none');
  if (blocks.length !== begun) throw new BadCertificate('expected certificates in PEM form, found a damaged block');
  if (begun > MAX_CERTIFICATES) throw new BadCertificate(`expected at most ${MAX_CERTIFICATES} certificates, found ${begun}`);
  return blocks.map(([, label, body = '']) => {
    if (label !== 'CERTIFICATE') throw new BadCertificate(`expected only certificates in PEM form, found a block '${label}'`);
    const der = strictBase64(body.replaceAll('\n', ''));
    if (der === null) throw new BadCertificate('expected certificates in PEM form, found text that is not base64');
    return parseCertificate(der);
  });
}

function certificateOf(value: DerValue): Certificate {
  const outer = fieldsOf(value, 'a certificate');
  const message = outer.next(TAG.sequence, 'the signed part');
  const algorithm = outer.next(TAG.sequence, 'the signature algorithm');
  const signature = wholeBits(outer.any('the signature'), 'the signature');
  outer.end();
  const fields = fieldsOf(message, 'the signed part');
  const version = fields.optional(contextTag(0));
  const serial = integerHex(fields.any('the serial number'), 'the serial number');
  if (!Buffer.from(fields.next(TAG.sequence, 'the algorithm').whole).equals(algorithm.whole))
    throw new BadDer('expected one signature algorithm, found two');
  const issuer = fields.next(TAG.sequence, 'the issuer');
  const validity = fieldsOf(fields.any('the validity'), 'the validity');
  const notBefore = timeOf(validity.any('the begin'), 'the begin of the validity');
  const notAfter = timeOf(validity.any('the end'), 'the end of the validity');
  validity.end();
  const subject = fields.next(TAG.sequence, 'the subject');
  const key = verifyingKeyOfSpki(fields.next(TAG.sequence, 'the public key').whole);
  fields.optional(contextTag(1, false));
  fields.optional(contextTag(2, false));
  const extensions = fields.optional(contextTag(3));
  fields.end();
  const isVersion3 = version !== undefined && smallInteger(onlyChild(version, 'the version'), 'the version') === 2;
  if (extensions !== undefined && !isVersion3) throw new BadDer('expected extensions only in a certificate of version 3');
  return {
    der: value.whole,
    signed: { message: message.whole, algorithm: signatureAlgorithmOf(algorithm), signature },
    issuer: issuer.whole,
    subject: subject.whole,
    subjectText: nameText(subject),
    issuerText: nameText(issuer),
    serial,
    notBefore,
    notAfter,
    key,
    ...limitsOf(extensions === undefined ? [] : onlyChild(extensions, 'the extensions').children),
  };
}

interface Extension {
  readonly isCritical: boolean;
  readonly value: DerValue;
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const ALTERNATIVE_NAME = '2.5.29.17';
/** Certificate policies limit nothing for who asks for no policy. */
const UNDERSTOOD = [BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, ALTERNATIVE_NAME, '2.5.29.32'];

type Limits = Pick<Certificate, 'isAuthority' | 'pathLength' | 'keyUse' | 'purposes' | 'alternativeNames' | 'unknownCritical'>;

function limitsOf(values: readonly DerValue[]): Limits {
  const extensions = new Map<string, Extension>();
  for (const each of values) {
    const fields = fieldsOf(each, 'an extension');
    const oid = oidOf(fields.any('the name of an extension'), 'the name of an extension');
    const isCritical = flagOf(fields.optional(TAG.boolean));
    const { content } = fields.next(TAG.octetString, 'the value of an extension');
    fields.end();
    if (extensions.has(oid)) throw new BadDer(`expected extension ${oid} once`);
    // A certificate may have extensions of its own, in any form.
    if (isCritical || UNDERSTOOD.includes(oid)) extensions.set(oid, { isCritical, value: readExtension(oid, content) });
    else extensions.set(oid, { isCritical, value: each });
  }
  const basic = extensions.get(BASIC_CONSTRAINTS);
  const keyUse = extensions.get(KEY_USAGE);
  const purposes = extensions.get(EXTENDED_KEY_USAGE);
  const names = extensions.get(ALTERNATIVE_NAME);
  const { isAuthority, pathLength } = basic === undefined ? { isAuthority: false, pathLength: null } : constraintsOf(basic.value);
  return {
    isAuthority,
    pathLength,
    keyUse: keyUse === undefined ? null : bitsOf(keyUse.value, 'the key usage'),
    purposes: purposes === undefined ? null : { oids: purposesOf(purposes.value), isCritical: purposes.isCritical },
    alternativeNames: names === undefined ? [] : alternativeNames(names.value),
    unknownCritical: [...extensions].filter(([oid, { isCritical }]) => isCritical && !UNDERSTOOD.includes(oid)).map(([oid]) => oid),
  };
}

function readExtension(oid: string, content: Uint8Array): DerValue {
  try {
    return readDer(content);
  } catch (error) {
    if (!(error instanceof BadDer)) throw error;
    throw new BadDer(`extension ${oid}: ${error.message}`);
  }
}

function constraintsOf(value: DerValue): Pick<Certificate, 'isAuthority' | 'pathLength'> {
  const fields = fieldsOf(value, 'the basic constraints');
  const isAuthority = flagOf(fields.optional(TAG.boolean));
  const length = fields.optional(TAG.integer);
  fields.end();
  return { isAuthority, pathLength: length === undefined ? null : smallInteger(length, 'the path length') };
}

function purposesOf(value: DerValue): readonly string[] {
  const fields = fieldsOf(value, 'the extended key usage');
  const oids = fields.rest().map((each) => oidOf(each, 'a purpose'));
  if (oids.length === 0) throw new BadDer('expected a purpose in the extended key usage, found none');
  return oids;
}
