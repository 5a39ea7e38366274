/**
 * Opens the place of the members of a lock in a store: objects below `s3://bucket/prefix`, or blobs of a registry.
 *
 *     const tree = await openMemberTree('oci://registry.example.org/evidence', lock.members, { env, home, plainHttp: false });
 *
 * The code of stores is loaded only here. The caller closes the tree.
 */
import type { Digest } from '#core/digest';
import type { PinnedBlob } from '#store/oci/tree';
import type { TreeOptions } from '#store/s3/tree/open';
import type { ObjectTree } from '#store/tree/tree';
import type { EntryTable } from '../entry-table.ts';
import { MemberFacts } from '../member.ts';

/** Whether each member is looked for by its digest alone, so that nothing else can be found there. */
export function isByDigest(root: string): boolean {
  return /^oci:\/\/[^/]*\/[^:@]*$/i.test(root);
}

export async function openMemberTree(url: string, members: EntryTable, options: TreeOptions): Promise<ObjectTree> {
  if (!/^oci:/i.test(url)) return (await import('#store/s3/tree/open')).openS3Tree(url, options);
  const [{ openOciTree }, { withProbedTls }, { parseOciRoot }] = await Promise.all([
    import('#store/oci/tree'),
    import('#store/oci/connection'),
    import('#store/oci/root'),
  ]);
  return openOciTree(url, pinnedBlobs(members), { ...(await withProbedTls(parseOciRoot(url).repository, options)), jobs: options.jobs });
}

function* pinnedBlobs(members: EntryTable): Generator<PinnedBlob, void, undefined> {
  const facts = new MemberFacts();
  for (let index = 0; index < members.count; index++) {
    const { path, bytesHash, size } = facts.of(members.entry(index));
    yield { path, digest: bytesHash.startsWith('sha256:') ? (bytesHash as Digest) : null, size: Number(size) };
  }
}
