/** `pack fetch`: the files that a pack has by reference, from a store into a folder, each verified by its digest. */
import { shellPath } from '#core/shell-words';
import { fetchReferences } from '#pack/ops/fetch-references';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { expectedId } from '../expect.ts';
import { progressWatch } from '../progress.ts';
import { packInput, recordPackId } from './ledger-inputs.ts';
import { withNamedStore } from './named-store.ts';
import { finishWith } from './result.ts';
import { targetFolder } from './target-folder.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [pack, ...paths] = invocation.args as [string, ...string[]];
  const output = targetFolder(invocation, '--out');
  if (output === null) throw new UsageError('pack fetch needs --out DIR');
  const expect = expectedId(invocation) ?? undefined;
  invocation.record.params = { subcommand: 'fetch', out: output.given, paths, ...(expect === undefined ? {} : { expect }) };
  invocation.record.inputs = [packInput(invocation, pack)];
  const typed = ['pack fetch', ...[pack, ...paths].map(shellPath), '--out', shellPath(output.given)].join(' ');
  return withNamedStore(invocation, typed, async (store) => {
    const { packId, folder, files, bytes } = await fetchReferences({
      given: pack,
      path: invocation.resolve(pack),
      paths,
      output,
      expect,
      store,
      cwd: invocation.context.cwd,
      sync: !invocation.has('--no-sync'),
      threads: invocation.integer('--jobs', 0),
      maxSize: invocation.integer('--max-size', 0),
      watch: progressWatch(invocation, 'pack'),
      onPlace: ({ input }) => {
        invocation.record.inputs = [input];
      },
      onManifest: (manifest) => recordPackId(invocation, manifest.packId),
    });
    return finishWith(invocation, { outcome: 'FETCHED', packId, memberCount: files, bytes, location: folder, isFiles: true });
  });
}
