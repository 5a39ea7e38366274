/**
 * Public keys as OpenSSH writes them: the blob, and the line of a `.pub` file around it.
 *
 *     sshBlobOf(key)                               string 'ssh-ed25519', string of 32 bytes
 *     sshLineOf(key, 'alice@example.com')          ssh-ed25519 AAAAC3Nz… alice@example.com
 *     spkiOfSshLine('ssh-ed25519 AAAAC3Nz… x')     the DER of the key
 *
 * Certificates and keys of security keys are refused by name.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { BadWire, joined, WireReader, wireMpint, wireString } from '#core/bytes/ssh-wire';
import { BadKey } from './bad-key.ts';
import { strictBase64 } from './pem.ts';
import { CURVES, type CurveAlgorithm, curveWhere, ED25519 } from './spki.ts';

const WANTED = 'expected one OpenSSH public key';
const LINE = /^([\w@.-]+) ([A-Za-z0-9+/=]+)(?: ([^\n\r]*))?\n*$/;

/** Throws `BadKey`. */
export function spkiOfSshLine(text: string): Uint8Array {
  const [, type, body = ''] = LINE.exec(text) ?? [];
  if (type === undefined) throw new BadKey(`${WANTED} in one line, found something else`);
  const blob = strictBase64(body);
  if (blob === null) throw new BadKey(`${WANTED}, found text that is not base64`);
  const { name, spki } = readBlob(blob);
  if (name !== type) throw new BadKey(`${WANTED}, found a line that says ${type} and holds ${name}`);
  return spki;
}

/** Throws `BadKey`. */
export function spkiOfSshBlob(blob: Uint8Array): Uint8Array {
  return readBlob(blob).spki;
}

export function sshBlobOf(key: { readonly algorithm: string; readonly spki: Uint8Array; readonly key: KeyObject }): Uint8Array {
  if (key.algorithm === 'ed25519') return joined(wireString('ssh-ed25519'), wireString(key.spki.subarray(ED25519.spki.length)));
  if (key.algorithm === 'rsa') {
    const { n = '', e = '' } = key.key.export({ format: 'jwk' });
    const number = (text: string): Uint8Array => wireMpint(Buffer.from(text, 'base64url'));
    return joined(wireString('ssh-rsa'), number(e), number(n));
  }
  const { ssh, spki } = CURVES[key.algorithm as CurveAlgorithm];
  return joined(wireString(`ecdsa-sha2-${ssh}`), wireString(ssh), wireString(key.spki.subarray(spki.length)));
}

export function sshLineOf(key: Parameters<typeof sshBlobOf>[0], comment = ''): string {
  const blob = sshBlobOf(key);
  const line = `${new WireReader(blob).name()} ${Buffer.from(blob).toString('base64')}`;
  return comment === '' ? line : `${line} ${comment}`;
}

function readBlob(blob: Uint8Array): { readonly name: string; readonly spki: Uint8Array } {
  try {
    const reader = new WireReader(blob);
    const name = reader.name();
    const spki = readFields(name, reader);
    reader.end();
    return { name, spki };
  } catch (error) {
    if (error instanceof BadWire) throw new BadKey(`${WANTED}, found a damaged one`);
    throw error;
  }
}

function readFields(name: string, reader: WireReader): Uint8Array {
  if (name === 'ssh-ed25519') {
    const key = reader.string();
    if (key.length !== ED25519.size) throw new BadWire('expected 32 bytes');
    return joined(ED25519.spki, key);
  }
  if (name === 'ssh-rsa') return rsaSpki(reader.mpint(), reader.mpint());
  const curve = curveWhere(({ ssh }) => name === `ecdsa-sha2-${ssh}`)?.[1];
  if (curve === undefined) throw new BadKey(`${WANTED} of a type that can be used, found ${name}`);
  if (reader.name() !== curve.ssh) throw new BadWire('expected the curve of the type');
  const point = reader.string();
  if (point.length !== 1 + 2 * curve.size || point[0] !== 4) throw new BadWire('expected an uncompressed point');
  return joined(curve.spki, point);
}

function rsaSpki(e: Uint8Array, n: Uint8Array): Uint8Array {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes[0] === 0 ? bytes.subarray(1) : bytes).toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'RSA', e: text(e), n: text(n) }, format: 'jwk' });
    return key.export({ type: 'spki', format: 'der' });
  } catch {
    throw new BadWire('expected two numbers that are an RSA key');
  }
}
