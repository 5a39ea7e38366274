/**
 * Reads some members of a pack in place, each in one pass. The results count only if every member could be read and has the hash of the
 * manifest.
 *
 *     readMembers(pack, new Map([['rvl.report.json', 'sha256:…']]), (path, source) => …)
 */

import { compareUtf8 } from '#core/bytes/order';
import { drain, observedSource } from '#core/bytes/source';
import { type Found, MISSING } from '#core/found';
import { JsonTooLarge } from '#core/json/limits';
import type { ByteSource } from '#core/ports';
import type { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { withHashPool } from '#hashing/pool';
import type { PackMember } from '../document.ts';
import { type Finding, sortFindings } from '../findings.ts';
import { cannotAccess, invalidPack } from '../refusals.ts';
import { findingFields } from '../report.ts';
import type { Hashed, PackPlace } from './survey.ts';

/** A pack: its path as it was typed, and its place. */
export interface OpenPack {
  readonly given: string;
  readonly place: PackPlace;
}

type ReadProblem = Finding | { readonly path: string; readonly unreadable: string };

/**
 * `hashes` are by member path. Throws `E_IO` if a member cannot be read, and `E_BAD_PACK` if it is missing, is not a file or has another
 * hash.
 */
export function readMembers(
  { given, place }: OpenPack,
  hashes: ReadonlyMap<string, string>,
  read: (path: string, source: ByteSource) => void,
): void {
  const paths = [...hashes.keys()].sort(compareUtf8);
  const members = paths.map((path) => ({ path, bytesHash: hashes.get(path) as string, type: '', artifactVersion: null }));
  const limits = new Map<string, string>();
  const { found } = withHashPool({ threads: 1 }, (pool) => {
    return place.survey({
      members,
      reading: () => 'content',
      pool,
      read(index, source) {
        const path = paths[index] as string;
        return readHashed(source, {
          read: (hashed) => read(path, hashed),
          onLimit: (error) => limits.set(path, error),
        });
      },
    });
  });
  const troubles = members.map((member, index) => problemWith(member, found.at(index) ?? MISSING, limits.get(member.path)));
  if (troubles.some((trouble) => trouble !== null)) throw refusalFor(given, troubles);
}

function problemWith({ path, bytesHash: expected }: PackMember, found: Found, limit: string | undefined): ReadProblem | null {
  switch (found.kind) {
    case 'proven':
      return limit === undefined ? null : { path, unreadable: limit };
    case 'different':
      return limit === undefined ? { code: 'HASH_MISMATCH', path, expected, actual: found.bytesHash } : { path, unreadable: limit };
    case 'not regular':
      return { code: 'NON_REGULAR_MEMBER', path };
    case 'unreadable':
      return { path, unreadable: found.error };
    default:
      return { code: 'MISSING_MEMBER', path };
  }
}

interface Reader {
  readonly read: (source: ByteSource) => void;
  /** Called if the member exceeds a limit of the reader. */
  readonly onLimit: (error: string) => void;
}

/** A system error of the file is thrown again, even if the reader treated it as a fault in the content. */
function readHashed(source: ByteSource, { read, onLimit }: Reader): Hashed {
  const hasher = newHasher('sha256');
  let failure: unknown;
  const guarded: ByteSource = {
    read(into) {
      try {
        return source.read(into);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
  const hashed = observedSource(guarded, (bytes) => hasher.update(bytes));
  try {
    read(hashed);
    drain(hashed);
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (!(error instanceof JsonTooLarge)) throw error;
    onLimit(error.message);
  }
  if (failure !== undefined) throw failure;
  return { bytesHash: `sha256:${hasher.digest()}`, size: hashed.size };
}

function refusalFor(given: string, troubles: readonly (ReadProblem | null)[]): Refusal {
  const findings: Finding[] = [];
  for (const trouble of troubles) {
    if (trouble === null) continue;
    if ('code' in trouble) findings.push(trouble);
    else return cannotAccess(`cannot read member ${trouble.path}: ${trouble.unreadable}`, `${given}/${trouble.path}`, trouble.unreadable);
  }
  return invalidPack(given, { invalid: sortFindings(findings).map(findingFields) });
}
