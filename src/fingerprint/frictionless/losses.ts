/**
 * What one language says and the other cannot: each is listed in the result and on standard error, so that nobody believes it is checked.
 *
 *     losses.add('foreignKeys')                                foreignKeys
 *     losses.add('"Rate".format "email"', 'no such type')      "Rate".format "email": no such type
 */
export class Losses {
  readonly list: string[] = [];

  add(what: string, why: string | null = null): void {
    this.list.push(why === null ? what : `${what}: ${why}`);
  }
}
