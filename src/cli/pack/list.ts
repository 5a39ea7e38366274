/** `pack list`: the packs of a store, one a line, in byte order. */
import { formatPretty } from '#core/json/pretty';
import { encodeUtf8 } from '#core/utf8';
import type { Finished, Invocation } from '../command.ts';
import { withNamedStore } from './named-store.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  invocation.record.params = { subcommand: 'list' };
  return withNamedStore(invocation, 'pack list', async (store) => {
    const packs = await store.list();
    const lines = invocation.has('--json') ? [formatPretty({ version: 'pack.list.v0', store: store.url, packs })] : packs;
    invocation.stdout.write(encodeUtf8(lines.map((line) => `${line}\n`).join('')));
    return { exit: 0, outcome: 'OK' };
  });
}
