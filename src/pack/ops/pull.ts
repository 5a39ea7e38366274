/**
 * `pack pull`: first fetches the manifest, which must belong to the requested pack and have no unsafe path. Then it fetches every blob and
 * verifies it on arrival. Then it verifies the whole pack in the staging folder; files that were hashed while they were written are not
 * read again. Only then does the folder appear (P7), with the good seals of the pack beside it.
 *
 *     await pullPack({ packId: 'sha256:…', output: { given: 'dec', path: '/data/dec' }, cwd, store, sync: true })
 *       { packId: 'sha256:…', folder: 'dec', memberCount: 5, bytes: 81920 }
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { isBelow } from '#disk/path/below';
import { makeFolders } from '#disk/write/make-folders';
import { newHasher } from '#hashing/hashers';
import { onTraffic } from '#store/http/traffic';
import { SEAL_LIMITS } from '#store/seals';
import type { Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { whenInterrupted } from '#threads/interruptible';
import { countRead } from '#threads/read-meter';
import { MANIFEST_NAME, MAX_MANIFEST_LENGTH } from '../document.ts';
import { canonicalManifest, type ReadManifest, readManifest } from '../read.ts';
import { badPack } from '../refusals.ts';
import { judgementFields } from '../report.ts';
import { requirePullable } from '../require-pullable.ts';
import { commitWithSeals, requireNoOthers } from './seals/beside.ts';
import { readStoredSeals } from './seals/stored.ts';
import { cannotWrite, DEFAULT_PARENT, type PackInFolder, requireFreeTarget, stageAt, targetsOf, unwritable } from './target.ts';
import { type PackCheck, verifyPack } from './verify.ts';

export interface PackPull extends Pick<PackCheck, 'threads' | 'watch'> {
  readonly packId: Digest;
  /** The path as it was typed, and absolute. Null means `pack/<pack_id>` below `cwd`. */
  readonly output: { readonly given: string; readonly path: string } | null;
  readonly cwd: string;
  readonly store: Store;
  readonly sync: boolean;
}

export async function pullPack(pull: PackPull): Promise<PackInFolder> {
  const { packId, store, threads, sync } = pull;
  requireFreeTarget(pull);
  const manifest = readManifest(await store.manifest(packId, MAX_MANIFEST_LENGTH), packId, heapLimit);
  requirePullable(manifest, packId, newHasher);
  const sealed = { given: packId, packId, manifest: canonicalManifest(manifest) };
  for (const target of targetsOf(pull)) requireNoOthers(target, sealed);
  const staged = stageAt(pull, sync);
  // A folder store is read by this thread, which is idle only between its steps.
  const release = whenInterrupted(() => staged.discard(), store.folder === undefined ? undefined : ['SIGINT']);
  try {
    const written = await fetchMembers(manifest, { ...pull, folder: staged.path });
    const verdict = verifyPack({ given: packId, path: staged.path, deep: false, threads, written });
    const { outcome, checks, findings, found, references } = verdict;
    if (outcome === 'INVALID') throw badPack(packId, `pack does not verify: ${packId}`, judgementFields(checks, findings));
    const { good, bad: leftOut, unread, error } = await readStoredSeals(store, sealed, SEAL_LIMITS);
    const { folder, carried, present } = commitWithSeals(staged, pull, { seals: good, sync });
    const seals = { carried, present, leftOut, unread, error };
    return { packId, folder, memberCount: manifest.members.length, bytes: found.proven().bytes, references: references.files, seals };
  } finally {
    release();
    staged.discard();
  }
}

/** Writes the manifest and every member. Returns the size of each file; each was hashed and verified while it was written. */
async function fetchMembers(
  manifest: ReadManifest,
  { folder, store, watch, output }: PackPull & { readonly folder: string },
): Promise<ReadonlyMap<string, number>> {
  const { members } = manifest;
  const given = output?.given ?? DEFAULT_PARENT;
  const wanted = members.map(({ path, bytesHash }) => ({ path, digest: bytesHash as Digest, file: `${folder}/${path}` }));
  try {
    writeFileSync(join(folder, MANIFEST_NAME), canonicalManifest(manifest), { flag: 'wx' });
    for (const parent of new Set(wanted.map(({ file }) => dirname(file)))) makeFolders(parent);
  } catch (error) {
    throw cannotWrite(given, error);
  }
  const sizes = new Map<string, number>();
  onTraffic(countRead);
  const progress = watch?.(members.length, () => null);
  try {
    await store.fetch(wanted, ({ file }, size) => {
      sizes.set(file, size);
      progress?.advance(1);
    });
  } catch (error) {
    throw withoutStaging(folder, given, error);
  } finally {
    progress?.done();
  }
  return sizes;
}

/**
 * The store names a file in the staging folder, which the user does not know and which is already removed. The refusal names the target
 * instead.
 */
export function withoutStaging(folder: string, given: string, error: unknown): unknown {
  const { path, error: text } = error instanceof Refusal ? error.detail : {};
  if (typeof path !== 'string' || typeof text !== 'string' || !isBelow(folder, path)) return error;
  return unwritable(given, text);
}
