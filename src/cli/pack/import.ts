/** `pack import`: an archive into a folder, once all of it was verified. */
import { importPack } from '#pack/ops/import';
import type { Finished, Invocation } from '../command.ts';
import { expectedId } from '../expect.ts';
import { watching } from '../progress.ts';
import { finishWith } from './result.ts';
import { targetFolder } from './target-folder.ts';
import { recordPackId } from './witnessed.ts';

export function run(invocation: Invocation): Finished {
  const [archive] = invocation.args as [string];
  const output = targetFolder(invocation, '--output');
  const maxSize = invocation.integer('--max-size', 0);
  const expect = expectedId(invocation) ?? undefined;
  const params = { subcommand: 'import', output: output?.given ?? null, ...(expect === undefined ? {} : { expect }) };
  invocation.record.params = maxSize === undefined ? params : { ...params, max_size: maxSize };
  invocation.record.inputs = [{ path: archive, hash: null, bytes: null }];
  const { packId, folder, memberCount, bytes } = importPack({
    given: archive,
    path: invocation.resolve(archive),
    output,
    cwd: invocation.world.cwd,
    maxSize,
    expect,
    sync: !invocation.has('--no-sync'),
    watch: watching(invocation, 'pack'),
    onInput: (input) => {
      invocation.record.inputs = [input];
    },
    onManifest: (manifest) => recordPackId(invocation, manifest.packId),
  });
  return finishWith(invocation, { outcome: 'FETCHED', packId, memberCount, bytes, location: folder });
}
