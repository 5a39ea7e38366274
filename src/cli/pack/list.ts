/** `pack list`: the packs of a store, one a line, with what their manifests say of them. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { type DescribedPack, describePacks } from '#pack/ops/store/list';
import type { Store } from '#store/store';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { withNamedStore } from './named-store.ts';
import { counted } from './store-text.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const isBare = invocation.has('--ids-only');
  invocation.record.params = { subcommand: 'list' };
  return withNamedStore(invocation, 'pack list', async (store) => {
    const lines = isBare ? await bareList(invocation, store) : await fullList(invocation, store);
    invocation.stdout.write(encodeUtf8(lines.map((line) => `${line}\n`).join('')));
    return { exit: 0, outcome: 'OK' };
  });
}

async function bareList(invocation: Invocation, store: Store): Promise<readonly string[]> {
  const packs = await store.list();
  return invocation.has('--json') ? [formatPretty({ version: 'pack.list.v0', store: store.url, packs })] : packs;
}

async function fullList(invocation: Invocation, store: Store): Promise<readonly string[]> {
  const { ids, packs, unread } = await describePacks(store);
  if (unread > 0) invocation.say(`${counted(unread, 'pack')} more, which were not looked into; --ids-only lists all`);
  if (!invocation.has('--json')) return packs.map(lineOf);
  return [formatPretty({ version: 'pack.list.v0', store: store.url, packs: ids, details: packs.map(fieldsOf) })];
}

function lineOf({ packId, created, note, memberCount, bytes, error }: DescribedPack): string {
  if (error !== null) return `${packId}  unreadable: ${escapeControls(error)}`;
  const size = bytes === null ? 'size unknown' : counted(bytes, 'byte');
  const parts = [packId, created ?? '', counted(memberCount ?? 0, 'member'), size, note ?? ''];
  return escapeControls(parts.filter((part) => part !== '').join('  '));
}

function fieldsOf({ packId, created, note, memberCount, bytes, error }: DescribedPack) {
  return { pack_id: packId, created, note, member_count: memberCount, bytes, ...(error === null ? {} : { error }) };
}
