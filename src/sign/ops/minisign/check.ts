/** Whether a signature of minisign or signify verifies by a key. */
import { joined } from '#core/bytes/ssh-wire';
import { BadKey } from '#keys/bad-key';
import { isSignature, type VerifyingKey, verifyingKeyOfSpki } from '#keys/public-key';
import { BadSignature } from '../../bad-signature.ts';
import type { MinisignKey } from '../../minisign/public-key.ts';
import { type MinisignSignature, trustedCommentBytes } from '../../minisign/signature.ts';
import type { SignedFile, WantedBytes } from '../signed-file.ts';

const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** Throws `BadSignature`. */
export function verifyingKeyOfMinisign({ key }: MinisignKey): VerifyingKey {
  try {
    return verifyingKeyOfSpki(joined(ED25519, key));
  } catch (error) {
    if (error instanceof BadKey) throw new BadSignature(error.message);
    throw error;
  }
}

export function wantedByMinisign({ isPrehashed }: MinisignSignature): WantedBytes {
  return isPrehashed ? { hashes: ['blake2b512'], isWhole: false } : { hashes: [], isWhole: true };
}

/** The file was read as `wantedByMinisign` says. */
export function isMinisigned(key: VerifyingKey, signature: MinisignSignature, file: SignedFile): boolean {
  const message = signature.isPrehashed ? file.digest('blake2b512') : (file.bytes as Uint8Array);
  const { trusted } = signature;
  return (
    isSignature(key, message, signature.signature) &&
    (trusted === null || isSignature(key, trustedCommentBytes(signature, trusted), trusted.signature))
  );
}
