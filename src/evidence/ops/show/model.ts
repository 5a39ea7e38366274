/** What a bundle of OpenSSF Model Signing names; its signature is not looked at. */
import { about } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Told } from '../../show.ts';
import { describe } from '../model.ts';

export function tellModel(place: Place): Told {
  const { digest, members } = describe(place);
  return { id: null, digest, members, about: about({}) };
}
