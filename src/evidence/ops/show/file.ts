/** What is known of a file that is no evidence of its own: its digest. */
import { about } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import { describe } from '../file.ts';

export function statedInFile(place: Place): Stated {
  return { id: null, digest: describe(place).digest, members: [], about: about({}) };
}
