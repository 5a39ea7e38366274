/** The hashes that timestamps use, by their object identifiers. */
import { BadDer, type DerValue, TAG } from '#core/der/read';
import { fieldsOf, oidOf } from '#core/der/values';

export type ImprintHash = 'sha256' | 'sha384' | 'sha512';

export const HASH_OIDS: Readonly<Record<ImprintHash, string>> = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
};

/** Of an AlgorithmIdentifier. Throws `BadDer`, also for SHA-1. */
export function hashNameOf(value: DerValue): ImprintHash {
  const fields = fieldsOf(value, 'a hash');
  const oid = oidOf(fields.any('the name of a hash'), 'the name of a hash');
  fields.optional(TAG.null);
  fields.end();
  const [name] = Object.entries(HASH_OIDS).find(([, known]) => known === oid) ?? [];
  if (name === undefined) throw new BadDer(`expected SHA-256, SHA-384 or SHA-512, found hash ${oid}`);
  return name as ImprintHash;
}
