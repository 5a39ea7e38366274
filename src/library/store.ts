/**
 * Sends packs to a store and fetches them: the same operations as the command line.
 *
 *     await pushPack('evidence/december', { store: 'oci://registry.example.org/evidence' });
 *     await pullPack('sha256:…', { store: 's3://evidence/packs', output: 'december' });
 */

import { homedir } from 'node:os';
import { type Digest, isSha256Digest } from '#core/digest';
import { shellPath, shellQuote } from '#core/shell-words';
import { workingFolder } from '#disk/path/working-folder';
import { processEnv } from '#installation/process-input';
import { pullPack as pullVerb } from '#pack/ops/pull';
import { type PushedPack, pushPack as pushVerb } from '#pack/ops/push';
import { type DescribedPack, describePacks as describeVerb } from '#pack/ops/store/list';
import { packNamed } from '#pack/ops/store/tags';
import { isTag, TAG_FORM } from '#pack/tag';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import { absolute, givenPath, givenTarget } from './given-path.ts';
import type { MovedPack } from './pack.ts';

export interface StoreSettings {
  /** `file:`, `oci://` or `s3://`. */
  readonly store: string;
  /** The environment in which credentials are searched; the default is that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The number of blobs that are sent or fetched at the same time. */
  readonly jobs?: number;
  /** Allows HTTP without TLS to other machines too. */
  readonly plainHttp?: boolean;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
}

export type { DescribedPack, PushedPack };

export interface TagSettings {
  /** Names for the pack in the store, such as `2025-12`. */
  readonly tags?: readonly string[];
  /** Moves a tag that names another pack; otherwise such a tag is refused. */
  readonly moveTags?: boolean;
}

export async function pushPack(pack: string, settings: StoreSettings & TagSettings): Promise<PushedPack> {
  const { jobs: threads, tags = [], moveTags: movesTags = false } = settings;
  const bad = tags.find((tag) => !isTag(tag));
  if (bad !== undefined) throw new RangeError(`a tag needs ${TAG_FORM}, found ${bad}`);
  return withStore(settings, `pack push ${shellPath(pack)}`, (store) => pushVerb({ ...givenPath(pack), store, threads, tags, movesTags }));
}

/** `pack` is a pack_id, or a tag of the store. The good seals of the pack are written beside the folder. */
export async function pullPack(pack: string, settings: StoreSettings & { readonly output?: string }): Promise<MovedPack> {
  const { output, jobs, sync = true, plainHttp = false } = settings;
  if (!isSha256Digest(pack) && !isTag(pack)) throw new RangeError(`expected sha256: and 64 lower-case hex digits, or a tag, found ${pack}`);
  const words = `pack pull ${pack}${output === undefined ? '' : ` --out ${shellPath(output)}`}`;
  return withStore(settings, words, async (store) => {
    const packId = await packNamed(store, pack, { plainHttp });
    return pullVerb({ packId, store, output: givenTarget(output), cwd: workingFolder(), threads: jobs, sync });
  });
}

/** The packs in a store, in byte order. */
export async function listPacks(settings: StoreSettings): Promise<readonly Digest[]> {
  return withStore(settings, 'pack list', (store) => store.list());
}

/** The packs in a store with what their manifests and seals say, the oldest first. The keys of all signers are unknown here. */
export async function describePacks(settings: StoreSettings): Promise<readonly DescribedPack[]> {
  return withStore(settings, 'pack list', async (store) => (await describeVerb(store)).packs);
}

/** `words` are the words of the command line without the store. */
export async function withStore<T>(settings: StoreSettings, words: string, act: (store: Store) => Promise<T>): Promise<T> {
  const { store: url, env = processEnv(), jobs, plainHttp = false, sync = true } = settings;
  const store = await openStore(url, {
    env,
    resolve: absolute,
    home: env['HOME'] ?? homedir(),
    jobs,
    plainHttp,
    disk: { threads: jobs, sync },
    command: (other) => `${words} --store ${shellQuote(other)}`,
  });
  try {
    return await act(store);
  } finally {
    store.close();
  }
}
