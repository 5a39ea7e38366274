/**
 * Who signed a bundle, for a policy: those whom it knows by a certificate have roots of their own, and each of them is tried. The best answer
 * counts: a bundle of one instance of Sigstore says nothing to the root of another.
 */
import type { JudgedSignature, SignatureState } from '../../judged.ts';
import type { Bundle } from '../../sigstore/bundle.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import type { JudgedBundleSigner } from '../sigstore/judge.ts';
import type { CertifiedSigner, Trust } from '../trust.ts';

/** The states from best to worst. Except for a good one, a state that was checked says more than one that was not. */
const ORDER: readonly SignatureState[] = ['trusted', 'unknown_signer', 'not_counted', 'bad', 'unchecked'];

export async function judgedForAll(
  judging: Judging,
  { material }: Bundle,
  judge: (judging: Judging) => JudgedBundleSigner | Promise<JudgedBundleSigner>,
): Promise<JudgedBundleSigner> {
  let best = await judge(judging);
  const certified = material.kind === 'key' ? [] : (judging.trust.byPolicy?.certified ?? []);
  const proves: string[] = [];
  const notes: JudgedFile['notes'][number][] = [];
  for (const signer of certified) {
    const judged = await judge({ ...judging, trust: trustIn(signer, judging.trust) });
    if (judged.signature.state === 'trusted') proves.push(signer.name);
    else if (judged.signature.state === 'not_counted')
      notes.push({ what: `whether it is by ${signer.name}`, reason: judged.signature.finding?.message ?? '' });
    if (rankOf(judged.signature) < rankOf(best.signature)) best = judged;
  }
  if (proves.length === 0) return { ...best, notes: [...best.notes, ...notes] };
  return { ...best, signature: { ...best.signature, proves } };
}

function rankOf({ state }: JudgedSignature): number {
  return ORDER.indexOf(state);
}

function trustIn({ root, identity, issuer }: CertifiedSigner, trust: Trust): Trust {
  return { ...trust, keys: [], roots: [root], identity, issuer, takesAnyIssuer: issuer === null };
}
