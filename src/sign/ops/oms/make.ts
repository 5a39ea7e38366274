/** Signs a bundle of OpenSSF Model Signing over members whose SHA-256 is known. */
import type { Signer } from '#keys/signer';
import { preAuthenticationEncoding } from '../../dsse.ts';
import { formatModelBundle, formatModelStatement, type NewModel } from '../../oms/create.ts';
import { PAYLOAD_TYPE } from '../../statement.ts';
import { hintsOf } from '../bundle/hints.ts';
import { rootDigest } from './read.ts';

/** Why the signer cannot make one; null if it can. */
export function modelSignerFault({ publicKey: { algorithm } }: Pick<Signer, 'publicKey'>): string | null {
  if (algorithm === 'ecdsa-p256' || algorithm === 'ecdsa-p384') return null;
  return `OpenSSF Model Signing knows no keys for ${algorithm}: expected a key for P-256 or P-384`;
}

export async function makeModelBundle(signer: Signer, model: Omit<NewModel, 'rootDigest'>): Promise<string> {
  const digest = rootDigest(model.resources.map((resource) => resource.digest));
  const payload = formatModelStatement({ ...model, rootDigest: digest });
  const sig = await signer.sign(preAuthenticationEncoding(PAYLOAD_TYPE, payload));
  return formatModelBundle({ payload, sig, hint: hintsOf(signer.publicKey)[0] as string });
}
