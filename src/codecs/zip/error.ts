/** What was found in the place of a zip archive of plain files, `a link`, and at which entry where that is known. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly entry: string | null;

  constructor(message: string, entry: string | null = null) {
    super(entry === null ? message : `${message}: ${entry}`);
    this.entry = entry;
  }
}
