/** `pack export`: a pack that verifies as one archive, the same bytes every time. */
import { archiveExtension } from '#pack/ops/archive/write';
import { exportPack } from '#pack/ops/export';
import type { PackPlace } from '#pack/ops/survey';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { watching } from '../progress.ts';
import { finishWith } from './result.ts';
import { manifestInput, recordPackId } from './witnessed.ts';

export function run(invocation: Invocation): Finished {
  const [pack] = invocation.args as [string];
  const archive = invocation.value('--archive');
  if (archive === undefined) throw new UsageError('--archive is missing: --archive FILE.tar.zst or FILE.tar');
  if (archiveExtension(archive) === null) throw new UsageError(`--archive needs a name that ends in .tar.zst or .tar, found '${archive}'`);
  invocation.record.params = { subcommand: 'export', archive };
  invocation.record.inputs = [manifestInput(pack)];
  let place: PackPlace | undefined;
  try {
    const { packId, memberCount, bytes } = exportPack({
      given: pack,
      path: invocation.resolve(pack),
      archive: { given: archive, path: invocation.resolve(archive) },
      sync: !invocation.has('--no-sync'),
      watch: watching(invocation, 'pack'),
      onPlace: (opened) => {
        place = opened;
      },
      onManifest: (manifest) => recordPackId(invocation, manifest.packId),
    });
    return finishWith(invocation, { outcome: 'PUBLISHED', packId, memberCount, bytes, location: archive });
  } finally {
    if (place !== undefined) invocation.record.inputs = [place.input];
  }
}
