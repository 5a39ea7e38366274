/**
 * Judges a Sigstore bundle over a file: keyless by `--trusted-root`, `--identity` and `--issuer`, or by a key that the caller brings. With a key
 * and no trusted root the signature is checked, and its entries in logs are not.
 */

import { decodeUtf8 } from '#core/bytes/utf8';
import { counted } from '#core/count-text';
import { formatInstant } from '#core/time';
import { isSignature } from '#keys/public-key';
import { BadSignature } from '../../bad-signature.ts';
import { BadEnvelope, preAuthenticationEncoding } from '../../dsse.ts';
import { badSignature, type Fault, malformed, type SeenSignature, signerOf, trusted, unchecked, unknownSigner } from '../../foreign.ts';
import type { JudgedSignature } from '../../judged.ts';
import { signedTextFault } from '../../signed-text.ts';
import type { Bundle } from '../../sigstore/bundle.ts';
import { isStatementType, matchSubject, parseStatement } from '../../statement.ts';
import { judgedForAll } from '../bundle/for-policy.ts';
import { hintsOf } from '../bundle/hints.ts';
import { timeInBundle } from '../bundle/time.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import { type FileHash, readSignedFile, type SignedFile } from '../signed-file.ts';
import { orRefuse, type Trust, type TrustedKey } from '../trust.ts';
import { type SigstoreSigner, verifySigstore } from './verify.ts';

const HASHES: readonly FileHash[] = ['sha256', 'sha384', 'sha512'];

export async function judgeSigstoreFile(judging: Judging, bundle: Bundle): Promise<JudgedFile> {
  const { document } = judging;
  const file = orRefuse(document.given, () =>
    readSignedFile(document.path, { hashes: HASHES, isWhole: bundle.content.kind === 'message' }),
  );
  const seen: SeenSignature = { form: 'sigstore', path: judging.signature.given };
  const { signature, notes } = await judgedForAll(judging, bundle, (each) => judgeSigner(each, bundle, { seen, artifact: file.bytes }));
  if (signature.state === 'bad' || signature.state === 'unchecked') return { digest: file.sha256, signatures: [signature], notes };
  const fault = subjectFault(bundle, file, document.given) ?? textFault(bundle, file);
  return {
    digest: file.sha256,
    signatures: [fault === null ? signature : badSignature({ ...seen, signer: signature.signer }, fault)],
    notes,
  };
}

export interface SignerQuestion {
  readonly seen: SeenSignature;
  /** Null where the signature is over an envelope. */
  readonly artifact: Uint8Array | null;
}

export interface JudgedBundleSigner {
  readonly signature: JudgedSignature;
  readonly notes: JudgedFile['notes'];
}

/** Whether the signature of a bundle verifies, and by whom; what it is over is another question. */
export async function judgeSigner(judging: Judging, bundle: Bundle, question: SignerQuestion): Promise<JudgedBundleSigner> {
  const { trust } = judging;
  const { seen } = question;
  const needsKey = bundle.material.kind === 'key';
  if (needsKey && trust.keys.length === 0) return only(unchecked(seen, 'it brings no key, and none is named'));
  const root = trust.roots.find(({ text }) => text.trimStart().startsWith('{'));
  if (root === undefined && needsKey) return byKeyAlone(bundle, question, trust);
  if (root === undefined)
    return only(
      unchecked(seen, 'its certificate needs a root that is trusted: --trusted-root, or a signer with root and identity in a policy'),
    );
  try {
    const signer = await firstGood(needsKey ? trust.keys : [null], (key) =>
      verifySigstore({
        text: decodeUtf8(judging.bytes),
        bundle,
        trustedRoot: root.text,
        key: key?.key ?? null,
        artifact: question.artifact,
        at: trust.at,
      }),
    );
    return only(needsKey ? byKey(seen, signer, trust.keys) : byIdentity(seen, signer, trust));
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    return only(malformed(seen, error.message));
  }
}

function only(signature: JudgedSignature): JudgedBundleSigner {
  return { signature, notes: [] };
}

