/**
 * `extension` and `mime_guess` of a record, derived from the name alone.
 *
 *     extensionOf('archive.tar.gz')   .gz         extensionOf('.env')   null
 *     mimeGuess('.CSV')               text/csv    mimeGuess('.md')      null
 */
const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ['.csv', 'text/csv'],
  ['.tsv', 'text/tab-separated-values'],
  ['.txt', 'text/plain'],
  ['.json', 'application/json'],
  ['.jsonl', 'application/x-jsonlines'],
  ['.xml', 'application/xml'],
  ['.pdf', 'application/pdf'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.xls', 'application/vnd.ms-excel'],
  ['.parquet', 'application/vnd.apache.parquet'],
  ['.zip', 'application/zip'],
  ['.gz', 'application/gzip'],
  ['.yaml', 'application/x-yaml'],
  ['.yml', 'application/x-yaml'],
]);

/** The last suffix with its dot, in its original case. A name whose only dot is the first character has none. */
export function extensionOf(relativePath: string): string | null {
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : null;
}

export function mimeGuess(extension: string | null): string | null {
  return extension === null ? null : (MIME_TYPES.get(extension.toLowerCase()) ?? null);
}
