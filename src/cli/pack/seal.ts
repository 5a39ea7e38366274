/** `pack seal`: makes one evidence pack from files and folders. */
import { counted } from '#core/count-text';
import { shellPath } from '#core/shell-words';
import type { RunFiles } from '#evidence/ops/run-files';
import { version } from '#installation/paths';
import { artifactAt } from '#pack/ops/collect';
import { type PackSeal, type SealedPack, sealPack } from '#pack/ops/seal';
import type { SealedByReference } from '#pack/ops/seal-by-reference';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { progressWatch } from '../progress.ts';
import { finishWith } from './result.ts';
import { targetFolder } from './target-folder.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, record, context } = invocation;
  const output = targetFolder(invocation, '--output');
  const created = createdAt(invocation);
  const threads = invocation.integer('--jobs', 0);
  record.inputs = args.map((path) => ({ path, hash: null, bytes: null }));
  record.params = { subcommand: 'seal', output: output?.given ?? null, note: invocation.value('--note') ?? null };
  const files = await filesOfRun(invocation);
  const artifacts = files?.artifacts ?? args.map((given) => artifactAt(given, invocation.resolve));
  const note = files?.note ?? invocation.value('--note') ?? null;
  if (files !== null) {
    record.inputs = artifacts.map(({ given }) => ({ path: given, hash: null, bytes: null }));
    record.params = { ...record.params, note, from_run: invocation.values('--from-run') };
  }
  const seal: PackSeal = {
    artifacts,
    output,
    cwd: context.cwd,
    note,
    created,
    toolVersion: version,
    threads,
    sync: !invocation.has('--no-sync'),
    watch: progressWatch(invocation, 'pack'),
    ...(invocation.has('--no-witness') && files === null
      ? {}
      : {
          onArtifact: (index, hash, size) => {
            files?.requireSame(index, hash);
            record.inputs[index] = { path: artifacts[index]?.given as string, hash, bytes: size };
          },
        }),
  };
  const { packId, folder, memberCount, bytes, warnings, byReference } = await sealed(invocation, seal);
  record.params = { ...record.params, pack_id: packId, member_count: memberCount };
  for (const { path, message } of warnings) invocation.say(`warning: ${escapeControls(path)}: ${message}`);
  return finishWith(invocation, {
    outcome: 'PACK_CREATED',
    packId,
    memberCount,
    bytes,
    location: folder,
    warnings,
    fromRun: files?.origin,
    byReference,
  });
}

/** The code of stores is loaded only where a store is used. */
async function sealed(invocation: Invocation, seal: PackSeal): Promise<SealedPack & Partial<SealedByReference>> {
  const least = invocation.integer('--by-reference', 1);
  if (least === undefined) {
    const misplaced = ['--store', '--plain-http', '--ca-file'].find((flag) => invocation.has(flag));
    if (misplaced !== undefined) throw new UsageError(`${misplaced} needs --by-reference`);
    return sealPack(seal);
  }
  invocation.record.params = { ...invocation.record.params, by_reference: least };
  const [{ withNamedStore }, { sealByReference }] = await Promise.all([import('./named-store.ts'), import('#pack/ops/seal-by-reference')]);
  return withNamedStore(invocation, `pack seal --by-reference ${least} ${invocation.args.map(shellPath).join(' ')}`, async (store) => {
    const result = await sealByReference(seal, { store, least });
    const { files, sent, presentChecked } = result.byReference;
    invocation.say(
      escapeControls(`${counted(files, 'file')} of at least ${least} bytes by reference in ${store.url}, ${counted(sent, 'blob')} sent`),
    );
    if (presentChecked.size > 0)
      invocation.say(`${counted(presentChecked.size, 'blob')} in the store already, known by length alone; pack verify --store reads them`);
    return result;
  });
}

/** Null without `--from-run`. */
async function filesOfRun(invocation: Invocation): Promise<RunFiles | null> {
  const id = invocation.value('--from-run');
  const misplaced = ['--ancestors', '--strict'].find((flag) => id === undefined && invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} needs --from-run`);
  return id === undefined ? null : (await import('./from-run.ts')).filesOfRun(invocation, id);
}
