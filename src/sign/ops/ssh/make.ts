/** Makes a signature that `ssh-keygen -Y verify` accepts, with any key that custody signs with. */
import { joined, wireMpint, wireString } from '#core/bytes/ssh-wire';
import { readDer } from '#core/der/read';
import type { Signer } from '#keys/signer';
import { sshBlobOf } from '#keys/ssh-key';
import { formatSshSignature, sshSignedBytes } from '../../ssh/signature.ts';

/** `digest` is the SHA-512 of the file. */
export async function makeSshSignature(
  signer: Signer,
  { namespace, digest }: { readonly namespace: string; readonly digest: Uint8Array },
): Promise<string> {
  const { publicKey } = signer;
  const sig = await signer.sign(sshSignedBytes(namespace, 'sha512', digest));
  const blob = sshBlobOf(publicKey);
  const type = blob.subarray(4, 4 + new DataView(blob.buffer, blob.byteOffset).getUint32(0));
  const body = publicKey.algorithm === 'ed25519' ? sig : joined(...readDer(sig).children.map(({ content }) => wireMpint(content)));
  return formatSshSignature({ publicKey: blob, namespace, hash: 'sha512', signature: joined(wireString(type), wireString(body)) });
}
