/** `pack store gc`: the blobs that no pack names, and with `--delete` their removal. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { formatInstant } from '#core/time';
import { collectGarbage } from '#pack/ops/store/collect-garbage';
import type { StoredBlob } from '#store/store';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { withNamedStore } from './named-store.ts';
import { counted } from './store-text.ts';

const HOUR_MS = 3_600_000;
/** Two weeks: longer than any push takes. */
const GRACE_HOURS = 14 * 24;

export async function run(invocation: Invocation): Promise<Finished> {
  const remove = invocation.has('--delete');
  const grace = invocation.integer('--grace', 0) ?? GRACE_HOURS;
  invocation.record.params = { subcommand: 'store gc', delete: remove, grace_hours: grace };
  return withNamedStore(invocation, { typed: 'pack store verify', url: invocation.args[0] }, async (store) => {
    const { unreferenced, young, removed, kept } = await collectGarbage({
      store,
      graceMs: grace * HOUR_MS,
      now: invocation.world.now().getTime(),
      remove,
    });
    const outcome = removed.length > 0 ? 'STORE_COLLECTED' : 'STORE_OK';
    const isRemoved = new Set(removed);
    const lines = unreferenced.map((blob) => `  ${isRemoved.has(blob.digest) ? 'REMOVED' : 'UNREFERENCED'} ${blob.digest} ${blob.size}`);
    const total = unreferenced.reduce((sum, { size }) => sum + size, 0);
    const summary = `  ${counted(unreferenced.length, 'blob')} that no pack names, ${counted(total, 'byte')}; ${young.length} younger than ${grace} h`;
    const text = invocation.has('--json')
      ? formatPretty({
          version: 'pack.store-gc.v0',
          outcome,
          store: store.url,
          grace_hours: grace,
          unreferenced: unreferenced.map(blobFields),
          young: young.map(blobFields),
          removed: [...removed],
          kept: [...kept],
        })
      : [`${outcome} ${store.url}`, ...lines, summary].map(escapeControls).join('\n');
    invocation.stdout.write(encodeUtf8(`${text}\n`));
    return { exit: 0, outcome };
  });
}

function blobFields({ digest, size, since }: StoredBlob): { digest: string; bytes: number; since: string } {
  return { digest, bytes: size, since: formatInstant(new Date(since)) };
}
