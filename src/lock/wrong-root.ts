/**
 * The sentence for a root in which no member was found.
 *
 *     0 of 4,003 members found: is this the folder that was locked? they lie under 2025-12
 */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import type { Hint } from './report.ts';

/** `elsewhere` is where the members lie, seen from the root, or empty. */
export function wrongRootText(count: number, elsewhere: string): string {
  const asked = `0 of ${counted(count, 'member')} found: is this the folder that was locked?`;
  return elsewhere === '' ? asked : `${asked} ${count === 1 ? 'it lies' : 'they lie'} under ${elsewhere}`;
}

/** Where members lie that are not in the root: in the folder `found`, seen from the root, `there` of the first `looked`. */
export interface MembersPlace extends JsonObject {
  readonly found: string;
  readonly there: number;
  readonly looked: number;
}

export const NOWHERE: MembersPlace = { found: '', there: 0, looked: 0 };

/** The hint for a root in which all `missing` members that were checked are missing. */
export function rootHint(missing: number, { found, there, looked }: MembersPlace): readonly Hint[] {
  const all = missing === 1 ? 'the member is' : `all ${missing} members are`;
  if (missing === 0 || (missing === 1 && there === 0)) return [];
  const message =
    there === 0
      ? `${all} missing here: is this the root?`
      : `${all} missing here; ${there} of ${looked} lie under ${found}: is that the root?`;
  return [{ path: '.', found, message }];
}
