/**
 * The passphrase is not that of the key. Programs cannot tell this from a damaged key, and OpenSSL has many words for it: there is one
 * message for all of them.
 */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';

  constructor() {
    super('it is not that of the key, or the key is damaged');
  }
}
