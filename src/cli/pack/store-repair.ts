/** `pack store repair`: what is damaged or missing in a store, written again from packs that have it. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { repairStore } from '#pack/ops/store/repair';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { watching } from '../progress.ts';
import { withNamedStore } from './named-store.ts';
import { verdictFields, verdictLines } from './store-text.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const from = invocation.values('--from');
  if (from.length === 0) throw new UsageError('--from PACK is missing: nothing can be repaired without a pack that has it');
  invocation.record.params = { subcommand: 'store repair', from: [...from] };
  return withNamedStore(invocation, { typed: 'pack store verify', url: invocation.args[0] }, async (store) => {
    const { outcome, repairedBlobs, repairedManifests, after } = await repairStore({
      store,
      from: from.map((given) => ({ given, path: invocation.resolve(given) })),
      watch: watching(invocation, 'pack'),
    });
    const repaired = { blobs: [...repairedBlobs], manifests: [...repairedManifests] };
    const lines = [...repairedManifests, ...repairedBlobs].map((digest) => `  REPAIRED ${digest}`);
    const text = invocation.has('--json')
      ? formatPretty({ version: 'pack.store-repair.v0', outcome, store: store.url, repaired, ...verdictFields(after) })
      : [`${outcome} ${store.url}`, ...lines, ...verdictLines(after)].map(escapeControls).join('\n');
    invocation.stdout.write(encodeUtf8(`${text}\n`));
    return { exit: outcome === 'STORE_DAMAGED' ? 1 : 0, outcome };
  });
}
