/** What was found in the place of a tar archive of plain files, `a symbolic link`, and at which entry where that is known. */
export class TarError extends Error {
  override readonly name = 'TarError';
  readonly entry: string | null;

  constructor(message: string, entry: string | null = null) {
    super(message);
    this.entry = entry;
  }
}
