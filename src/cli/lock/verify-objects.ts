/** `lock verify --root s3://…`: the members are objects below a URL. Connections are opened only here. */

import type { LockfileCheck } from '#lock/ops/verify';
import { type ObjectCheck, verifyObjects } from '#lock/ops/verify-objects';
import type { VerifyReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import { type Invocation, UsageError } from '../command.ts';
import { openTreeFor } from '../objects/network.ts';
import { progressWatch } from '../progress.ts';
import { openLockfile } from './open-lockfile.ts';
import { knownEtags } from './receipt.ts';

/** Objects have no links, and only files are fingerprinted. */
const NEEDS_FOLDER = ['--cache', '--shard', '--no-follow', '--confined', '--content'];

export type Asked = Pick<ObjectCheck, 'only' | 'least' | 'sample'> & Pick<LockfileCheck, 'expect' | 'profiles'>;

export function requireObjectOptions(invocation: Invocation): void {
  const misplaced = NEEDS_FOLDER.find((flag) => invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} needs a folder as --root, found the URL of a store`);
}

export async function judgeObjects(
  invocation: Invocation,
  url: string,
  { only, least, sample, ...asked }: Asked,
): Promise<{ lock: JudgedLock; judged: VerifyReport }> {
  const [name] = invocation.args as [string];
  const tree = await openTreeFor(invocation, url);
  try {
    const lock = openLockfile(invocation, name);
    const [strict, tools, closed] = ['--strict', '--tools', '--closed'].map((flag) => invocation.has(flag)) as [boolean, boolean, boolean];
    const check = { name, source: invocation.resolve(name), lock, strict, tools, ...asked };
    const judged = await verifyObjects(check, {
      tree,
      only,
      closed,
      least,
      sample,
      etags: knownEtags(invocation, lock),
      watch: progressWatch(invocation, 'lock'),
    });
    return { lock, judged };
  } finally {
    tree.close();
  }
}
