/** The hints by which a bundle may name a key. */
import { hash } from 'node:crypto';
import type { VerifyingKey } from '#keys/public-key';

/** SHA-256 of the PEM, as the reference implementation of OMS demands it; of the DER, as Sigstore recommends it, in hex or base64. */
export function hintsOf({ key, spki }: VerifyingKey): readonly string[] {
  const pem = key.export({ type: 'spki', format: 'pem' }) as string;
  return [hash('sha256', pem, 'hex'), hash('sha256', spki, 'hex'), hash('sha256', spki, 'base64')];
}
