/** The part of the package that is used; it has no types of its own. */
declare module 'bcrypt-pbkdf' {
  /** Fills `key`. Returns 0, or -1 where an argument is not acceptable. */
  export function pbkdf(
    passphrase: Uint8Array,
    passphraseLength: number,
    salt: Uint8Array,
    saltLength: number,
    key: Uint8Array,
    keyLength: number,
    rounds: number,
  ): number;
}
