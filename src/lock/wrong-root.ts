/**
 * The sentence for a root in which no member was found.
 *
 *     0 of 4,003 members found: is this the folder that was locked? they lie under 2025-12
 */
import { counted } from '#core/count-text';

/** `elsewhere` is where the members lie, seen from the root, or empty. */
export function wrongRootText(count: number, elsewhere: string): string {
  const asked = `0 of ${counted(count, 'member')} found: is this the folder that was locked?`;
  return elsewhere === '' ? asked : `${asked} ${count === 1 ? 'it lies' : 'they lie'} under ${elsewhere}`;
}
