/**
 * Some members of a pack, read where they lie, each in one pass. What was read counts only if every one of them could be read and has the
 * hash that the manifest names.
 *
 *     readMembers(pack, new Map([['rvl.report.json', 'sha256:…']]), (path, source) => …)
 */

import { compareUtf8 } from '#core/bytes/order';
import { drain, heardSource } from '#core/bytes/source';
import { JsonLimit } from '#core/json/limits';
import type { ByteSource } from '#core/ports';
import type { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { newHasher } from '#hashing/hashers';
import { type Finding, sortFindings } from '../findings.ts';
import { cannotAccess, unsoundPack } from '../refusals.ts';
import { findingFields } from '../report.ts';
import type { PackPlace } from './survey.ts';

/** A pack as it was typed, and where it lies. */
export interface OpenPack {
  readonly given: string;
  readonly place: PackPlace;
}

type Trouble = Finding | { readonly unreadable: string };

/** `hashes` by member path. Throws `E_IO` if one cannot be read, `E_BAD_PACK` if one is missing, not a file or not the one that was sealed. */
export function readMembers(
  { given, place }: OpenPack,
  hashes: ReadonlyMap<string, string>,
  read: (path: string, source: ByteSource) => void,
): void {
  const paths = [...hashes.keys()].sort(compareUtf8);
  const pathOf = (index: number): string => paths[index] as string;
  const troubles = new Map<string, Trouble>(paths.map((path) => [path, { code: 'MISSING_MEMBER', path }]));
  const told = new Set<string>();
  place.survey({
    members: paths.map((path) => ({ path, bytesHash: hashes.get(path) as string, type: '', artifactVersion: null })),
    needsContent: () => true,
    isTold: (index) => told.has(pathOf(index)),
    onHashed: ignore,
    onExtra: ignore,
    onContent(index, source) {
      const path = pathOf(index);
      told.add(path);
      const trouble = readSealed(path, { source, bytesHash: hashes.get(path) as string, read });
      if (trouble === null) troubles.delete(path);
      else troubles.set(path, trouble);
    },
    onNotRegular(index) {
      const path = pathOf(index);
      told.add(path);
      troubles.set(path, { code: 'NON_REGULAR_MEMBER', path });
    },
    onUnreadable(path, error) {
      told.add(path);
      if (hashes.has(path)) troubles.set(path, { unreadable: error });
      // A folder that cannot be listed hides what lies below it.
      for (const below of troubles.keys()) if (path === '.' || below.startsWith(`${path}/`)) troubles.set(below, { unreadable: error });
    },
  });
  if (troubles.size > 0) throw refusalFor(given, troubles);
}

interface Sealed {
  readonly source: ByteSource;
  readonly bytesHash: string;
  readonly read: (path: string, source: ByteSource) => void;
}

function readSealed(path: string, { source, bytesHash, read }: Sealed): Trouble | null {
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
  const hashed = heardSource(guarded, (bytes) => hasher.update(bytes));
  try {
    read(path, hashed);
    drain(hashed);
  } catch (error) {
    if (error instanceof JsonLimit) return { unreadable: error.message };
    if (failure === undefined) throw error;
  }
  // The reader may have taken it for a fault of what it read.
  if (failure !== undefined) return unreadable(failure);
  const actual = `sha256:${hasher.digest()}`;
  return actual === bytesHash ? null : { code: 'HASH_MISMATCH', path, expected: bytesHash, actual };
}

function unreadable(failure: unknown): Trouble {
  if (errorCode(failure) === undefined) throw failure;
  return { unreadable: osText(failure) };
}

function refusalFor(given: string, troubles: ReadonlyMap<string, Trouble>): Refusal {
  const findings: Finding[] = [];
  for (const [path, trouble] of [...troubles].sort(([a], [b]) => compareUtf8(a, b))) {
    if ('code' in trouble) findings.push(trouble);
    else return cannotAccess(`cannot read member ${path}: ${trouble.unreadable}`, `${given}/${path}`, trouble.unreadable);
  }
  return unsoundPack(given, { invalid: sortFindings(findings).map(findingFields) });
}

function ignore(): void {}
