/** A signature, or a file of what is trusted, that cannot be read. The message says what was expected and what was found. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}
