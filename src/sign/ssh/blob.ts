/**
 * The blobs of SSH keys and signatures, as far as a signature over a file needs them: which kind of key, and which bytes it signed.
 *
 *     readSshKey(blob)                                { kind: 'plain', type: 'ssh-ed25519' }
 *     readSshSignatureBlob(bytes, 'ssh-ed25519')      { type: 'ssh-ed25519', encoding: 'raw', bytes: 64 bytes, … }
 *
 * A security key (`sk-`) signs a hash of what it shows: SHA-256 of the application, flags, counter, SHA-256 of the signed bytes.
 */
import { BadWire, joined, WireReader, wireString } from '#core/bytes/ssh-wire';
import { TAG } from '#core/der/read';
import { derInteger, derOf } from '#core/der/write';
import { BadSignature } from '../bad-signature.ts';

export interface SshKeyBlob {
  readonly type: string;
  /** The blob of the same key without its application, which is a blob of an ordinary key. */
  readonly plain: Uint8Array;
  /** What a security key is bound to; null for an ordinary key. */
  readonly application: Uint8Array | null;
}

export interface SshSignatureBlob {
  readonly hash: 'sha256' | 'sha384' | 'sha512' | null;
  /** Ed25519 and RSA: as they are. ECDSA: DER. */
  readonly bytes: Uint8Array;
  /** Flags and counter of a security key, 5 bytes; null for an ordinary key. */
  readonly shown: Uint8Array | null;
}

/** The types of security keys, and the ordinary type of each. */
const SECURITY_KEYS: Readonly<Record<string, string>> = {
  'sk-ssh-ed25519@openssh.com': 'ssh-ed25519',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ecdsa-sha2-nistp256',
};

/** Throws `BadSignature`. */
export function readSshKey(blob: Uint8Array): SshKeyBlob {
  return reading(() => {
    const reader = new WireReader(blob);
    const type = reader.name();
    if (type.includes('-cert-')) throw new BadSignature('expected a plain SSH key, found a certificate, which custody does not judge');
    const ordinary = SECURITY_KEYS[type];
    if (ordinary === undefined) return { type, plain: blob, application: null };
    const fields = ordinary === 'ssh-ed25519' ? [reader.string()] : [reader.string(), reader.string()];
    const application = reader.string();
    reader.end();
    return { type, plain: joined(wireString(ordinary), ...fields.map(wireString)), application };
  });
}

const CURVE_HASHES: Readonly<Record<string, SshSignatureBlob['hash']>> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};
const RSA_HASHES: Readonly<Record<string, SshSignatureBlob['hash']>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };

/** `keyType` is the type of the key that is said to have signed. Throws `BadSignature`. */
export function readSshSignatureBlob(blob: Uint8Array, keyType: string): SshSignatureBlob {
  return reading(() => {
    const reader = new WireReader(blob);
    const type = reader.name();
    if (keyType === 'ssh-rsa' ? RSA_HASHES[type] === undefined : type !== keyType)
      throw new BadSignature(`expected a signature by a key of type ${keyType}, found one of type ${type}`);
    const bytes = reader.string();
    const shown = type in SECURITY_KEYS ? reader.take(5) : null;
    reader.end();
    const ordinary = SECURITY_KEYS[type] ?? type;
    const curve = CURVE_HASHES[ordinary];
    return { hash: curve ?? RSA_HASHES[type] ?? null, bytes: curve === undefined ? bytes : derOfMpints(bytes), shown };
  });
}

/** The longest number of a curve that is known here, P-521. */
const MAX_NUMBER = 67;

/** `SEQUENCE { INTEGER r, INTEGER s }`. */
function derOfMpints(bytes: Uint8Array): Uint8Array {
  const reader = new WireReader(bytes);
  const numbers = [reader.mpint(), reader.mpint()];
  reader.end();
  if (numbers.some(({ length }) => length > MAX_NUMBER)) throw new BadWire('expected two numbers of a curve, found longer ones');
  return derOf(TAG.sequence, ...numbers.map(derInteger));
}

/** The bytes that a security key signs for `signedDigest`, the SHA-256 of the signed bytes. */
export function shownBySecurityKey(applicationDigest: Uint8Array, shown: Uint8Array, signedDigest: Uint8Array): Uint8Array {
  return joined(applicationDigest, shown, signedDigest);
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadWire) throw new BadSignature(`expected an SSH signature, found a damaged one: ${error.message}`);
    throw error;
  }
}
