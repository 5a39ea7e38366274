/** A Zstandard stream that is not as RFC 8878 says. */
export class Damaged extends Error {
  override readonly name = 'Damaged';

  constructor() {
    super('a damaged stream');
  }
}
