/**
 * `pack verify`: the manifest by itself, then everything that lies in the pack, in one survey. Members of a known version are read for
 * their content as well, by the same read that hashes them.
 *
 *     verifyPack({ given: 'evidence/december', path: '/data/evidence/december', deep: false }).outcome     'OK'
 */

import { compareUtf8 } from '#core/bytes/order';
import { rowPath } from '#core/file-rows';
import { parentOf } from '#core/path/parent-of';
import { placesBelow } from '#core/path/sorted-paths';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { type HashPool, withHashPool } from '#hashing/pool';
import { sizeOfFiles, type Watch } from '#hashing/watch';
import { heapLimit } from '#threads/heap-limit';
import type { PackMember } from '../document.ts';
import type { Finding } from '../findings.ts';
import { rowsOf } from '../member-rows.ts';
import { type ReadManifest, readManifest } from '../read.ts';
import { cannotAccess, unsoundPack } from '../refusals.ts';
import { judgementFields } from '../report.ts';
import { judgePack, NOT_AS_SEALED, type OtherMember, type PackFacts, type PackVerdict, readableMembers } from '../verify.ts';
import { judgeContent, judgeOwnManifest } from './judge-content.ts';
import { knownVersion } from './known-version.ts';
import { hasSchema } from './member-schemas.ts';
import { openPlace } from './place.ts';
import { type PackPlace, type ProveRows, pathsIn } from './survey.ts';

export interface PackCheck {
  /** As it was typed, and where that is. */
  readonly given: string;
  readonly path: string;
  readonly deep: boolean;
  /** The pack_id that it must have. */
  readonly expect?: string | undefined;
  readonly threads?: number | undefined;
  /** Of an archive when it is not compressed, in bytes. */
  readonly maxSize?: number | undefined;
  /** Another way to prove the members of a folder. */
  readonly proveRows?: ((pool: HashPool) => ProveRows) | undefined;
  readonly watch?: Watch | undefined;
  /** Told of the place before anything is read there. */
  readonly onPlace?: (place: PackPlace) => void;
  /** Told of the manifest before the members are looked at. */
  readonly onManifest?: (manifest: ReadManifest) => void;
}

export function verifyPack(check: PackCheck): PackVerdict {
  const place = openPlace(check.given, check.path, check.maxSize);
  check.onPlace?.(place);
  return withHashPool({ threads: check.threads }, (pool) => {
    // While the manifest is read the threads are on their way.
    const bytes = place.manifestBytes((size) => size >= LONG && pool.start());
    const manifest = readManifest(bytes, check.given, heapLimit);
    check.onManifest?.(manifest);
    return surveyPack(place, manifest, { ...check, pool });
  });
}

export interface PackSurvey extends Pick<PackCheck, 'given' | 'deep' | 'watch' | 'proveRows' | 'expect'> {
  readonly pool: HashPool;
}

/** About 1,500 members. */
const LONG = 1 << 18;

/** The verdict on a pack whose manifest has been read from that very place. */
export function surveyPack(
  place: PackPlace,
  manifest: ReadManifest,
  { given, deep, watch, pool, proveRows, expect }: PackSurvey,
): PackVerdict {
  // Nearly always their rows will do.
  let readable: readonly PackMember[] | undefined;
  const members = (): readonly PackMember[] => (readable ??= readableMembers(manifest));
  const memberAt = (index: number): PackMember => members()[index] as PackMember;
  const rows = manifest.rows ?? rowsOf(members());
  const { count } = rows;
  const sizes = new Float64Array(count).fill(NOT_AS_SEALED);
  const others = new Map<number, OtherMember>();
  const extras: string[] = [];
  const schemaFaults = new Map<string, string | null>();
  const inside: Finding[] = deep ? [...judgeOwnManifest(manifest)] : [];
  const unreadable: Unreadable[] = [];
  const refused = new Set<string>();
  const progress = watch?.(count, () => sizeOfFiles(place.sources(rows)));
  const onHashed = (index: number, bytesHash: string, size: number): void => {
    if (bytesHash === memberAt(index).bytesHash) sizes[index] = size;
    else others.set(index, { kind: 'hashed', bytesHash });
    progress?.advance(1);
  };
  const needsContent = ({ artifactVersion }: PackMember): boolean => artifactVersion !== null && hasSchema(artifactVersion);
  const onProven = (index: number, size: number): void => {
    if (knownVersion(rows, index) !== null) schemaFaults.set(rowPath(rows, index), null);
    sizes[index] = size;
    progress?.advance(1);
  };
  try {
    place.survey({
      get members() {
        return members();
      },
      needsContent,
      isTold: (index) => sizes[index] !== NOT_AS_SEALED || others.has(index) || refused.has(memberAt(index).path),
      hashFiles: pool.hash,
      proving: { rows, proveRows: proveRows?.(pool) ?? pool.proveRows, isOutlineEnough: !deep, onProven },
      onHashed,
      onContent: (index, source) => {
        const { path, artifactVersion } = memberAt(index);
        const version = artifactVersion as string;
        const content = judgeContent({ path, version, deep, beside: () => membersBeside(index, members()) }, source);
        schemaFaults.set(path, content.schemaFault);
        inside.push(...content.inside);
        onHashed(index, content.bytesHash, content.size);
      },
      onNotRegular: (index) => {
        others.set(index, { kind: 'not regular' });
        progress?.advance(1);
      },
      onExtra: (path) => extras.push(path),
      onUnreadable: (path, error) => {
        refused.add(path);
        unreadable.push({ path, error });
      },
    });
  } finally {
    progress?.done();
  }
  // The threads end while the verdict is made.
  pool.close();
  if (unreadable.length > 0) throw unreadableData(given, unreadable);
  const facts: PackFacts = {
    sizes,
    others,
    extras,
    schemaFaults,
    inside,
    expectedId: expect,
    get members() {
      return members();
    },
  };
  return judgePack(manifest, facts, newHasher);
}

interface Unreadable {
  readonly path: string;
  readonly error: string;
}

/** All of it is named, in byte order. */
function unreadableData(given: string, unreadable: readonly Unreadable[]): Refusal {
  const sorted = unreadable.toSorted((a, b) => compareUtf8(a.path, b.path));
  const { path, error } = sorted[0] as Unreadable;
  const { code, message, detail, nextCommand } = cannotAccess(`Cannot read pack data: ${path}: ${error}`, `${given}/${path}`, error);
  return new Refusal(code, message, { ...detail, unreadable: sorted.map((each) => ({ ...each })) }, nextCommand);
}

/** The other members in the folder of a member, or below. */
function membersBeside(index: number, members: readonly PackMember[]): readonly PackMember[] {
  const { path } = members[index] as PackMember;
  const { from, to } = path.includes('/') ? placesBelow(pathsIn(members), parentOf(path)) : { from: 0, to: members.length };
  return members.slice(from, to).filter((member) => member.path !== path);
}

/** For what goes on only with a pack that is whole (P7). */
export function requireSound(given: string, verdict: PackVerdict): PackVerdict {
  const { outcome, checks, findings } = verdict;
  if (outcome !== 'OK') throw unsoundPack(given, judgementFields(checks, findings));
  return verdict;
}
