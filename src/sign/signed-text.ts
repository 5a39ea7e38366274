/**
 * Whether a file is the text that a signature of another form is over. Signify, and a key in a bundle of Sigstore, sign the bytes of a file as
 * they are. A key that signs seals or SSH signatures too has signed such texts, and whoever has one of its signatures could write the text to
 * a file and show the signature as one over that file.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Fault } from './foreign.ts';

const STARTS = ['DSSEv1 ', 'SSHSIG'].map(encodeUtf8);

/** Null if it is not. */
export function signedTextFault(bytes: Uint8Array): Fault | null {
  if (!STARTS.some((start) => start.every((byte, at) => bytes[at] === byte))) return null;
  return {
    code: 'BAD_SIGNATURE',
    message: 'the file is the text that a signature of another form is over, and this signature may have been made for that',
  };
}
