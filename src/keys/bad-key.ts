/** A key that is not accepted. The message contains nothing of the key. */
export class BadKey extends Error {
  override readonly name = 'BadKey';
}
