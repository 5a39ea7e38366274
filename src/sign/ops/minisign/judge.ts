/** Judges the file of a signature of minisign or signify over a file. Such a signature brings no key: without one it is not checked. */

import { decodeOrEmpty } from '#core/bytes/utf8';
import { counted } from '#core/count-text';
import { BadSignature } from '../../bad-signature.ts';
import { badSignature, doesNotVerify, malformed, type SeenSignature, signerOf, trusted, unchecked } from '../../foreign.ts';
import type { JudgedSignature } from '../../judged.ts';
import { claimedTimeOf, type MinisignSignature, parseMinisignSignature } from '../../minisign/signature.ts';
import { signedTextFault } from '../../signed-text.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import { readSignedFile, type SignedFile } from '../signed-file.ts';
import { orRefuse, type Trust } from '../trust.ts';
import { isMinisigned, wantedByMinisign } from './check.ts';

export function judgeMinisignFile({ bytes, signature, document, trust }: Judging): JudgedFile {
  const path = signature.given;
  let parsed: MinisignSignature;
  try {
    parsed = parseMinisignSignature(decodeOrEmpty(bytes));
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    return { digest: null, signatures: [malformed({ form: 'minisign', path }, error.message)], notes: [] };
  }
  const file = orRefuse(document.given, () => readSignedFile(document.path, wantedByMinisign(parsed)));
  return { digest: file.sha256, signatures: [judged(parsed, path, file, trust)], notes: unsignedLines(parsed, path) };
}

function judged(parsed: MinisignSignature, path: string, file: SignedFile, { keys, byPolicy }: Trust): JudgedSignature {
  const { form, number, trusted: comment } = parsed;
  const seen: SeenSignature = { form, path };
  // A key that is no minisign key has no number; it may be the same key in another form.
  const candidates = keys.filter((key) => key.key.algorithm === 'ed25519' && (key.number === null || key.number === number));
  const key = candidates.find((candidate) => isMinisigned(candidate.key, parsed, file));
  // The trusted comment of minisign is signed too, and could not be made from another signature.
  const fault = file.bytes === null || comment !== null ? null : signedTextFault(file.bytes);
  if (fault !== null) return badSignature(seen, fault);
  if (key !== undefined) return trusted({ ...seen, signer: signerOf(key.key), claimed_time: claimedTimeOf(comment) }, key.name);
  // Many are named by a policy, and a signature without the number of one of them may be by anybody else.
  if (byPolicy !== undefined && candidates.every((candidate) => candidate.number === null))
    return unchecked(seen, `it is by the key number ${number}, and by none of the keys in the policy, or it was changed`);
  return candidates.length > 0 ? doesNotVerify(seen) : unchecked(seen, `it is by the key number ${number}, which nothing here names`);
}

function unsignedLines({ unsignedLines: count }: MinisignSignature, path: string): JudgedFile['notes'] {
  return count === 0 ? [] : [{ what: `${counted(count, 'line')} at the end of ${path}`, reason: 'not signed by anybody, and ignored' }];
}
