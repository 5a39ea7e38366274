/**
 * `fingerprint-list.v0`: the fingerprints that may be requested, with what each asserts and hashes, and the blocked ones with the reason.
 *
 *     { "blocked": [{ "fingerprint_id": "x.v1", "mistakes": [], "path": "x.fp.yaml", "status": "untrusted" }], "fingerprints": […], … }
 */
import type { JsonObject } from '#core/json/value';
import { version } from '#installation/paths';
import type { LocatedMistake } from '#stream/fingerprint-refusals';
import { BUILT_INS } from '../builtin/builtin.ts';
import type { Candidate } from '../candidate.ts';
import { describeCandidate } from '../describe.ts';
import { providersOf } from './choose.ts';
import type { AvailableDefinitions } from './definitions.ts';

export interface Listed {
  readonly usable: readonly Candidate[];
  readonly blocked: readonly BlockedEntry[];
}

export interface BlockedEntry {
  readonly id: string | null;
  readonly status: 'untrusted' | 'broken' | 'duplicate';
  readonly path: string;
  readonly mistakes: readonly LocatedMistake[];
}

/**
 * Built-in fingerprints come first, then the others in the order in which they are found. If an id has several definitions, none of them is
 * usable.
 */
export function listOf(definitions: AvailableDefinitions): Listed {
  const isAmbiguous = ({ id }: Candidate): boolean => providersOf(id, definitions).length > 1;
  const all: readonly Candidate[] = [...BUILT_INS, ...definitions.usable.map(({ definition }) => definition)];
  const first = all.filter((candidate, index) => all.findIndex(({ id }) => id === candidate.id) === index);
  const duplicates = definitions.usable.filter(({ definition }) => isAmbiguous(definition));
  return {
    usable: first.filter((candidate) => !isAmbiguous(candidate)),
    blocked: [
      ...duplicates.map(({ path, definition }) => ({ id: definition.id, status: 'duplicate' as const, path, mistakes: [] })),
      ...definitions.blocked.map((one) => ({
        id: one.id,
        status: one.kind,
        path: one.path,
        mistakes: one.kind === 'broken' ? one.mistakes : [],
      })),
    ],
  };
}

export function listDocument({ usable, blocked }: Listed): JsonObject {
  return {
    blocked: blocked.map(({ id, status, path, mistakes }) => ({ fingerprint_id: id, mistakes, path, status })),
    fingerprints: usable.map(describeCandidate),
    tool_versions: { fingerprint: version },
    version: 'fingerprint-list.v0',
  };
}
