/** `pack store verify`: every manifest and every blob of a store, read. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { verifyStore } from '#pack/ops/store/verify';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { watching } from '../progress.ts';
import { withNamedStore } from './named-store.ts';
import { verdictFields, verdictLines } from './store-text.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  invocation.record.params = { subcommand: 'store verify' };
  return withNamedStore(invocation, { typed: 'pack store verify', url: invocation.args[0] }, async (store) => {
    const verdict = await verifyStore({ store, watch: watching(invocation, 'pack') });
    const { outcome } = verdict;
    const text = invocation.has('--json')
      ? formatPretty({ version: 'pack.store-verify.v0', outcome, store: store.url, ...verdictFields(verdict) })
      : [`${outcome} ${store.url}`, ...verdictLines(verdict)].map(escapeControls).join('\n');
    invocation.stdout.write(encodeUtf8(`${text}\n`));
    return { exit: outcome === 'STORE_OK' ? 0 : 1, outcome };
  });
}
