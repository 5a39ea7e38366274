/** What a snapshot bundle says. */
import { loadBundle } from '#replay/ops/load';
import { parseBundle } from '#replay/parse';
import { about, fact } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Told } from '../../show.ts';
import { describe } from '../snapshot.ts';

export function tellSnapshot(place: Place): Told {
  const { snapshot } = parseBundle(
    loadBundle(place).files.filter(({ collection }) => collection === null),
    { asDoubles: true },
  );
  return { ...describe(place), about: about({ facts: fact('ref', snapshot?.['ref']) }) };
}
