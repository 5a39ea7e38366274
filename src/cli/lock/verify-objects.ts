/** `lock verify --root s3://…` and `oci://…`: the members are objects below a URL. Connections are opened only here. */

import { isInRange } from '#core/path-range';
import { isByDigest, openMemberTree } from '#lock/ops/open-objects';
import { rangeOfShard } from '#lock/ops/plan';
import { type JudgedShard, judgedShard, lockOfShard, type ShardCheck } from '#lock/ops/verdict-part/judge';
import type { LockfileCheck, RootCheck } from '#lock/ops/verify';
import { type ObjectCheck, verifyObjects } from '#lock/ops/verify-objects';
import type { VerifyReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import type { ObjectTree } from '#store/tree/tree';
import { isObjectRoot } from '#stream/object';
import { type Invocation, UsageError } from '../command.ts';
import { networkOf } from '../objects/network.ts';
import { progressWatch } from '../progress.ts';
import { openLockfile } from './open-lockfile.ts';
import { knownEtags } from './receipt.ts';

/** Objects have no links, and only files are fingerprinted. */
const NEEDS_FOLDER = ['--cache', '--no-follow', '--confined', '--content'];

export type Asked = Pick<ObjectCheck, 'only' | 'least' | 'sample'> & Pick<LockfileCheck, 'expect' | 'profiles'>;

export function requireObjectOptions(invocation: Invocation, url: string): void {
  const misplaced = NEEDS_FOLDER.find((flag) => invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} needs a folder as --root, found the URL of a store`);
  if (invocation.has('--receipt') && !isObjectRoot(url)) throw new UsageError('--receipt needs s3://BUCKET/PREFIX as --root');
  if (invocation.has('--closed') && isByDigest(url))
    throw new UsageError('--closed needs names: oci://HOST/REPOSITORY:TAG; in a repository the members are found by their digests');
}

export async function judgeObjects(
  invocation: Invocation,
  url: string,
  { only, least, sample, ...asked }: Asked,
): Promise<{ lock: JudgedLock; judged: VerifyReport }> {
  const [name] = invocation.args as [string];
  const lock = openLockfile(invocation, name);
  return withObjects(invocation, { url, lock }, async (tree) => {
    const [strict, tools, closed] = ['--strict', '--tools', '--closed'].map((flag) => invocation.has(flag)) as [boolean, boolean, boolean];
    const check = { name, source: invocation.resolve(name), lock, strict, tools, ...asked };
    const judged = await verifyObjects(check, {
      tree,
      only,
      closed,
      least,
      sample,
      etags: knownEtags(invocation, lock, url),
      watch: progressWatch(invocation, 'lock'),
    });
    return { lock, judged };
  });
}

/** All objects of the shard are read. Of a bucket a shard is a range, so that its task lists nothing else. */
export async function judgeObjectShard(
  invocation: Invocation,
  check: ShardCheck & { readonly root: Pick<RootCheck, 'watch' | 'keeps'> },
): Promise<JudgedShard> {
  const { given: url, only, closed, watch } = check.root;
  const range = (isObjectRoot(url) ? rangeOfShard(check.lock, check.shard) : null) ?? undefined;
  const keeps = range === undefined ? check.root.keeps : (path: string) => isInRange(path, range);
  const scheme = range === undefined ? 'path-sha256.v0' : 'path-range.v0';
  const asked = lockOfShard(check);
  return withObjects(invocation, { url, lock: check.lock }, async (tree) =>
    judgedShard(check, await verifyObjects(asked, { tree, only, closed, keeps, range, least: 'read', etags: null, watch }), scheme),
  );
}

async function withObjects<T>(
  invocation: Invocation,
  { url, lock }: { readonly url: string; readonly lock: JudgedLock },
  use: (tree: ObjectTree) => Promise<T>,
): Promise<T> {
  const tree = await openMemberTree(url, lock.members, { ...networkOf(invocation), jobs: invocation.integer('--jobs', 0) });
  try {
    return await use(tree);
  } finally {
    tree.close();
  }
}
