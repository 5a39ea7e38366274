/** The name of the first entry of a compressed archive; null if it cannot be read as one. */
import { Refusal } from '#core/refusal';
import { readArchive } from '#pack/ops/archive/read';

export function firstPackedEntry(path: string): string | null {
  let first: string | null = null;
  try {
    readArchive({ given: path, path }, ({ path: name }) => {
      first = name;
      return 'stop';
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return first;
}
