/** `pack list`: the packs of a store, one on each line, with the facts in their manifests. */

import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { type DescribedPack, describePacks, type PackSigners } from '#pack/ops/store/list';
import type { JudgedSigner } from '#sign/judged';
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

function lineOf({ packId, created, note, memberCount, bytes, error, tags, seals }: DescribedPack): string {
  const named = tags.length === 0 ? '' : `[${tags.join(', ')}]`;
  if (error !== null) return `${packId}${named && `  ${named}`}  unreadable: ${escapeControls(error)}`;
  const size = bytes === null ? 'size unknown' : counted(bytes, 'byte');
  const parts = [
    packId,
    created ?? '',
    counted(memberCount ?? 0, 'member'),
    size,
    named,
    seals === null ? '' : signersText(seals),
    note ?? '',
  ];
  return escapeControls(parts.filter((part) => part !== '').join('  '));
}

/** `signed by SHA256:… as producer (unknown key)`: without a policy no key is known. */
function signersText({ signatures, unread, error }: PackSigners): string {
  const good = signatures.flatMap(({ state, signer, role }) => (state === 'bad' ? [] : [nameOf(signer, role)]));
  const bad = signatures.length - good.length;
  const names = [...new Set(good)];
  const parts = [
    names.length === 0 ? '' : `signed by ${names.join(', ')} (${names.length === 1 ? 'unknown key' : 'unknown keys'})`,
    bad === 0 ? '' : counted(bad, 'BAD seal'),
    unread === 0 ? '' : `${counted(unread, 'seal')} not read`,
    error === null ? '' : 'seals could not be read',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function nameOf(signer: JudgedSigner | null, role: string | null): string {
  return `${signer?.fingerprint ?? 'an unnamed key'}${role === null ? '' : ` as ${role}`}`;
}

function fieldsOf({ packId, created, note, memberCount, bytes, error, tags, seals }: DescribedPack) {
  const more = {
    ...(error === null ? {} : { error }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(seals === null ? {} : { seals: sealFields(seals) }),
  };
  return { pack_id: packId, created, note, member_count: memberCount, bytes, ...more };
}

function sealFields({ signatures, unread, error }: PackSigners): JsonObject {
  return {
    signatures: signatures.map(({ path, state, signer, role, claimed_time, finding }) => ({
      seal: path,
      state,
      fingerprint: signer?.fingerprint ?? null,
      keyid: signer?.keyid ?? null,
      algorithm: signer?.algorithm ?? null,
      role,
      claimed_time,
      ...(state === 'bad' ? { code: finding?.code ?? null } : {}),
    })),
    unread,
    ...(error === null ? {} : { error }),
  };
}
