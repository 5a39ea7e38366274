/** What a snapshot bundle says. */
import { loadBundle } from '#replay/ops/load';
import { parseBundle } from '#replay/parse';
import { about, fact } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { describe } from '../snapshot.ts';

export function statedInSnapshot(place: Place): Stated {
  const { snapshot } = parseBundle(
    loadBundle(place).files.filter(({ collection }) => collection === null),
    { asDoubles: true },
  );
  return { ...describe(place), about: about({ facts: fact('ref', snapshot?.['ref']) }) };
}
