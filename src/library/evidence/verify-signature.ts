/**
 * One signature as a typed function: whether it is good, over these bytes, and by somebody who is named.
 *
 *     (await verifySignature('loans.csv', { signature: 'loans.csv.sig', keys: ['alice.pub'] })).outcome     OK
 */
import { judgeBySignature } from '#evidence/ops/by-signature';
import { namesSigner } from '#sign/ops/trust';
import { instantFrom } from '../instant-from.ts';
import { askedPolicy, type PolicySettings } from './policy-settings.ts';
import { givenFile, type TrustSettings, trustOf } from './trust-settings.ts';
import { type EvidenceVerdict, evidenceVerdict } from './verify.ts';

export interface SignatureTrust extends PolicySettings, TrustSettings {
  /** The file of the signature; with a policy there may be several. Its form is found by its content. */
  readonly signature: string | readonly string[];
  /** The number that was sent to the timestamp authority, in hex; not with a policy. */
  readonly nonce?: string;
  /** Files in a signed folder that the signature does not name are no failure; not with a policy. */
  readonly ignoreUnsignedFiles?: boolean;
}

/**
 * The verdict of `custody verify PATH --signature FILE`: only the signature is judged, not what the document says. With a policy, those who are
 * named besides have to have signed as well. Throws `Refusal` if something that is named cannot be used.
 */
export async function verifySignature(path: string, settings: SignatureTrust): Promise<EvidenceVerdict> {
  const { signature, tsaRoots = [], nonce, ignoreUnsignedFiles = false, at } = settings;
  const signatures = [signature].flat();
  const asked = askedPolicy(settings);
  if (signatures.length === 0) throw new RangeError('expected a signature');
  if (asked === undefined && signatures.length > 1) throw new RangeError('expected a policy for more than one signature');
  if (asked !== undefined && (tsaRoots.length > 0 || ignoreUnsignedFiles || nonce !== undefined))
    throw new RangeError('expected no tsaRoots, nonce and ignoreUnsignedFiles beside a policy');
  if (nonce !== undefined && !/^(?:[0-9a-f]{2})+$/i.test(nonce)) throw new RangeError('expected a nonce of pairs of hex digits');
  const details = { nonce, ignoresUnsigned: ignoreUnsignedFiles, at: at === undefined ? Date.now() : instantFrom(at, 'at') };
  const trust = trustOf(settings, details);
  const named = asked === undefined || namesSigner(trust) ? trust : null;
  return evidenceVerdict(await judgeBySignature({ document: givenFile(path), signatures: signatures.map(givenFile), trust: named, asked }));
}
