/**
 * The tags of the packs in a store. A tag that names another pack is refused. It is moved only if the caller says so.
 *
 *     await requireFreeTags(store, ['2025-12'], { packId, moves: false })      before anything is sent
 *     await setTag(store, '2025-12', { packId, moves: false })                 { tag: '2025-12', outcome: 'CREATED' }
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { otherDocument } from '#store/documents';
import { eachOf } from '#store/parallel-store';
import type { Store } from '#store/store';
import { noSuchTag, tagTaken } from '../../refusals.ts';
import { formatTag, isTag, MAX_TAG_LENGTH, parseTag } from '../../tag.ts';

export interface Tagging {
  readonly packId: Digest;
  /** Whether a tag that names another pack is moved. */
  readonly moves: boolean;
}

export interface SetTag {
  readonly tag: string;
  readonly outcome: 'CREATED' | 'PRESENT' | 'MOVED';
  /** The pack that the tag named before it was moved. */
  readonly from?: Digest;
}

const AT_ONCE = 8;
const MAX_TAGS = 10_000;

/** Returns the id of the pack that the tag names, or undefined. Something else in its place is refused. */
async function packOfTag(store: Store, tag: string): Promise<Digest | undefined> {
  const bytes = await store.documents.read('tags', tag, MAX_TAG_LENGTH);
  if (bytes === undefined) return undefined;
  const packId = parseTag(bytes, tag);
  if (packId === null) throw otherDocument(store.url, 'tags', tag, 'no tag of a pack');
  return packId;
}

/** The pack that a pack_id or a tag names. A tag that is not there is refused; whether the pack is there is not asked. */
export async function packNamed(store: Store, name: string, how: { readonly plainHttp?: boolean }): Promise<Digest> {
  if (isSha256Digest(name)) return name;
  const named = await packOfTag(store, name);
  if (named === undefined) throw noSuchTag(name, store.url, how);
  return named;
}

export async function requireFreeTags(store: Store, tags: readonly string[], { packId, moves }: Tagging): Promise<void> {
  for (const tag of tags) {
    const named = await packOfTag(store, tag);
    if (named !== undefined && named !== packId && !moves) throw tagTaken(tag, store.url, { named, packId });
  }
}

/** The pack is in the store by now. Another run may have set the tag in the meantime. */
export async function setTag(store: Store, tag: string, { packId, moves }: Tagging): Promise<SetTag> {
  const bytes = formatTag(tag, packId);
  if ((await store.documents.create('tags', tag, bytes)) === 'created') return { tag, outcome: 'CREATED' };
  const named = await packOfTag(store, tag);
  if (named === packId) return { tag, outcome: 'PRESENT' };
  if (named !== undefined && !moves) throw tagTaken(tag, store.url, { named, packId });
  await store.documents.replace('tags', tag, bytes);
  return named === undefined ? { tag, outcome: 'CREATED' } : { tag, outcome: 'MOVED', from: named };
}

export interface Tags {
  /** In byte order for each pack. */
  readonly of: ReadonlyMap<Digest, readonly string[]>;
  /** The tags that could not be read, with the reason. */
  readonly broken: readonly { readonly tag: string; readonly error: string }[];
  /** The number of tags that were not read because there are too many. */
  readonly unread: number;
}

export async function readTags(store: Store): Promise<Tags> {
  const all = (await store.documents.list('tags')).filter(isTag);
  const named = new Map<string, { readonly packId: Digest } | { readonly error: string }>();
  await eachOf(all.slice(0, MAX_TAGS), AT_ONCE, async (tag) => {
    try {
      const packId = await packOfTag(store, tag);
      if (packId !== undefined) named.set(tag, { packId });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'E_BAD_STORE') throw error;
      named.set(tag, { error: error.message });
    }
  });
  const of = new Map<Digest, string[]>();
  const broken: Tags['broken'][number][] = [];
  for (const tag of all) {
    const found = named.get(tag);
    if (found === undefined) continue;
    if ('error' in found) broken.push({ tag, error: found.error });
    else of.set(found.packId, [...(of.get(found.packId) ?? []), tag]);
  }
  return { of, broken, unread: Math.max(0, all.length - MAX_TAGS) };
}
