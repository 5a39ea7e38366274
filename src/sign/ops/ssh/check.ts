/** Whether an SSH signature verifies, by the key that it brings. Whether that key is trusted is decided elsewhere. */
import { hash } from 'node:crypto';
import { BadKey } from '#keys/bad-key';
import { isSignature, type VerifyingKey, verifyingKeyOfSshBlob } from '#keys/public-key';
import { BadSignature } from '../../bad-signature.ts';
import { readSshKey, readSshSignatureBlob, shownBySecurityKey } from '../../ssh/blob.ts';
import { type SshSignature, sshSignedBytes } from '../../ssh/signature.ts';

export interface CheckedSsh {
  readonly key: VerifyingKey;
  readonly isSigned: boolean;
}

/** `digest` is the hash of the file that the signature names. Throws `BadSignature`. */
export function checkSsh(signature: SshSignature, digest: Uint8Array): CheckedSsh {
  const { type, plain, application } = readSshKey(signature.publicKey);
  const key = keyOf(plain);
  const { hash: ownHash, bytes, shown } = readSshSignatureBlob(signature.signature, type);
  const signed = sshSignedBytes(signature.namespace, signature.hash, digest);
  const message = application === null || shown === null ? signed : shownBySecurityKey(sha256(application), shown, sha256(signed));
  return { key, isSigned: isSignature(key, message, bytes, 'der', ownHash ?? undefined) };
}

function keyOf(blob: Uint8Array): VerifyingKey {
  try {
    return verifyingKeyOfSshBlob(blob);
  } catch (error) {
    if (error instanceof BadKey) throw new BadSignature(error.message);
    throw error;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** As OpenSSH shows it: that of a security key covers what the key is bound to. */
export function sshFingerprint(blob: Uint8Array): string {
  return `SHA256:${sha256(blob).toString('base64').replace('=', '')}`;
}
