/** Text from a file, for use in a message: quoted, escaped, and at most one line. */
import { quote } from '#core/json/write';

const MAX_LENGTH = 80;

export function shown(text: string): string {
  if (text.length <= MAX_LENGTH) return quote(text.toWellFormed());
  return `${quote(text.slice(0, isHighSurrogate(text.charCodeAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH).toWellFormed())}…`;
}

export function shownCell(cell: string | null | undefined): string {
  return cell === null || cell === undefined || cell === '' ? 'a blank cell' : shown(cell);
}

/** The first half of a character. */
function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}
