/**
 * The name of the first entry of a compressed archive; null if it cannot be read as one. A stream that ends or breaks before its first entry,
 * in a file that is called an archive, is taken for that of a pack: it must not be skipped, and the reader of packs says what is wrong.
 */
import { Refusal } from '#core/refusal';
import { MANIFEST_NAME } from '#pack/document';
import { readArchive, WHOLE_STREAM } from '#pack/ops/archive/read';

export function firstPackedEntry(path: string): string | null {
  let first: string | null = null;
  try {
    readArchive({ given: path, path }, ({ path: name }) => {
      first = name;
      return 'stop';
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (first === null && error.message.startsWith(WHOLE_STREAM) && /\.tar\.zst$/i.test(path)) return MANIFEST_NAME;
  }
  return first;
}
