/**
 * SSHSIG, the signatures of `ssh-keygen -Y sign`: a text with a header and a footer around the base64 of
 *
 *     SSHSIG, version 1, public key, namespace, reserved (empty), hash algorithm, signature
 *
 * and the bytes that the signature is over: `SSHSIG`, namespace, reserved, hash algorithm, hash of the message.
 *
 * Stricter than ssh-keygen 9.2, which accepts text after the footer, version 0 and a reserved field that is not empty.
 */
import { decodePlainBase64, encodeBase64 } from '#core/bytes/base64';
import { compareBytes } from '#core/bytes/order';
import { BadWire, joined, WireReader, wireString, wireUint32 } from '#core/bytes/ssh-wire';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { BadSignature } from '../bad-signature.ts';

export type SshHash = 'sha256' | 'sha512';

export interface SshSignature {
  /** The blob of the public key; it names the key, and never makes it trusted. */
  readonly publicKey: Uint8Array;
  readonly namespace: string;
  readonly hash: SshHash;
  /** The blob of the signature: its algorithm, and what that needs. */
  readonly signature: Uint8Array;
}

const MAGIC = encodeUtf8('SSHSIG');
const HEADER = '-----BEGIN SSH SIGNATURE-----\n';
const ARMOUR = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/= \t\n]*)\n-----END SSH SIGNATURE-----\n?$/;
const LINE = 70;
const WANTED = 'expected one SSH signature';

export function looksLikeSshSignature(text: string): boolean {
  return text.includes(HEADER.trimEnd());
}

/** Throws `BadSignature`. */
export function parseSshSignature(text: string): SshSignature {
  const [, body] = ARMOUR.exec(text) ?? [];
  if (body === undefined) throw new BadSignature(`${WANTED} and nothing around it, found ${armourFault(text)}`);
  const bytes = decodePlainBase64(body.replaceAll(/[ \t\n]/g, ''));
  if (bytes === null) throw new BadSignature(`${WANTED}, found text that is not base64`);
  try {
    return readBlob(new WireReader(bytes));
  } catch (error) {
    if (error instanceof BadWire) throw new BadSignature(`${WANTED}, found a damaged one: ${error.message}`);
    throw error;
  }
}

export function formatSshSignature({ publicKey, namespace, hash, signature }: SshSignature): string {
  const fields = [publicKey, namespace, '', hash, signature].map(wireString);
  const text = encodeBase64(joined(MAGIC, wireUint32(1), ...fields));
  const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return `${HEADER}${lines.join('\n')}\n-----END SSH SIGNATURE-----\n`;
}

/** The bytes that are signed; `digest` is the hash of the message. */
export function sshSignedBytes(namespace: string, hash: SshHash, digest: Uint8Array): Uint8Array {
  return joined(MAGIC, ...[namespace, '', hash, digest].map(wireString));
}

function readBlob(reader: WireReader): SshSignature {
  if (compareBytes(reader.take(MAGIC.length), MAGIC) !== 0) throw new BadSignature(`${WANTED}, found other bytes in its frame`);
  const version = reader.uint32();
  if (version !== 1) throw new BadSignature(`${WANTED} of version 1, found version ${version}`);
  const publicKey = reader.string();
  const namespace = textOf(reader.string());
  if (namespace === '') throw new BadSignature(`${WANTED} with a namespace, found an empty one`);
  const reserved = reader.string();
  if (reserved.length > 0) throw new BadSignature(`${WANTED} whose reserved field is empty, found ${reserved.length} bytes in it`);
  const hash = reader.name();
  if (hash !== 'sha256' && hash !== 'sha512') throw new BadSignature(`${WANTED} over sha256 or sha512, found ${hash}`);
  const signature = reader.string();
  reader.end();
  return { publicKey, namespace, hash, signature };
}

function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new BadSignature(`${WANTED} whose namespace is a text, found a zero byte in it`);
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new BadSignature(`${WANTED} whose namespace is UTF-8, found other bytes`);
  }
}

function armourFault(text: string): string {
  if (text.includes('\r')) return 'lines that end with CR';
  if (!text.startsWith(HEADER)) return 'text before the header';
  if (text.split(HEADER.trimEnd()).length > 2) return 'a second signature';
  return text.includes('-----END SSH SIGNATURE-----') ? 'text after the footer, or letters that are not base64' : 'no footer';
}
