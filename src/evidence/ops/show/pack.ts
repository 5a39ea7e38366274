/** What a pack in a folder or an archive says, with the sizes of its members and the outcomes of its reports. */
import { openPlace } from '#pack/ops/place';
import { readManifest } from '#pack/read';
import { heapLimit } from '#threads/heap-limit';
import { aboutPack } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { archiveContent, folderContent } from './pack-content.ts';

export function statedInPack(place: Place): Stated {
  const opened = openPlace(place.given, place.path, undefined, 'sha256');
  const manifest = readManifest(opened.manifestBytes(), place.given, heapLimit);
  const { packId, members } = manifest;
  const content = opened.kind === 'folder' ? folderContent(place, opened, members) : archiveContent(place, members);
  return {
    id: packId,
    digest: content.digest ?? opened.input.hash,
    members: {
      *[Symbol.iterator]() {
        for (const { path, bytesHash, type } of members) yield { path, digest: bytesHash, size: content.sizeOf(path), type };
      },
    },
    about: aboutPack(manifest, content.reports),
  };
}
