/**
 * The start of a text that is too long to be shown. A cut in the middle of a surrogate pair leaves no half of it, which JSON could not be
 * written with.
 *
 *     shortText('abcdef', 3)     'abc…'
 *     shortText('ab😀', 3)       'ab\u{fffd}…'
 */
export function shortText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
