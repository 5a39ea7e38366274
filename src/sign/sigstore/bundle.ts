/**
 * The bundle of Sigstore, which OpenSSF Model Signing uses too: one signature, what it is over, and what is needed to check it.
 *
 *     {"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json",
 *      "verificationMaterial":{"certificate":{"rawBytes":"…"},"tlogEntries":[…]},
 *      "dsseEnvelope":{"payload":"…","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":"…"}]}}
 *
 * Read strictly, because the library that judges bundles is lenient: its base64 accepts anything, and it uses names in a checkpoint as
 * regular expressions, which a crafted name makes endless.
 */
import { compareBytes } from '#core/bytes/order';
import { decodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadSignature } from '../bad-signature.ts';
import { bytesIn, countIn, listIn, objectIn, textIn } from './fields.ts';

export type KeyMaterial =
  | { readonly kind: 'key'; readonly hint: string | null }
  | { readonly kind: 'certificate' | 'chain'; readonly certificates: readonly Uint8Array[] };

export type SignedContent =
  | { readonly kind: 'envelope'; readonly payloadType: string; readonly payload: Uint8Array; readonly signature: Uint8Array }
  | { readonly kind: 'message'; readonly algorithm: string; readonly digest: Uint8Array; readonly signature: Uint8Array };

export interface Bundle {
  readonly mediaType: string;
  readonly material: KeyMaterial;
  readonly content: SignedContent;
  readonly logEntries: readonly LogEntry[];
  /** Replies of timestamp authorities over the signature. */
  readonly timestamps: readonly Uint8Array[];
}

export interface LogEntry {
  readonly kind: string;
  readonly version: string;
  readonly hasPromise: boolean;
  /** When the log says that it took the entry, in seconds; means something only with the promise. */
  readonly time: number;
}

const MEDIA_TYPE = /^application\/vnd\.dev\.sigstore\.bundle(?:\+json;version=0\.[123]|\.v0\.3\+json)$/;
const MOST = 32;
const LIMITS = { bytes: 1 << 26, values: 1 << 16 } as const;

/** Throws `BadSignature`. */
export function parseBundle(bytes: Uint8Array): Bundle {
  const value = objectIn(jsonOf(bytes, 'the bundle'), 'the bundle');
  const mediaType = textIn(value['mediaType'], 'mediaType');
  if (!MEDIA_TYPE.test(mediaType)) throw new BadSignature('expected the mediaType of a Sigstore bundle 0.1, 0.2 or 0.3, found another');
  const material = objectIn(value['verificationMaterial'], 'verificationMaterial');
  const timestamps = material['timestampVerificationData'] ?? {};
  return {
    mediaType,
    material: materialIn(material),
    content: contentIn(value),
    logEntries: listIn(material['tlogEntries'], 'tlogEntries', MOST).map(logEntryIn),
    timestamps: listIn(objectIn(timestamps, 'timestampVerificationData')['rfc3161Timestamps'], 'rfc3161Timestamps', MOST).map((token) =>
      bytesIn(objectIn(token, 'rfc3161Timestamps')['signedTimestamp'], 'signedTimestamp'),
    ),
  };
}

export function jsonOf(bytes: Uint8Array, what: string): JsonValue {
  try {
    return parseJson(bytes, 0, bytes.length, LIMITS);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BadSignature(`${what} is no JSON: ${error.message}`);
  }
}

function materialIn(material: JsonObject): KeyMaterial {
  const { publicKey, x509CertificateChain, certificate } = material;
  const given = [publicKey, x509CertificateChain, certificate].filter((each) => each !== undefined && each !== null);
  if (given.length !== 1) throw new BadSignature(`expected one of publicKey, x509CertificateChain and certificate, found ${given.length}`);
  if (isJsonObject(publicKey)) {
    const { hint } = publicKey;
    return { kind: 'key', hint: hint === undefined || hint === null || hint === '' ? null : textIn(hint, 'hint') };
  }
  if (isJsonObject(certificate)) return { kind: 'certificate', certificates: [certificateIn(certificate)] };
  const list = listIn(objectIn(x509CertificateChain, 'x509CertificateChain')['certificates'], 'certificates', MOST);
  if (list.length === 0) throw new BadSignature('expected certificates in the chain, found none');
  return { kind: 'chain', certificates: list.map(certificateIn) };
}

function certificateIn(value: JsonValue): Uint8Array {
  return bytesIn(objectIn(value, 'certificate')['rawBytes'], 'rawBytes of a certificate');
}