/** Each key in turn; the last error counts if none is good. */
async function firstGood<K, T>(keys: readonly K[], verify: (key: K) => Promise<T>): Promise<T> {
  let fault: unknown;
  for (const key of keys) {
    try {
      return await verify(key);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function seenBy(seen: SeenSignature, { key, identity, issuer, time }: SigstoreSigner): SeenSignature {
  const signer = { ...signerOf(key), identity, issuer };
  return { ...seen, signer, trusted_time: time === null ? null : formatInstant(new Date(time)) };
}

function byKey(seen: SeenSignature, signer: SigstoreSigner, keys: readonly TrustedKey[]): JudgedSignature {
  const name = keys.find(({ keyid }) => keyid === signer.key.keyid)?.name ?? '';
  return trusted(seenBy(seen, signer), name);
}

/** Identity and issuer are compared letter by letter; the library would take them for regular expressions. */
function byIdentity(seen: SeenSignature, signer: SigstoreSigner, { identity, issuer, takesAnyIssuer = false }: Trust): JudgedSignature {
  const by = seenBy(seen, signer);
  const isVouched = takesAnyIssuer ? signer.issuer !== null : issuer !== null && signer.issuer === issuer;
  const isWanted = identity !== null && isVouched && signer.identity === identity;
  return isWanted ? trusted(by, identity) : unknownSigner(by);
}

/** Timestamps in the bundle are judged by the authorities that are trusted; entries of logs need a root. */
function byKeyAlone(bundle: Bundle, { seen, artifact }: SignerQuestion, trust: Trust): JudgedBundleSigner {
  const { content, logEntries, material } = bundle;
  const message = content.kind === 'envelope' ? preAuthenticationEncoding(content.payloadType, content.payload) : (artifact as Uint8Array);
  const key = trust.keys.find((each) => isSignature(each.key, message, content.signature));
  const { fault, notes: timeNotes, ...times } = timeInBundle(bundle, seen.path, trust);
  const count = logEntries.length;
  const entries = { what: `${counted(count, 'proof')} of a log in ${seen.path}`, reason: 'they need --trusted-root' };
  const notes = [...timeNotes, ...(count === 0 ? [] : [entries])];
  const hint = material.kind === 'key' ? material.hint : null;
  if (key === undefined && trust.byPolicy !== undefined && !trust.keys.some((each) => hint !== null && hintsOf(each.key).includes(hint)))
    return { signature: unchecked(seen, 'it is by none of the keys in the policy, or it was changed'), notes };
  if (key === undefined) return { signature: badSignature(seen, NO_KEY_FITS), notes };
  const by = { ...seen, ...times, signer: signerOf(key.key) };
  return { signature: fault === null ? trusted(by, key.name) : badSignature(by, fault), notes };
}

const NO_KEY_FITS = { code: 'BAD_SIGNATURE', message: 'the signature is by none of the keys that are named, or it was changed' };

/** A certificate of Sigstore is for one signature; a key may have made others. */
function textFault({ content, material }: Bundle, { bytes }: SignedFile): Fault | null {
  return content.kind === 'message' && material.kind === 'key' && bytes !== null ? signedTextFault(bytes) : null;
}

/** An envelope has to name the file among its subjects. */
function subjectFault({ content }: Bundle, file: SignedFile, given: string): { readonly code: string; readonly message: string } | null {
  if (content.kind === 'message') return null;
  try {
    if (!isStatementType(content.payloadType)) throw new BadEnvelope(`payload type ${content.payloadType} is no statement`);
    const digestBy = (name: string): string | null =>
      (HASHES as readonly string[]).includes(name) ? Buffer.from(file.digest(name as FileHash)).toString('hex') : null;
    const subject = matchSubject(parseStatement(content.payload), digestBy);
    return typeof subject === 'string'
      ? { code: 'SIGNED_OTHER_BYTES', message: `the signature is over other bytes than those of ${given}` }
      : null;
  } catch (error) {
    if (!(error instanceof BadEnvelope)) throw error;
    return { code: 'BAD_ENVELOPE', message: error.message };
  }
}
