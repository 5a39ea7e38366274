/** `pack pull`: copies a pack from a store into a folder, after all of it was verified. */
import { isSha256Digest } from '#core/digest';
import { shellPath } from '#core/shell-words';
import { pullPack } from '#pack/ops/pull';
import { packNamed } from '#pack/ops/store/tags';
import { isTag } from '#pack/tag';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { progressWatch } from '../progress.ts';
import { withNamedStore } from './named-store.ts';
import { finishWith } from './result.ts';
import { targetFolder } from './target-folder.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [name] = invocation.args as [string];
  if (!isSha256Digest(name) && !isTag(name))
    throw new UsageError(`PACK_ID needs sha256: and 64 lower-case hex digits, or a tag, found '${name}'`);
  const output = targetFolder(invocation, '--out');
  invocation.record.params = { subcommand: 'pull', pack_id: name, out: output?.given ?? null };
  invocation.record.inputs = [{ path: name, hash: null, bytes: null }];
  return withNamedStore(invocation, `pack pull ${name}${output === null ? '' : ` --out ${shellPath(output.given)}`}`, async (store) => {
    const packId = await packNamed(store, name, { plainHttp: invocation.has('--plain-http') });
    if (packId !== name) invocation.record.params = { ...invocation.record.params, pack_id: packId, tag: name };
    const { folder, memberCount, bytes, references, seals } = await pullPack({
      packId,
      output,
      cwd: invocation.context.cwd,
      store,
      sync: !invocation.has('--no-sync'),
      threads: invocation.integer('--jobs', 0),
      watch: progressWatch(invocation, 'pack'),
    });
    return finishWith(invocation, { outcome: 'FETCHED', packId, memberCount, bytes, location: folder, references, seals });
  });
}
