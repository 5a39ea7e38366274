/** Judges a pack in a folder or an archive. */

import { openHashPool } from '#hashing/pool';
import { PACK_INSPECTORS } from '#pack/ops/inspectors';
import { openPlace } from '#pack/ops/place';
import type { PackPlace } from '#pack/ops/survey';
import { verifyPack } from '#pack/ops/verify';
import { readManifest } from '#pack/read';
import { heapLimit } from '#threads/heap-limit';
import type { Described, Place } from '../contract.ts';
import { packVerdict } from '../pack.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked, KindOps } from './asked.ts';

function opsFor(kind: 'pack' | 'pack-archive'): KindOps {
  return {
    judge({ given, path }: Place, { threads, watch, pools }: Asked): Verdict {
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
      return packVerdict({ kind, given, digest: (place as PackPlace | null)?.input.hash ?? null }, own);
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

export const pack = opsFor('pack');
export const archive = opsFor('pack-archive');
