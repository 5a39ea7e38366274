/**
 * `pack verify`: checks the manifest itself, then everything in the pack in one survey. The content of members of a known version is also
 * checked, during the read that hashes them.
 *
 *     verifyPack({ given: 'evidence/december', path: '/data/evidence/december', deep: false }).outcome     'OK'
 */

import { compareUtf8 } from '#core/bytes/order';
import { parentOf } from '#core/path/parent-of';
import { placesBelow } from '#core/path/sorted-paths';
import type { Algorithm } from '#core/ports';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { type HashPool, withHashPool } from '#hashing/pool';
import { sizeOfFiles, type Watch } from '#hashing/watch';
import { heapLimit } from '#threads/heap-limit';
import type { PackMember } from '../document.ts';
import type { Finding } from '../findings.ts';
import { type ReadManifest, readManifest } from '../read.ts';
import { REFERENCE_VERSION } from '../reference.ts';
import type { ReferencedFile } from '../references.ts';
import { cannotAccess, invalidPack } from '../refusals.ts';
import { judgementFields } from '../report.ts';
import { judgePack, type PackVerdict, readableMembers } from '../verify.ts';
import { PACK_INSPECTORS } from './inspectors.ts';
import { judgeContent, judgeOwnManifest } from './judge-content.ts';
import { hasSchema } from './member-schemas.ts';
import { openPlace } from './place.ts';
import { readReference } from './references.ts';
import { type PackPlace, pathsIn, type Reading, type Unreadable, type Wanted } from './survey.ts';

export interface PackCheck {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  readonly deep: boolean;
  /** The pack_id that the pack must have. */
  readonly expect?: string | undefined;
  readonly threads?: number | undefined;
  /** The limit for the uncompressed size of an archive, in bytes. */
  readonly maxSize?: number | undefined;
  /** Of the hash in the `input` of the place, `blake3` unless it is given. */
  readonly algorithm?: Algorithm | undefined;
  /** Files that were hashed while they were written (see `Wanted`). */
  readonly written?: Wanted['written'];
  readonly watch?: Watch | undefined;
  /** Lends a pool that was opened with `PACK_INSPECTORS`, for a caller that verifies many packs. */
  readonly withPool?: ((act: (pool: HashPool) => PackVerdict) => PackVerdict) | undefined;
  /** Called with the place before anything in it is read. */
  readonly onPlace?: (place: PackPlace) => void;
  /** Called with the manifest before the members are read. */
  readonly onManifest?: (manifest: ReadManifest) => void;
}

export function verifyPack(check: PackCheck): PackVerdict {
  const place = openPlace(check.given, check.path, check.maxSize, check.algorithm);
  check.onPlace?.(place);
  const usePool = check.withPool ?? ((act) => withHashPool({ threads: check.threads, inspect: PACK_INSPECTORS }, act));
  return usePool((pool) => {
    // The threads start while a long manifest is being read, unless its members are already hashed.
    const bytes = place.manifestBytes((size) => size >= LONG && check.written === undefined && pool.start());
    const manifest = readManifest(bytes, check.given, heapLimit);
    check.onManifest?.(manifest);
    return surveyPack(place, manifest, { ...check, pool });
  });
}

export interface PackSurvey extends Pick<PackCheck, 'given' | 'deep' | 'watch' | 'expect' | 'written'>, Pick<Wanted, 'intake'> {
  /** A pool that was opened with `PACK_INSPECTORS`. */
  readonly pool: HashPool;
}

/** A manifest of this size has about 1,500 members. */
const LONG = 1 << 18;

/** Returns the verdict on a pack. `manifest` must have been read from `place`. */
export function surveyPack(place: PackPlace, manifest: ReadManifest, survey: PackSurvey): PackVerdict {
  const { given, deep, watch, pool, expect: expectedId, written, intake } = survey;
  const members = readableMembers(manifest);
  const schemaFaults = new Map<string, string>();
  let hasSchemas = false;
  const noteFault = (path: string, fault: string | null): void => {
    hasSchemas = true;
    if (fault !== null) schemaFaults.set(path, fault);
  };
  const inside: Finding[] = deep ? [...judgeOwnManifest(manifest)] : [];
  const reading = ({ artifactVersion }: PackMember): Reading => {
    if (artifactVersion === REFERENCE_VERSION) return 'content';
    if (artifactVersion === null || !hasSchema(artifactVersion)) return 'hash';
    return deep ? 'content' : 'outline';
  };
  const references: ReferencedFile[] = [];
  const progress = watch?.(members.length, () => sizeOfFiles(place.sources(members)));
  try {
    const { found, extras, unreadable } = place.survey({
      members,
      reading,
      pool,
      written,
      intake,
      advance: progress && (() => progress.advance(1)),
      conforms: () => void (hasSchemas = true),
      read(index, source) {
        const { path, artifactVersion } = members[index] as PackMember;
        if (artifactVersion === REFERENCE_VERSION) {
          const { reference, ...hashed } = readReference(source);
          noteFault(path, typeof reference === 'string' ? reference : null);
          // Another document than the sealed one refers to nothing.
          if (typeof reference !== 'string' && hashed.bytesHash === (members[index] as PackMember).bytesHash)
            references.push({ ...reference, member: path, isRead: false });
          return hashed;
        }
        const version = artifactVersion as string;
        const { bytesHash, size, ...content } = judgeContent({ path, version, deep, beside: () => membersBeside(index, members) }, source);
        noteFault(path, content.schemaFault);
        inside.push(...content.inside);
        return { bytesHash, size };
      },
    });
    if (unreadable.length > 0) throw unreadableData(given, unreadable);
    references.sort((a, b) => compareUtf8(a.member, b.member));
    return judgePack(manifest, { members, found, extras, schemaFaults, hasSchemas, inside, references, expectedId }, newHasher);
  } finally {
    progress?.done();
  }
}

/** The refusal names all unreadable paths, in byte order. */
function unreadableData(given: string, unreadable: readonly Unreadable[]): Refusal {
  const sorted = unreadable.toSorted((a, b) => compareUtf8(a.path, b.path));
  const { path, error } = sorted[0] as Unreadable;
  const { code, message, detail, nextCommand } = cannotAccess(`Cannot read pack data: ${path}: ${error}`, `${given}/${path}`, error);
  return new Refusal(code, message, { ...detail, unreadable: sorted.map((each) => ({ ...each })) }, nextCommand);
}

/** The other members in the folder of a member, or below it. */
function membersBeside(index: number, members: readonly PackMember[]): readonly PackMember[] {
  const { path } = members[index] as PackMember;
  const { from, to } = path.includes('/') ? placesBelow(pathsIn(members), parentOf(path)) : { from: 0, to: members.length };
  return members.slice(from, to).filter((member) => member.path !== path);
}

/** For operations that continue only with a sound pack (P7). What its references stand for is not in it, and is not judged. */
export function requireValid(given: string, verdict: PackVerdict): PackVerdict {
  const { outcome, checks, findings } = verdict;
  if (outcome === 'INVALID') throw invalidPack(given, judgementFields(checks, findings));
  return verdict;
}
