/** `pack list`: the packs of a store, one on each line, with the facts in their manifests. */

import { counted } from '#core/count-text';
import { type DescribedPack, describePacks } from '#pack/ops/store/list';
import type { Store } from '#store/store';
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
  const { ids, packs, unread, brokenTags, unreadTags } = await describePacks(store);
  if (unread > 0) invocation.say(`${counted(unread, 'pack')} more, whose manifests were not read; --ids-only lists all`);
  if (unreadTags > 0) invocation.say(`${counted(unreadTags, 'tag')} more were not read`);
  for (const { tag, error } of brokenTags) invocation.say(`tag ${tag}: ${escapeControls(error)}`);
  const broken = brokenTags.length === 0 ? {} : { broken_tags: brokenTags.map((each) => ({ ...each })) };
  show(invocation, {
    document: () => ({ version: 'pack.list.v0', store: store.url, packs: ids, details: packs.map(fieldsOf), ...broken }),
    lines: () => packs.map(lineOf),
  });
}

function lineOf({ packId, created, note, memberCount, bytes, error, tags }: DescribedPack): string {
  const named = tags.length === 0 ? '' : `[${tags.join(', ')}]`;
  if (error !== null) return `${packId}${named && `  ${named}`}  unreadable: ${escapeControls(error)}`;
  const size = bytes === null ? 'size unknown' : counted(bytes, 'byte');
  const parts = [packId, created ?? '', counted(memberCount ?? 0, 'member'), size, named, note ?? ''];
  return escapeControls(parts.filter((part) => part !== '').join('  '));
}

function fieldsOf({ packId, created, note, memberCount, bytes, error, tags }: DescribedPack) {
  const more = { ...(error === null ? {} : { error }), ...(tags.length === 0 ? {} : { tags }) };
  return { pack_id: packId, created, note, member_count: memberCount, bytes, ...more };
}
