/**
 * A folder with `model.sig`: a bundle of OpenSSF Model Signing over all files of the folder. Without a key or a root to trust, the signature
 * says nothing about them.
 */
import { join } from 'node:path';
import { MODEL_SIGNATURE } from '#sign/oms/files';
import { readModelBundle } from '#sign/ops/oms/read';
import { namesSigner } from '#sign/ops/trust';
import type { Described, Place } from '../contract.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { judgeBySignature } from './by-signature.ts';

export function judge(place: Place, asked: Asked): Promise<Verdict> {
  const trust =
    asked.trust !== undefined && (asked.signatures?.policy ?? null) !== null && !namesSigner(asked.trust) ? null : (asked.trust ?? null);
  return judgeBySignature({ document: place, signatures: [signatureIn(place)], trust, asked: asked.signatures });
}

export function describe(place: Place): Described {
  const { digest, files, hash } = readModelBundle(signatureIn(place));
  const members = files.map(({ path, digests: [own, ...more], size }) => {
    return { path, digest: more.length === 0 && own !== undefined ? `${hash}:${own}` : null, size };
  });
  return { id: null, digest, created: null, memberCount: members.length, members };
}

function signatureIn({ given, path }: Place): Place {
  return { given: join(given, MODEL_SIGNATURE), path: join(path, MODEL_SIGNATURE) };
}
