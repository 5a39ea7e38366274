/** `pack export` and `pack import`: they write a pack as one archive, and unpack it again. */

import { archiveExtension } from '#pack/ops/archive/write';
import { exportPack } from '#pack/ops/export';
import { importPack } from '#pack/ops/import';
import type { PackPlace } from '#pack/ops/survey';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { expectedId } from '../expect.ts';
import { progressWatch } from '../progress.ts';
import { manifestInput, recordPackId } from './ledger-inputs.ts';
import { finishWith } from './result.ts';
import { targetFolder } from './target-folder.ts';

/** `pack export`: writes a pack that verifies as one archive, with the same bytes every time. */
export function exportArchive(invocation: Invocation): Finished {
  const [pack] = invocation.args as [string];
  const archive = invocation.value('--archive');
  if (archive === undefined) throw new UsageError('--archive is missing: --archive FILE.tar.zst or FILE.tar');
  if (archiveExtension(archive) === null) throw new UsageError(`--archive needs a name that ends in .tar.zst or .tar, found '${archive}'`);
  invocation.record.params = { subcommand: 'export', archive };
  invocation.record.inputs = [manifestInput(pack)];
  let place: PackPlace | undefined;
  try {
    const { packId, memberCount, bytes, references, seals } = exportPack({
      given: pack,
      path: invocation.resolve(pack),
      archive: { given: archive, path: invocation.resolve(archive) },
      sync: !invocation.has('--no-sync'),
      watch: progressWatch(invocation, 'pack'),
      onPlace: (opened) => {
        place = opened;
      },
      onManifest: (manifest) => recordPackId(invocation, manifest.packId),
    });
    return finishWith(invocation, { outcome: 'PUBLISHED', packId, memberCount, bytes, location: archive, references, seals });
  } finally {
    if (place !== undefined) invocation.record.inputs = [place.input];
  }
}

/** `pack import`: unpacks an archive into a folder, after all of it was verified. */
export function importArchive(invocation: Invocation): Finished {
  const [archive] = invocation.args as [string];
  const output = targetFolder(invocation, '--output');
  const maxSize = invocation.integer('--max-size', 0);
  const expect = expectedId(invocation) ?? undefined;
  const params = { subcommand: 'import', output: output?.given ?? null, ...(expect === undefined ? {} : { expect }) };
  invocation.record.params = maxSize === undefined ? params : { ...params, max_size: maxSize };
  invocation.record.inputs = [{ path: archive, hash: null, bytes: null }];
  const { packId, folder, memberCount, bytes, references, seals } = importPack({
    given: archive,
    path: invocation.resolve(archive),
    output,
    cwd: invocation.context.cwd,
    maxSize,
    expect,
    sync: !invocation.has('--no-sync'),
    watch: progressWatch(invocation, 'pack'),
    onInput: (input) => {
      invocation.record.inputs = [input];
    },
    onManifest: (manifest) => recordPackId(invocation, manifest.packId),
  });
  return finishWith(invocation, { outcome: 'FETCHED', packId, memberCount, bytes, location: folder, references, seals });
}
