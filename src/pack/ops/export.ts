/**
 * `pack export`: writes a pack that verifies as one archive: manifest.json first, then the members in byte order. Each member is hashed
 * again while it is written. The same pack always gives the same bytes. The archive appears completely or not at all. The good seals of the
 * pack are written beside it.
 *
 *     exportPack({ given: 'dec', path: '/data/dec', archive: { given: 'dec.tar', path: '/data/dec.tar' }, sync: true })
 *       { packId: 'sha256:…', memberCount: 5, bytes: 81920 }
 */

import type { TarWriter } from '#codecs/tar/write';
import type { Digest } from '#core/digest';
import { errorCode, osText } from '#disk/os-error';
import { isInside } from '#disk/path/real-path';
import { withHashPool } from '#hashing/pool';
import { sizeOfFiles } from '#hashing/watch';
import { shownSealsOf } from '#sign/ops/seals-file';
import type { StoredSeal } from '#store/seals';
import { heapLimit } from '#threads/heap-limit';
import { noticingInterrupts } from '#threads/notice-interrupts';
import { MANIFEST_NAME } from '../document.ts';
import { canonicalManifest, type ReadManifest, readManifest } from '../read.ts';
import type { ReferencedFile } from '../references.ts';
import { cannotAccess, insidePack } from '../refusals.ts';
import { archiveMember } from './archive/member.ts';
import { requireWritableArchive, writeArchive } from './archive/write.ts';
import { enclosingPack } from './enclosing-pack.ts';
import { openFolder } from './folder/folder.ts';
import { PACK_INSPECTORS } from './inspectors.ts';
import { addBeside, type CarriedSeals, readOwnSeals, requireNoOthers } from './seals/beside.ts';
import type { PackPlace } from './survey.ts';
import type { PackTarget } from './target.ts';
import { type PackCheck, requireValid, surveyPack } from './verify.ts';

export interface PackExport extends Pick<PackCheck, 'given' | 'path' | 'threads' | 'watch' | 'onManifest'> {
  /** The name ends in `.tar` or `.tar.zst`. */
  readonly archive: PackTarget;
  readonly sync: boolean;
  /** Called with the folder before its members are read. */
  readonly onPlace?: (place: PackPlace) => void;
}

export interface ExportedPack {
  readonly packId: Digest;
  readonly memberCount: number;
  /** The size of all members together. */
  readonly bytes: number;
  /** Files that are not in the pack, but in a store. */
  readonly references: readonly ReferencedFile[];
  /** The seals that lie beside the archive now. */
  readonly seals: CarriedSeals;
}

export function exportPack(pack: PackExport): ExportedPack {
  const { given, path, archive, threads } = pack;
  const around = isInside(path, archive.path) ? given : enclosingPack(archive.path);
  if (around !== null) throw insidePack(archive.given, around);
  requireWritableArchive(archive);
  const place = openFolder(given, path);
  pack.onPlace?.(place);
  const manifest = readManifest(place.manifestBytes(), given, heapLimit);
  pack.onManifest?.(manifest);
  const { references } = withHashPool({ threads, inspect: PACK_INSPECTORS }, (pool) =>
    requireValid(given, surveyPack(place, manifest, { given, deep: false, pool, watch: pack.watch })),
  );
  const bytes = canonicalManifest(manifest);
  const sealed = { packId: manifest.packId, manifest: bytes };
  const seals = readOwnSeals(pack, sealed);
  requireNoOthers(archive, sealed);
  const size = noticingInterrupts(() =>
    writeArchive(archive, pack, (tar) => {
      tar.startFile(MANIFEST_NAME, bytes.length);
      tar.write(bytes);
      return writeMembers(pack, manifest, tar);
    }),
  );
  // After the archive: beside another archive of the same name they would be seals of something else.
  const { carried, present } = sealArchive(archive, seals.good, pack);
  return {
    packId: manifest.packId as Digest,
    memberCount: manifest.members.length,
    bytes: size,
    references: references.files,
    seals: { carried, present, leftOut: seals.bad, unread: 0, error: null },
  };
}

function sealArchive(
  archive: PackTarget,
  seals: readonly StoredSeal[],
  { sync }: Pick<PackExport, 'sync'>,
): { readonly carried: number; readonly present: number } {
  try {
    return addBeside(archive, seals, { sync });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const beside = shownSealsOf(archive.given);
    const cause = osText(error);
    throw cannotAccess(`${archive.given} was written without its seals: cannot write ${beside}: ${cause}`, beside, cause);
  }
}

/** In a sound manifest the members are sorted. Returns the number of bytes. */
function writeMembers(pack: PackExport, { members }: ReadManifest, tar: TarWriter): number {
  const progress = pack.watch?.(members.length, () => sizeOfFiles(members.map(({ path }) => `${pack.path}/${path}`)));
  let bytes = 0;
  try {
    for (const member of members) {
      bytes += archiveMember(pack, member, tar);
      progress?.advance(1);
    }
    return bytes;
  } finally {
    progress?.done();
  }
}
