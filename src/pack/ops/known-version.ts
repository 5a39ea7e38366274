/** The version of a document in a row, where there is a schema of it; else null. */
import { type FileRows, rowVersion } from '#core/file-rows';
import { hasSchema } from './member-schemas.ts';

export function knownVersion(rows: FileRows, row: number): string | null {
  const version = rowVersion(rows, row);
  return version !== null && hasSchema(version) ? version : null;
}
