/** `pack push`: copies a pack into a store, without the blobs that exist there already; the manifest is written last. */
import { counted } from '#core/count-text';
import { shellPath } from '#core/shell-words';
import { pushPack } from '#pack/ops/push';
import type { PackPlace } from '#pack/ops/survey';
import { isTag, TAG_FORM } from '#pack/tag';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { progressWatch } from '../progress.ts';
import { manifestInput, recordPackId } from './ledger-inputs.ts';
import { withNamedStore } from './named-store.ts';
import { finishWith } from './result.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [pack] = invocation.args as [string];
  const tags = tagsOf(invocation);
  invocation.record.params = { subcommand: 'push', ...(tags.length === 0 ? {} : { tags }) };
  invocation.record.inputs = [manifestInput(pack)];
  let place: PackPlace | undefined;
  try {
    return await withNamedStore(invocation, `pack push ${shellPath(pack)}`, async (store) => {
      const {
        packId,
        memberCount,
        bytes,
        sent,
        present,
        presentChecked,
        repaired,
        image,
        tags: set,
        references,
        seals,
      } = await pushPack({
        given: pack,
        path: invocation.resolve(pack),
        store,
        tags,
        movesTags: invocation.has('--move-tag'),
        verifyPresent: invocation.has('--verify-present'),
        threads: invocation.integer('--jobs', 0),
        watch: progressWatch(invocation, 'pack'),
        onPlace: (opened) => {
          place = opened;
        },
        onManifest: (manifest) => recordPackId(invocation, manifest.packId),
      });
      for (const digest of repaired) invocation.say(`a damaged blob was in the store, and is replaced by the right one: ${digest}`);
      if (!invocation.has('--json') && presentChecked.size > 0) {
        invocation.say(`${counted(presentChecked.size, 'blob')} in the store already, known by length alone; --verify-present reads them`);
      }
      if (!invocation.has('--json')) {
        for (const { tag, outcome, from } of set) invocation.note(`tag ${tag}: ${outcome}${from === undefined ? '' : ` from ${from}`}`);
      }
      const transfer = { sent, present, presentChecked, repaired, image, tags: set };
      return finishWith(invocation, { outcome: 'PUBLISHED', packId, memberCount, bytes, location: store.url, transfer, references, seals });
    });
  } finally {
    if (place !== undefined) invocation.record.inputs = [place.input];
  }
}

function tagsOf(invocation: Invocation): readonly string[] {
  const tags = invocation.values('--tag');
  const bad = tags.find((tag) => !isTag(tag));
  if (bad !== undefined) throw new UsageError(`--tag needs ${TAG_FORM}, found '${bad}'`);
  if (invocation.has('--move-tag') && tags.length === 0) throw new UsageError('--move-tag needs --tag');
  return tags;
}
