/**
 * Signatures as typed functions: signing, reading a policy, and checking a DSSE envelope by itself.
 *
 *     await sign('december.lock.json', { key: 'alice.pem', role: 'producer' })
 *     readPolicyFile('custody.policy.yaml').rules
 */
import { formatInstant } from '#core/time';
import { workingFolder } from '#disk/path/working-folder';
import { ONLY_READ } from '#evidence/ops/asked';
import { findEvidence } from '#evidence/ops/find';
import { addSeal, type Sealed, type Signable, signable } from '#evidence/ops/sign';
import { processEnv } from '#installation/process-input';
import { isSignature, parseVerifyingKey, type VerifyingKey } from '#keys/public-key';
import { openSigner } from '#keys/signer';
import { type Envelope, parseEnvelope, preAuthenticationEncoding, signersOf } from '#sign/dsse';
import { readPolicy } from '#sign/ops/policy-file';
import { explainPolicy } from '#sign/policy/explain';
import { isNote, isRole } from '#sign/seal';
import { createdFrom } from '../created-from.ts';
import { absolute } from '../given-path.ts';

export { BadEnvelope } from '#sign/dsse';
export type { JudgedPolicy, JudgedRule, JudgedSignature, JudgedSigner, SignatureForm, SignatureState } from '#sign/judged';
export type { PolicySettings, StricterSettings } from './policy-settings.ts';
export type { TrustSettings } from './trust-settings.ts';
export { type SignatureTrust, verifySignature } from './verify-signature.ts';
export type { Sealed };

export interface SignatureSettings {
  /** A file with a private key, the name of a key of the user, or the fingerprint of a key in the ssh-agent. */
  readonly key?: string;
  /** The command of a program that signs. */
  readonly signer?: string;
  /** A file whose only line is the passphrase of the key. */
  readonly passphraseFile?: string;
  readonly role?: string;
  readonly note?: string;
  /** The time that the seal claims, RFC 3339 text or a date; the default is now. */
  readonly created?: string | Date;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives warnings, such as of a key that others can read. */
  readonly warn?: (text: string) => void;
}

/** Adds a seal beside the evidence or file. Throws `Refusal`. */
export async function sign(path: string, settings: SignatureSettings = {}): Promise<Sealed> {
  const { key, signer: program, passphraseFile, role = null, note = null, created, env = processEnv(), warn = () => {} } = settings;
  if (role !== null && !isRole(role)) throw new RangeError(`expected a role in lower case, found '${role}'`);
  if (note !== null && !isNote(note)) throw new RangeError('expected a note of at most 1,000 characters');
  const time = created === undefined ? formatInstant(new Date()) : createdFrom(created);
  const wanted = await wantedAt(path, env);
  const file = passphraseFile === undefined ? undefined : { path: absolute(passphraseFile), shown: passphraseFile };
  const signer = await openSigner({ key, signer: program, passphrase: { file }, cwd: workingFolder(), env, warn });
  try {
    return await addSeal(wanted, { signer, role, note, time, sync: true });
  } finally {
    signer.close();
  }
}

async function wantedAt(path: string, env: NonNullable<SignatureSettings['env']>): Promise<Signable> {
  const { found } = await findEvidence({ given: path, path: absolute(path) }, { depth: 0, anyFile: true });
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) throw new RangeError(`expected one piece of evidence, found ${found.length} in ${path}`);
  return signable(first, { ...ONLY_READ, env, cwd: workingFolder(), plainHttp: false });
}

export interface PolicyFile {
  /** `sha256:` and hex of its bytes. */
  readonly digest: string;
  readonly signers: readonly { readonly name: string; readonly roles: readonly string[]; readonly fingerprint: string | null }[];
  readonly rules: readonly { readonly kind: string; readonly require: string }[];
  /** The policy in sentences. */
  readonly explained: readonly string[];
}

/** Throws `Refusal` if the policy cannot be used. `digest` is the one that is pinned. */
export function readPolicyFile(path: string, { digest = null }: { readonly digest?: string | null } = {}): PolicyFile {
  const loaded = readPolicy({ given: path, path: absolute(path) }, { digest });
  const { signers, rules } = loaded.policy;
  return {
    digest: loaded.digest,
    signers: signers.map(({ name, roles, key }) => ({ name, roles, fingerprint: key?.fingerprint ?? null })),
    rules: rules.map(({ kind, require }) => ({ kind, require: require.text })),
    explained: [...explainPolicy(loaded.policy)],
  };
}

export interface EnvelopeQuestion {
  /** Public keys: PEM, a line of OpenSSH, JWK or did:key. A key that is named twice counts once. */
  readonly keys: readonly string[];
  /** How many different keys have to have signed; the default is 1. */
  readonly threshold?: number;
  readonly payloadTypes: readonly string[];
}

export interface EnvelopeAnswer {
  readonly isGood: boolean;
  /** The positions in `keys` of those who signed. */
  readonly signers: readonly number[];
  readonly payloadType: string;
  /** The bytes that were verified; null if the answer is no. */
  readonly payload: Uint8Array | null;
}

/** A DSSE envelope by itself: what is in the payload is not judged. Throws `BadEnvelope` or `BadKey`. */
export function verifyEnvelope(envelope: Uint8Array, { keys, threshold = 1, payloadTypes }: EnvelopeQuestion): EnvelopeAnswer {
  if (!Number.isSafeInteger(threshold) || threshold < 1) throw new RangeError(`expected a threshold of at least 1, found ${threshold}`);
  const opened = parseEnvelope(envelope);
  const signers = keysThatSigned(opened, keys.map(parseVerifyingKey));
  const isGood = signers.length >= threshold && payloadTypes.includes(opened.payloadType);
  return { isGood, signers, payloadType: opened.payloadType, payload: isGood ? opened.payload : null };
}

function keysThatSigned(envelope: Envelope, keys: readonly VerifyingKey[]): readonly number[] {
  const message = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
  const first = keys.map(({ keyid }) => keys.findIndex((key) => key.keyid === keyid));
  const found = signersOf(
    envelope,
    keys.map(({ keyid }) => keyid),
    (index, sig) => isSignature(keys[index] as VerifyingKey, message, sig),
  );
  return [...new Set([...found].map((index) => first[index] as number))].sort((a, b) => a - b);
}
