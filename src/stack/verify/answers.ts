/**
 * Answers the claims of a lock from the facts of a stack, each with the file that it comes from.
 *
 *     answersOf(document, fileOf(facts, pins))     [{ section: 'modules', id, field: 'version', file: 'modules/…/module.yaml', result }, …]
 */
import type { JsonObject } from '#core/json/value';
import type { CorridorVerdict } from '../corridor/activation.ts';
import type { CorridorFacts } from '../inputs/facts.ts';
import { type Claim, claimKey, claimsOf } from './claims.ts';
import type { Answer, NotChecked } from './verify.ts';

export type FileOf = (claim: Omit<Claim, 'value'>) => string | null;

export function answersOf(document: JsonObject, fileOf: FileOf): readonly Answer[] {
  return claimsOf(document).map(({ section, id, field, value }) => {
    const file = fileOf({ section, id, field });
    return { section, id, field, file, result: { tag: 'found', value } };
  });
}

/** Where a claim is answered: first the pinned files, then the documents that state the rest. */
export interface Places {
  /** Paths by `claimKey`. */
  readonly pins: ReadonlyMap<string, string>;
  readonly zone: string;
  readonly profile: string;
  /** Facts by corridor. */
  readonly corridors: ReadonlyMap<string, CorridorFacts>;
}

export function fileIn({ pins, zone, profile, corridors }: Places): FileOf {
  return (claim) => {
    const pinned = pins.get(claimKey(claim));
    if (pinned !== undefined) return pinned;
    const { section, id, field } = claim;
    const beside = (name: string): string | null => pins.get(claimKey({ section, id, field: name })) ?? null;
    switch (section) {
      case 'document':
        return field === 'stack_spec_version' ? profile : zone;
      case 'modules':
        if (field === 'order' || field === 'variant') return profile;
        return field === 'params' ? null : beside('module_manifest_sha256');
      case 'lawpacks':
        return field === 'order' ? zone : beside('lawpack_lock_sha256');
      case 'overlays':
        return zone;
      case 'corridors':
        return field === 'order' ? zone : corridorFile(field, corridors.get(id ?? ''));
    }
  };
}

const PAYLOAD = 'corridor_agreement_payload_sha256_by_path.';

function corridorFile(field: string, facts: CorridorFacts | undefined): string | null {
  if (facts === undefined) return null;
  if (field === 'corridor_definition_signers') return facts.definition.place;
  if (!field.startsWith(PAYLOAD)) return null;
  return facts.agreements?.find(({ path }) => `${PAYLOAD}${path}` === field)?.place ?? null;
}

/** What the verdicts on corridors report as not checked. */
export function uncheckedIn(verdicts: ReadonlyMap<string, CorridorVerdict>): readonly NotChecked[] {
  return [...verdicts].flatMap(([id, { checks }]) =>
    checks
      .filter(({ verdict }) => verdict === 'not_checked')
      .map(({ kind, words }) => ({ section: 'corridors', id, field: kind, reason: words })),
  );
}
