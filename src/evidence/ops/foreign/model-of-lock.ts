/**
 * A bundle of OpenSSF Model Signing out of a dataset lock, without reading the data again. What a lock says and OMS cannot say is lost: sizes,
 * fingerprints, versions of tools.
 */
import { basename } from 'node:path';
import type { Signer } from '#keys/signer';
import { ALWAYS_EXCLUDED, newExclusion } from '#sign/oms/excluded';
import { MODEL_SIGNATURE } from '#sign/oms/files';
import { makeModelBundle, modelSignerFault } from '#sign/ops/oms/make';
import { notSignable } from '#sign/refusals';
import type { Place } from '../../contract.ts';
import { lockAt } from '../lock.ts';

export interface ModelBundle {
  readonly text: string;
  /** `sha256:` and hex of the bytes of the lock. */
  readonly digest: string;
  readonly id: string;
  readonly files: number;
  /** What the lock skipped, and the bundle does not cover. */
  readonly skipped: readonly string[];
}

/** Throws `Refusal`. */
export async function modelOfLock(place: Place, signer: Signer): Promise<ModelBundle> {
  const { given, path } = place;
  const signerFault = modelSignerFault(signer);
  if (signerFault !== null) throw notSignable(given, signerFault, null);
  const { id, isSound, digest, members, skipped } = lockAt(place);
  if (!isSound) throw notSignable(given, 'its own hash is not that of its content', null);
  if (members.length === 0) throw notSignable(given, 'it has no members, and a bundle needs at least one file', null);
  const other = members.find(({ hash }) => !hash.startsWith('sha256:'));
  if (other !== undefined)
    throw notSignable(given, `expected members with a SHA-256, found ${other.hash.split(':')[0]} for ${other.path}`, null);
  const isExcluded = newExclusion([]);
  const lost = members.find((member) => isExcluded(member.path));
  if (lost !== undefined) throw notSignable(given, `${lost.path} is a member, and OMS covers none of ${ALWAYS_EXCLUDED.join(', ')}`, null);
  const names = new Set(members.map((member) => member.path));
  const ignored = [MODEL_SIGNATURE, basename(path), ...skipped].filter((name) => !names.has(name));
  const text = await makeModelBundle(signer, {
    name: basename(path).replace(/(?:\.lock)?(?:\.json)?$/, ''),
    resources: members.map((member) => ({ name: member.path, digest: member.hash.slice('sha256:'.length) })),
    ignored,
  });
  return { text, digest, id, files: members.length, skipped };
}
