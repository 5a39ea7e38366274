/**
 * Inline elements whose text is shown in another way, so that it does not mean the same without them: small text above or below the line,
 * text that is struck out, and quotations.
 *
 *     10<sup>2</sup>  x<sub>i, j</sub>  <s>9.50</s>  <q>a</q>
 *     10²             x_{i, j}          ~~9.50~~     “a”
 */
const RAISED = '\0^';
const LOWERED = '\0_';
const END = '\0}';

const MARKS: ReadonlyMap<string, readonly [before: string, after: string]> = new Map([
  ['sup', [RAISED, END]],
  ['sub', [LOWERED, END]],
  ['del', ['~~', '~~']],
  ['s', ['~~', '~~']],
  ['strike', ['~~', '~~']],
  ['q', ['“', '”']],
]);
const NO_MARKS = ['', ''] as const;

/** What is written before and after the text of an element. A NUL begins those of small text; the parser lets none through. */
export function marksAround(tagName: string): readonly [before: string, after: string] {
  return MARKS.get(tagName) ?? NO_MARKS;
}

const PLAIN = '0123456789+-=()';
const HIGH = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const LOW = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';

/** Small text in the characters that Unicode has for it, else in braces. */
export function writeSmallText(text: string): string {
  if (!text.includes('\0')) return text;
  return text
    .replace(/\0([\^_])([0-9+\-=()]*)\0\}/g, (_, place: string, small: string) =>
      Array.from(small, (char) => (place === '^' ? HIGH : LOW).charAt(PLAIN.indexOf(char))).join(''),
    )
    .replace(/\0([\^_])/g, '$1{')
    .replaceAll(END, '}');
}
