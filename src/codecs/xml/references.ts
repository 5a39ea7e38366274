/**
 * Character references and the five entities that every XML document has; no document type is read, so there are no others.
 *
 *     expandReferences('a &lt; b&#x21;', …)   a < b!
 */
import { failAt } from './error.ts';

/** Production 2: what no document may hold, written as it is or as a reference. */
export const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const REFERENCE = /&(?:#([0-9]+);|#x([0-9a-fA-F]+);|(amp|lt|gt|quot|apos);|([^\s;&<]{0,40};?))/g;
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** `raw` stands at `at` in `text`. */
export function expandReferences(raw: string, text: string, at: number): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(REFERENCE, (_, decimal?: string, hex?: string, entity?: string, other?: string, offset = 0) => {
    if (entity !== undefined) return PREDEFINED[entity] as string;
    if (other !== undefined) return failAt(text, at + offset, complaint(other));
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
    return NO_CHARACTER.test(character) ? failAt(text, at + offset, 'a reference to what is no XML character') : character;
  });
}

function complaint(found: string): string {
  return found.endsWith(';') && found.length > 1 ? `undeclared entity "&${found}"` : 'expected a reference after "&"';
}
