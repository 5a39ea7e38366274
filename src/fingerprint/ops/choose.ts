/**
 * Selects the requested fingerprints, in that order, from the built-in and the available ones. A fingerprint that cannot be used is refused here,
 * and only if it is requested.
 *
 *     chooseFingerprints(['loan-tape.v1', 'csv.v0'], definitions)
 */
import { compareUtf8 } from '#core/bytes/order';
import { badDefinition, duplicateFingerprint, orphanChild, unknownFingerprint, untrustedFingerprint } from '#stream/fingerprint-refusals';
import { BUILT_INS } from '../builtin/builtin.ts';
import type { Candidate } from '../candidate.ts';
import { type ChainFault, chainFaults } from '../parents.ts';
import type { AvailableDefinitions } from './definitions.ts';

export function chooseFingerprints(ids: readonly string[], definitions: AvailableDefinitions): readonly Candidate[] {
  const asked = [...new Set(ids)].map((id) => choose(id, definitions));
  const [fault] = chainFaults(asked);
  if (fault !== undefined) {
    const { childId, parentId } = fault;
    throw orphanChild({ childId, parentId, error: whyOrphan(fault), loaded: asked.map(({ id }) => id), definitions: definitions.given });
  }
  return asked;
}

/** Returns every usable fingerprint with this id, built in or defined; identical ones count as one. */
export function providersOf(id: string, definitions: AvailableDefinitions): readonly Candidate[] {
  const providers: readonly Candidate[] = [...BUILT_INS, ...definitions.usable.map(({ definition }) => definition)];
  const named = providers.filter((candidate) => candidate.id === id);
  return named.filter((candidate, index) => named.findIndex(({ version }) => version === candidate.version) === index);
}

function choose(id: string, definitions: AvailableDefinitions): Candidate {
  const providers = providersOf(id, definitions);
  const [first] = providers;
  if (providers.length > 1)
    throw duplicateFingerprint(
      id,
      providers.map(({ source, crate }) => (source === 'builtin' ? source : `${source} (${crate})`)),
    );
  if (first !== undefined) return first;
  const blocked = definitions.blocked.find((one) => one.id === id);
  if (blocked?.kind === 'untrusted') throw untrustedFingerprint(id, blocked.path);
  if (blocked?.kind === 'broken') throw badDefinition(blocked.path, id, blocked.mistakes);
  const usable = [...BUILT_INS.map((one) => one.id), ...definitions.usable.map(({ definition }) => definition.id)];
  throw unknownFingerprint(id, [...new Set(usable)].sort(compareUtf8));
}

function whyOrphan({ kind }: ChainFault): string {
  switch (kind) {
    case 'orphan':
      return 'expected the parent to be asked for too';
    case 'other format':
      return 'expected a parent of the same format';
    case 'other dialect':
      return 'expected a parent whose dialect has the same delimiter, quote and encoding';
    case 'cycle':
      return 'expected a parent that is not its own descendant';
    default:
      return kind satisfies never;
  }
}
