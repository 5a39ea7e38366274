/** `pack push`: a pack into a store, what is there already left out, the manifest last. */
import { shellPath } from '#core/shell-quote';
import { pushPack } from '#verbs/pack-push';
import type { PackPlace } from '#verbs/pack-survey';
import type { Finished, Invocation } from '../command.ts';
import { watching } from '../progress.ts';
import { withNamedStore } from './named-store.ts';
import { finishWith } from './result.ts';
import { manifestInput, recordPackId } from './witnessed.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [pack] = invocation.args as [string];
  invocation.record.params = { subcommand: 'push' };
  invocation.record.inputs = [manifestInput(pack)];
  let place: PackPlace | undefined;
  try {
    return await withNamedStore(invocation, `pack push ${shellPath(pack)}`, async (store) => {
      const { packId, memberCount, bytes, sent, present } = await pushPack({
        given: pack,
        path: invocation.resolve(pack),
        store,
        threads: invocation.integer('--jobs', 0),
        watch: watching(invocation, 'pack'),
        onPlace: (opened) => {
          place = opened;
        },
        onManifest: (manifest) => recordPackId(invocation, manifest.packId),
      });
      return finishWith(invocation, { outcome: 'PUBLISHED', packId, memberCount, bytes, location: store.url, transfer: { sent, present } });
    });
  } finally {
    if (place !== undefined) invocation.record.inputs = [place.input];
  }
}
