/**
 * The results of judging a signature that another program made: one function for each state, so that all forms give the same words.
 *
 *     unknownSigner({ form: 'ssh', path: 'a.csv.sig', signer })     by a key that nothing here names
 */
import { type JudgedSignature, type JudgedSigner, type SignatureFinding, type SignatureForm, UNKNOWN_SIGNER } from './judged.ts';

/** What is known of a signature before it is decided what it is worth. */
export interface SeenSignature {
  readonly form: SignatureForm;
  readonly path: string;
  readonly signer?: JudgedSigner | null;
  readonly claimed_time?: string | null;
  readonly trusted_time?: string | null;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly wanted?: string | null;
  readonly found?: string | null;
}

/** A key that the caller named, and the name to show for it. */
export interface NamedKey {
  readonly name: string;
  readonly keyid: string;
}

export function signerOf({
  keyid,
  fingerprint,
  algorithm,
}: {
  readonly keyid: string;
  readonly fingerprint: string;
  readonly algorithm: string;
}): JudgedSigner {
  return { ...UNKNOWN_SIGNER, keyid, fingerprint, algorithm };
}

export function badSignature(seen: SeenSignature, fault: Fault): JudgedSignature {
  return judged(seen, 'bad', fault);
}

/** The text or the bytes are no signature of that form. */
export function malformed(seen: SeenSignature, reason: string): JudgedSignature {
  return badSignature(seen, { code: 'BAD_SIGNATURE_FILE', message: `${seen.path} cannot be read as a signature: ${reason}` });
}

export function doesNotVerify(seen: SeenSignature): JudgedSignature {
  return badSignature(seen, {
    code: 'BAD_SIGNATURE',
    message: `the signature in ${seen.path} does not verify: it was changed, or is of something else`,
  });
}

export function unchecked(seen: SeenSignature, reason: string): JudgedSignature {
  return judged(seen, 'unchecked', { code: 'UNKNOWN_KEY', message: `${seen.path} was not checked: ${reason}` });
}

export function notCounted(seen: SeenSignature, fault: Fault): JudgedSignature {
  return judged(seen, 'not_counted', fault);
}

export function unknownSigner(seen: SeenSignature): JudgedSignature {
  const who = seen.signer?.identity ?? seen.signer?.fingerprint ?? null;
  return judged(seen, 'unknown_signer', {
    code: 'UNKNOWN_SIGNER',
    message: `${seen.path} is by a signer that nothing here names${who === null ? '' : `: ${who}`}`,
    found: who,
  });
}

export function trusted(seen: SeenSignature, name: string): JudgedSignature {
  const { finding: _, ...rest } = judged(seen, 'trusted', { code: '', message: '' });
  return { ...rest, signer: { ...(seen.signer ?? UNKNOWN_SIGNER), name }, finding: null };
}

/** Trusted if the key that made it is one of those. */
export function trustedByKey(seen: SeenSignature, keys: readonly NamedKey[]): JudgedSignature {
  const key = keys.find(({ keyid }) => keyid === seen.signer?.keyid);
  return key === undefined ? unknownSigner(seen) : trusted(seen, key.name);
}

/** An envelope that verifies is by an unknown signer, unless its key is one of those. */
export function trustedIfNamed(judgedBefore: JudgedSignature, keys: readonly NamedKey[]): JudgedSignature {
  if (judgedBefore.state !== 'unknown_signer') return judgedBefore;
  const { state, signer, finding } = trustedByKey(judgedBefore, keys);
  return { ...judgedBefore, state, signer, finding };
}

function judged(
  seen: SeenSignature,
  state: JudgedSignature['state'],
  { code, message, wanted = null, found = null }: Fault,
): JudgedSignature {
  const finding: SignatureFinding = { code, path: null, wanted, found, message, next_command: null };
  const { form, path, signer = null, claimed_time = null, trusted_time = null } = seen;
  return { form, path, state, signer, role: null, claimed_time, trusted_time, finding };
}
