/**
 * The seals in a bucket: `<prefix>/packs/<hex of the pack>.seals/<hex of the seal>.json`, an object each, beside the manifest. Each is written
 * only where nothing exists; a server that ignores that condition replaces it by the same bytes.
 */
import { compareUtf8 } from '#core/bytes/order';
import { type Digest, hexOf } from '#core/digest';
import { Refusal } from '#core/refusal';
import { eachOf } from '../parallel-store.ts';
import {
  type FoundSeal,
  type ListedSeal,
  MAX_SEAL_LENGTH,
  packOfSealsFolder,
  readWithin,
  removedNameOf,
  removedOfName,
  type SealMaintenance,
  type SealName,
  type Seals,
  sealNameOf,
  sealOfName,
  sealOrDamage,
  sealsFolderName,
} from '../seals.ts';
import { type ListedObject, listObjects } from './list.ts';
import { copyObject, removeObject, type S3Place } from './maintenance.ts';
import { getObject, putObject, type S3 } from './object.ts';
import { s3Failure } from './refusals.ts';

const AT_ONCE = 8;

export function s3Seals(s3: S3, place: S3Place): Seals {
  const { bucket, root } = place;
  const names = async (packId: Digest): Promise<readonly Digest[]> => {
    const found = new Set<Digest>();
    await listObjects(s3, folderOf(root, packId), ({ name }) => {
      const digest = sealOfName(name);
      if (digest !== undefined) found.add(digest);
      return found.size;
    });
    return [...found].sort(compareUtf8);
  };
  const readOne = async (packId: Digest, digest: Digest): Promise<FoundSeal> => {
    const found = await getObject(s3, keyOf(root, { packId, digest }), MAX_SEAL_LENGTH);
    if (found instanceof Uint8Array || found === 'longer') return sealOrDamage(digest, found);
    if (found.code === 'NoSuchKey') return undefined;
    throw s3Failure(found);
  };
  return {
    async known() {
      const packs = new Set((await listSeals(s3, root)).map(({ packId }) => packId));
      return (packId) => packs.has(packId);
    },
    read: async (packId, limits) => readWithin(await names(packId), limits, (digest) => readOne(packId, digest)),
    async add(packId, seals, { replaces } = { replaces: false }) {
      const there = new Set(replaces ? [] : await names(packId).catch(noneIfDenied));
      let added = 0;
      await eachOf(
        seals.filter(({ digest }) => !there.has(digest)),
        AT_ONCE,
        async ({ digest, bytes }) => {
          const key = keyOf(root, { packId, digest });
          if (replaces) await copyObject(s3, { bucket, from: key, to: `${root}damaged/${sealNameOf(digest)}` });
          if ((await putObject(s3, key, { body: bytes, sha256: hexOf(digest), replaces })) === 'stored') added++;
        },
      );
      return added;
    },
  };
}

/** Keys that may not list can still write: a put changes nothing where the seal exists. */
function noneIfDenied(error: unknown): readonly Digest[] {
  if (error instanceof Refusal && error.detail['s3_code'] === 'AccessDenied') return [];
  throw error;
}

export function s3SealMaintenance(s3: S3, { bucket, root }: S3Place): SealMaintenance {
  const removed = `${root}removed/`;
  const aside = (seal: SealName): string => `${removed}${removedNameOf(seal)}`;
  const move = async (from: string, to: string): Promise<void> => {
    if (await copyObject(s3, { bucket, from, to })) await removeObject(s3, from);
  };
  return {
    list: () => listSeals(s3, root),
    removed: () => listNamed(s3, removed, removedOfName),
    setAside: (seals) => eachOf(seals, AT_ONCE, (seal) => move(keyOf(root, seal), aside(seal))),
    putBack: (seals) => eachOf(seals, AT_ONCE, (seal) => move(aside(seal), keyOf(root, seal))),
    purge: (seals) => eachOf(seals, AT_ONCE, (seal) => removeObject(s3, aside(seal))),
  };
}

function folderOf(root: string, packId: Digest): string {
  return `${root}packs/${sealsFolderName(packId)}/`;
}

function keyOf(root: string, { packId, digest }: SealName): string {
  return `${folderOf(root, packId)}${sealNameOf(digest)}`;
}

function listSeals(s3: S3, root: string): Promise<readonly ListedSeal[]> {
  return listNamed(s3, `${root}packs/`, (name) => {
    const [folder = '', file = '', ...more] = name.split('/');
    const [packId, digest] = [packOfSealsFolder(folder), sealOfName(file)];
    return packId === undefined || digest === undefined || more.length > 0 ? undefined : { packId, digest };
  });
}

async function listNamed(s3: S3, folder: string, nameOf: (name: string) => SealName | undefined): Promise<readonly ListedSeal[]> {
  const found: ListedSeal[] = [];
  await listObjects(s3, folder, ({ name, size, since }: ListedObject) => {
    const seal = nameOf(name);
    if (seal !== undefined) found.push({ ...seal, size, since });
    return found.length;
  });
  return found;
}
