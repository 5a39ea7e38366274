/**
 * A timestamp token (CMS SignedData around a TSTInfo, RFC 3161 and 5652): its parts, with those bytes that are hashed and signed.
 *
 *     ContentInfo  SEQUENCE { signedData, [0] SignedData }
 *     SignedData   SEQUENCE { version 3, SET digestAlgorithms, SEQUENCE { TSTInfo, [0] OCTET STRING }, [0] certificates?, [1] crls?, SET { SignerInfo } }
 *     SignerInfo   SEQUENCE { version 1, SEQUENCE { issuer, serial }, digestAlgorithm, [0] signedAttrs, signatureAlgorithm, OCTET STRING, [1] unsignedAttrs? }
 */
import { hex } from '@scure/base';
import { BadDer, contextTag, type DerValue, TAG } from '#core/der/read';
import { expectTag, type Fields, fieldsOf, integerHex, oidOf, onlyChild, smallInteger } from '#core/der/values';
import { hashNameOf, type ImprintHash } from './hash-names.ts';
import { parseTstInfo, type TstInfo } from './tst-info.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** What the signed attributes say of the certificate: its digest. */
export interface CertificateId {
  readonly algorithm: ImprintHash | 'sha1';
  readonly digest: string;
}

export interface TimestampToken {
  readonly info: TstInfo;
  /** The octets that the attribute `messageDigest` is over. */
  readonly infoBytes: Uint8Array;
  /** DER, as the token brings them. Nobody has to trust them. */
  readonly certificates: readonly Uint8Array[];
  /** DER of the name, and the serial number, of the signer's certificate. */
  readonly signer: { readonly issuer: Uint8Array; readonly serial: string };
  readonly digestAlgorithm: ImprintHash;
  readonly messageDigest: string;
  /** At least one. */
  readonly certificateIds: readonly CertificateId[];
  /** The signed attributes as they lie there, with the tag of a SET: the signature is over these bytes. */
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: DerValue;
  readonly signature: Uint8Array;
  /** Parts that no signature covers and that are not looked at. */
  readonly unread: readonly ('revocation lists' | 'unsigned attributes')[];
}

/** Throws `BadDer`. */
export function parseToken(value: DerValue): TimestampToken {
  const data = fieldsOf(contentOf(value, SIGNED_DATA), 'a SignedData');
  requireVersion(data, 3, 'SignedData');
  const hashes = data.next(TAG.set, 'the hashes').children.map(hashNameOf);
  const content = data.next(TAG.sequence, 'the content');
  const infoBytes = expectTag(contentOf(content, TST_INFO), TAG.octetString, 'a TSTInfo').content;
  const certificates = data.optional(contextTag(0))?.children ?? [];
  const lists = data.optional(contextTag(1));
  const signers = data.next(TAG.set, 'the signers');
  data.end();
  const signer = signerOf(onlyChild(signers, 'the signers'));
  if (!hashes.includes(signer.digestAlgorithm)) throw new BadDer('expected the hash of the signer among those named');
  const unread = [...(lists === undefined ? [] : ['revocation lists' as const]), ...signer.unread];
  return {
    ...signer,
    info: parseTstInfo(infoBytes),
    infoBytes,
    certificates: certificates.map((each) => expectTag(each, TAG.sequence, 'a certificate').whole),
    unread,
  };
}

/** A ContentInfo of one type: the value inside of it. */
function contentOf(value: DerValue, type: string): DerValue {
  const fields = fieldsOf(value, 'a ContentInfo');
  const found = oidOf(fields.any('a content type'), 'a content type');
  if (found !== type) throw new BadDer(`expected content type ${type}, found ${found}`);
  const content = onlyChild(fields.next(contextTag(0), 'the content'), 'the content');
  fields.end();
  return content;
}

function requireVersion(fields: Fields, wanted: number, what: string): void {
  const version = smallInteger(fields.any('the version'), 'the version');
  if (version !== wanted) throw new BadDer(`expected version ${wanted} of ${what}, found ${version}`);
}

type Signer = Omit<TimestampToken, 'info' | 'infoBytes' | 'certificates'>;

function signerOf(value: DerValue): Signer {
  const fields = fieldsOf(value, 'a SignerInfo');
  requireVersion(fields, 1, 'SignerInfo');
  const id = fieldsOf(fields.any('the signer'), 'the signer');
  const issuer = id.next(TAG.sequence, 'an issuer').whole;
  const serial = integerHex(id.any('a serial number'), 'a serial number');
  id.end();
  const digestAlgorithm = hashNameOf(fields.any('the hash'));
  const signed = fields.next(contextTag(0), 'signed attributes');
  const signatureAlgorithm = fields.next(TAG.sequence, 'the signature algorithm');
  const signature = fields.next(TAG.octetString, 'the signature').content;
  const unsigned = fields.optional(contextTag(1));
  fields.end();
  const signedBytes = Uint8Array.from(signed.whole);
  signedBytes[0] = TAG.set;
  return {
    signer: { issuer, serial },
    digestAlgorithm,
    ...attributesOf(signed),
    signedBytes,
    signatureAlgorithm,
    signature,
    unread: unsigned === undefined ? [] : ['unsigned attributes'],
  };
}

function attributesOf(signed: DerValue): Pick<Signer, 'messageDigest' | 'certificateIds'> {
  const values = new Map<string, DerValue>();
  for (const each of signed.children) {
    const fields = fieldsOf(each, 'an attribute');
    const oid = oidOf(fields.any('the name of an attribute'), 'the name of an attribute');
    const set = fields.next(TAG.set, 'the value of an attribute');
    fields.end();
    if (values.has(oid)) throw new BadDer(`expected attribute ${oid} once`);
    values.set(oid, set);
  }
  const only = (oid: string): DerValue => {
    const set = values.get(oid);
    if (set === undefined) throw new BadDer(`expected attribute ${oid}, found none`);
    return onlyChild(set, `attribute ${oid}`);
  };
  const type = oidOf(only(CONTENT_TYPE), 'the content type');
  if (type !== TST_INFO) throw new BadDer(`expected content type ${TST_INFO} as attribute, found ${type}`);
  const messageDigest = hex.encode(expectTag(only(MESSAGE_DIGEST), TAG.octetString, 'the message digest').content);
  const certificateIds = [
    ...(values.has(SIGNING_CERTIFICATE) ? [idOf(only(SIGNING_CERTIFICATE), false)] : []),
    ...(values.has(SIGNING_CERTIFICATE_V2) ? [idOf(only(SIGNING_CERTIFICATE_V2), true)] : []),
  ];
  if (certificateIds.length === 0) throw new BadDer('expected the digest of the signing certificate as attribute, found none');
  return { messageDigest, certificateIds };
}

/** The first of the certificates is that of the signer. */
function idOf(value: DerValue, isSecond: boolean): CertificateId {
  const [list] = fieldsOf(value, 'the signing certificate').rest();
  const [first] = list === undefined ? [] : fieldsOf(list, 'the signing certificates').rest();
  if (first === undefined) throw new BadDer('expected a signing certificate, found none');
  const fields = fieldsOf(first, 'a signing certificate');
  const named = isSecond ? fields.optional(TAG.sequence) : undefined;
  const algorithm = named === undefined ? (isSecond ? 'sha256' : 'sha1') : hashNameOf(named);
  return { algorithm, digest: hex.encode(fields.next(TAG.octetString, 'the digest of a certificate').content) };
}
