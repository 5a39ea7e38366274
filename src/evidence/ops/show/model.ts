/** What a bundle of OpenSSF Model Signing names; its signature is not looked at. */
import { about } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { describe } from '../model.ts';

export function statedInModel(place: Place): Stated {
  const { digest, members } = describe(place);
  return { id: null, digest, members, about: about({}) };
}
