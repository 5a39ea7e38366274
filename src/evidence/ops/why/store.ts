/**
 * A store as a source: the manifest of each pack, and the locks among their members, which are copied into a scratch folder to be read. A
 * connection is opened only for a URL that the user gave.
 */
import { join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { type Digest, hexOf, isSha256Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { withGivenFile } from '#disk/read/given-file';
import { MAX_MANIFEST_LENGTH } from '#pack/document';
import { readReference } from '#pack/ops/references';
import { storedManifest } from '#pack/ops/store/stored-manifest';
import { readTags } from '#pack/ops/store/tags';
import { canonicalManifest, type ReadManifest } from '#pack/read';
import type { Reference } from '#pack/reference';
import { eachOf } from '#store/parallel-store';
import type { Store } from '#store/store';
import type { Place } from '../../contract.ts';
import type { FoundDocument } from '../../why/graph.ts';
import { withNamedStore } from '../store.ts';
import { isStoreUrl } from '../store-url.ts';
import { bytesNames, fileOf, LEDGER_INSIDE, type NestedMember, nestedIn, referencesIn } from './pack.ts';
import { foundDocument, type Looking, openFile, type Source } from './source.ts';

const AT_ONCE = 8;
/** Manifests with at most this many members together are kept for the second reading. */
const MAX_KEPT = 200_000;

export async function openStoreSource(place: Place, looking: Looking): Promise<Source> {
  const { asked, unread, passOver } = looking;
  const packs: FoundDocument[] = [];
  const inner: Source[] = [];
  const kept = new Map<Digest, ReadManifest>();
  let keptMembers = 0;
  const references = storedReferences(looking);
  const ids = await withNamedStore(place, asked, 'why', async (store, packId) => {
    const all = packId === null ? await store.list() : [packId];
    const read = new Map<Digest, FoundDocument>();
    const nested = new Map<Digest, NestedMember & { readonly given: string }>();
    const tags = await tagsOf(store, looking);
    const shown = shownStore(place, store);
    await eachOf(all, AT_ONCE, async (id) => {
      const given = `${shown}@${id}`;
      const manifest = await storedManifest(store, id, MAX_MANIFEST_LENGTH);
      if (typeof manifest === 'string') return unread(given, manifest);
      const { created, note, members } = manifest;
      if ((keptMembers += members.length) <= MAX_KEPT) kept.set(id, manifest);
      const names = bytesNames(canonicalManifest(manifest));
      const facts = { kind: 'pack-store' as const, path: given, tags: tags.get(id) ?? [], note, names };
      read.set(id, foundDocument(facts, { id, digest: names[0] as string, created }));
      for (const item of nestedIn(members, ({ path }) => passOver(`${given}/${path}`, LEDGER_INSIDE)))
        nested.set(item.member.bytesHash as Digest, { ...item, given: `${given}/${item.member.path}` });
    });
    await reportLedgers(store, looking);
    for (const item of [...nested.values()].sort((a, b) => compareUtf8(a.given, b.given)))
      inner.push(...(await copied(store, item, looking)));
    const sound = all.filter((id) => read.has(id));
    packs.push(...sound.map((id) => read.get(id) as FoundDocument));
    return sound;
  });
  return {
    documents: [...packs, ...inner.flatMap(({ documents }) => documents)],
    async scan(use) {
      await withNamedStore(place, asked, 'why', async (store) => {
        const sizeOf = await store.sizes();
        for (const [index, id] of ids.entries()) {
          const manifest = kept.get(id) ?? (await storedManifest(store, id, MAX_MANIFEST_LENGTH));
          const given = `${shownStore(place, store)}@${id}`;
          if (typeof manifest === 'string') {
            unread(given, manifest);
            continue;
          }
          for (const { path, bytesHash } of manifest.members)
            use(index, { path, digest: bytesHash, size: sizeOf(bytesHash as Digest) ?? null });
          for (const { path, bytesHash } of referencesIn(manifest.members)) {
            const reference = await references.at(store, bytesHash, `${given}/${path}`);
            if (reference !== null) use(index, fileOf(path, reference), 'names');
          }
        }
      });
      for (const [index, source] of inner.entries()) await source.scan((_, member) => use(packs.length + index, member));
    },
  };
}

/** The URL of a store has no secret in it. */
function shownStore({ given }: Place, { url }: Store): string {
  return isStoreUrl(given) ? url : given;
}

async function tagsOf(store: Store, { unread }: Looking): Promise<ReadonlyMap<Digest, readonly string[]>> {
  const tags = await readTags(store);
  for (const { tag, error } of tags.broken) unread(`${store.url} tag ${tag}`, error);
  if (tags.unread > 0) unread(store.url, `${tags.unread} tags were not read: there are too many`);
  return tags.of;
}

async function reportLedgers(store: Store, { passOver }: Looking): Promise<void> {
  const parts = await store.documents.list('ledgers');
  if (parts.length > 0) passOver(store.url, 'ledgers in the store, not searched; custody witness pull fetches them');
}

/** The references of packs, which are read once. */
function storedReferences({ scratch, unread }: Looking): { at(store: Store, digest: string, given: string): Promise<Reference | null> } {
  const known = new Map<string, Reference | null>();
  const read = async (store: Store, digest: Digest, given: string): Promise<Reference | null> => {
    const file = join(scratch(), `${hexOf(digest)}.reference`);
    try {
      await store.fetch([{ digest, file }], () => undefined);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unread(given, error.message);
      return null;
    }
    const { reference } = withGivenFile(file, ({ source }) => readReference(source));
    if (typeof reference !== 'string') return reference;
    unread(given, reference);
    return null;
  };
  return {
    async at(store, digest, given) {
      if (!isSha256Digest(digest)) return null;
      const found = known.has(digest) ? (known.get(digest) as Reference | null) : await read(store, digest, given);
      known.set(digest, found);
      return found;
    },
  };
}

/** None if the blob is missing, damaged, or no document of its kind. */
async function copied(
  store: Store,
  { member, kind, given }: NestedMember & { readonly given: string },
  looking: Looking,
): Promise<readonly Source[]> {
  const { bytesHash: digest } = member;
  if (!isSha256Digest(digest)) return [];
  const file = join(looking.scratch(), hexOf(digest));
  try {
    await store.fetch([{ digest, file }], () => undefined);
    return [await openFile({ place: { given, path: file }, kind }, looking)];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    looking.unread(given, error.message);
    return [];
  }
}