function contentIn({ dsseEnvelope, messageSignature }: JsonObject): SignedContent {
  if ((dsseEnvelope === undefined) === (messageSignature === undefined))
    throw new BadSignature('expected either dsseEnvelope or messageSignature');
  if (dsseEnvelope !== undefined) {
    const envelope = objectIn(dsseEnvelope, 'dsseEnvelope');
    const [first, ...more] = listIn(envelope['signatures'], 'signatures', MOST);
    if (first === undefined || more.length > 0)
      throw new BadSignature(`expected one signature, found ${first === undefined ? 0 : more.length + 1}`);
    return {
      kind: 'envelope',
      payloadType: textIn(envelope['payloadType'], 'payloadType'),
      payload: bytesIn(envelope['payload'], 'payload'),
      signature: bytesIn(objectIn(first, 'signatures')['sig'], 'sig'),
    };
  }
  const message = objectIn(messageSignature, 'messageSignature');
  const { algorithm, digest } = objectIn(message['messageDigest'], 'messageDigest');
  return {
    kind: 'message',
    algorithm: textIn(algorithm, 'algorithm'),
    digest: bytesIn(digest, 'digest'),
    signature: bytesIn(message['signature'], 'signature'),
  };
}

const MAX_CHECKPOINT = 1 << 16;
/** The names of logs and witnesses: no character that means something in a regular expression, but the point. */
const KEY_NAME = /^[\w.:/@~-]+$/;

function logEntryIn(value: JsonValue): LogEntry {
  const entry = objectIn(value, 'tlogEntries');
  for (const name of ['logIndex', 'integratedTime']) countIn(entry[name], name);
  bytesIn(objectIn(entry['logId'], 'logId')['keyId'], 'keyId');
  const { kind, version } = objectIn(entry['kindVersion'], 'kindVersion');
  jsonOf(bytesIn(entry['canonicalizedBody'], 'canonicalizedBody'), 'canonicalizedBody');
  const { inclusionPromise, inclusionProof } = entry;
  if (inclusionPromise !== undefined)
    bytesIn(objectIn(inclusionPromise, 'inclusionPromise')['signedEntryTimestamp'], 'signedEntryTimestamp');
  if (inclusionProof !== undefined) requireProof(objectIn(inclusionProof, 'inclusionProof'));
  return {
    kind: textIn(kind, 'kind'),
    version: textIn(version, 'version'),
    hasPromise: inclusionPromise !== undefined,
    time: Number(entry['integratedTime'] ?? 0),
  };
}

function requireProof({ logIndex, treeSize, rootHash, hashes, checkpoint }: JsonObject): void {
  countIn(logIndex, 'logIndex');
  if (rootHash !== undefined) bytesIn(rootHash, 'rootHash');
  for (const hash of listIn(hashes, 'hashes', 64)) bytesIn(hash, 'hashes');
  if (checkpoint === undefined) return;
  const note = textIn(objectIn(checkpoint, 'checkpoint')['envelope'], 'checkpoint');
  if (note.length > MAX_CHECKPOINT) throw new BadSignature('expected a short checkpoint, found a long one');
  const [head = '', ...rest] = note.split('\n\n');
  const [, size = '', root = ''] = head.split('\n');
  if (!/^\d{1,19}$/.test(size)) throw new BadSignature('expected the size of the log in the second line of a checkpoint');
  // The library looks at the checkpoint only: a proof that says something else would go unnoticed.
  if (treeSize !== undefined && countIn(treeSize, 'treeSize') !== size)
    throw new BadSignature('its proof and its checkpoint are of logs of different sizes');
  if (rootHash !== undefined && compareBytes(bytesIn(rootHash, 'rootHash'), bytesIn(root, 'a checkpoint')) !== 0)
    throw new BadSignature('its proof and its checkpoint have different roots');
  for (const line of rest.join('\n\n').split('\n')) requireSignatureLine(line);
}

function requireSignatureLine(line: string): void {
  if (line === '') return;
  const [, name, signature] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
  if (name === undefined || signature === undefined || !KEY_NAME.test(name))
    throw new BadSignature('expected lines of a name and a signature in a checkpoint');
  bytesIn(signature, 'a checkpoint');
}

/** The text of a payload, for a first look at what it is; null where it is none. */
export function payloadText({ content }: Bundle): string | null {
  if (content.kind !== 'envelope') return null;
  try {
    return decodeUtf8(content.payload);
  } catch {
    return null;
  }
}
