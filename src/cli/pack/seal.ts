/** `pack seal`: makes one evidence pack from files and folders. */
import { version } from '#installation/paths';
import { artifactAt } from '#pack/ops/collect';
import { sealPack } from '#pack/ops/seal';
import type { Finished, Invocation } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { progressWatch } from '../progress.ts';
import { finishWith } from './result.ts';
import { targetFolder } from './target-folder.ts';

export function run(invocation: Invocation): Finished {
  const { args, record, context } = invocation;
  const [output, note] = [targetFolder(invocation, '--output'), invocation.value('--note') ?? null];
  const created = createdAt(invocation);
  const threads = invocation.integer('--jobs', 0);
  record.inputs = args.map((path) => ({ path, hash: null, bytes: null }));
  record.params = { subcommand: 'seal', output: output?.given ?? null, note };
  const { packId, folder, memberCount, bytes, warnings } = sealPack({
    artifacts: args.map((given) => artifactAt(given, invocation.resolve)),
    output,
    cwd: context.cwd,
    note,
    created,
    toolVersion: version,
    threads,
    sync: !invocation.has('--no-sync'),
    watch: progressWatch(invocation, 'pack'),
    ...(invocation.has('--no-witness')
      ? {}
      : { onArtifact: (index, hash, size) => void (record.inputs[index] = { path: args[index] as string, hash, bytes: size }) }),
  });
  record.params = { ...record.params, pack_id: packId, member_count: memberCount };
  for (const { path, message } of warnings) invocation.say(`warning: ${escapeControls(path)}: ${message}`);
  return finishWith(invocation, { outcome: 'PACK_CREATED', packId, memberCount, bytes, location: folder, warnings });
}
