/** Judges a pack in a folder or an archive. */

import { openHashPool } from '#hashing/pool';
import { PACK_INSPECTORS } from '#pack/ops/inspectors';
import { openPlace } from '#pack/ops/place';
import type { PackPlace } from '#pack/ops/survey';
import { verifyPack } from '#pack/ops/verify';
import { readManifest } from '#pack/read';
import type { PackVerdict } from '#pack/verify';
import { heapLimit } from '#threads/heap-limit';
import type { Described, Place } from '../contract.ts';
import { packVerdict } from '../pack.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked, KindOps } from './asked.ts';

function opsFor(kind: 'pack' | 'pack-archive'): KindOps {
  return {
    judge({ given, path }: Place, asked: Asked): Verdict | Promise<Verdict> {
      const { threads, watch, pools, store } = asked;
      let place: PackPlace | null = null;
      const own = verifyPack({
        given,
        path,
        deep: false,
        threads,
        watch,
        algorithm: 'sha256',
        withPool: pools && ((act) => pools.use(() => openHashPool({ threads, inspect: PACK_INSPECTORS }), act)),
        onPlace: (opened) => {
          place = opened;
        },
      });
      const verdictOf = (judged: PackVerdict): Verdict => packVerdict({ kind, given, digest: place?.input.hash ?? null }, judged);
      if (store === undefined || own.references.files.length === 0) return verdictOf(own);
      return withReferences(own, store, asked).then(verdictOf);
    },
    describe({ given, path }: Place): Described {
      const place = openPlace(given, path, undefined, 'sha256');
      const { packId, created, members } = readManifest(place.manifestBytes(), given, heapLimit);
      return {
        id: packId,
        digest: place.input.hash,
        created,
        memberCount: members.length,
        members: members.map((member) => ({ path: member.path, digest: member.bytesHash, size: null })),
      };
    },
  };
}

/** Only the store that the caller named is opened, never one that a reference names. */
async function withReferences(own: PackVerdict, url: string, asked: Asked): Promise<PackVerdict> {
  const [{ withNamedStore }, { readReferences }] = await Promise.all([import('./store.ts'), import('#pack/ops/references')]);
  return withNamedStore({ given: url, path: url }, asked, 'verify', (store) => readReferences(own, store, asked.watch));
}

export const pack = opsFor('pack');
export const archive = opsFor('pack-archive');
