/** `pack list`: the packs of a store, one on each line, with the facts in their manifests. */

import { type DescribedPack, describePacks } from '#pack/ops/store/list';
import type { Store } from '#store/store';
import { counted } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { withNamedStore } from './named-store.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  invocation.record.params = { subcommand: 'list' };
  return withNamedStore(invocation, 'pack list', async (store) => {
    await (invocation.has('--ids-only') ? listIds(invocation, store) : listDetails(invocation, store));
    return { exit: 0, outcome: 'OK' };
  });
}

async function listIds(invocation: Invocation, store: Store): Promise<void> {
  const packs = await store.list();
  show(invocation, { document: () => ({ version: 'pack.list.v0', store: store.url, packs }), lines: () => packs });
}

async function listDetails(invocation: Invocation, store: Store): Promise<void> {
  const { ids, packs, unread } = await describePacks(store);
  if (unread > 0) invocation.say(`${counted(unread, 'pack')} more, whose manifests were not read; --ids-only lists all`);
  show(invocation, {
    document: () => ({ version: 'pack.list.v0', store: store.url, packs: ids, details: packs.map(fieldsOf) }),
    lines: () => packs.map(lineOf),
  });
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
