/**
 * Plain text as prose without headings: line ends become LF, spaces before them are removed, and so are blank lines at the end.
 *
 *     'a \r\nb\r\n\r\n'      'a\nb\n'
 */
import { ParseFailure, type Prose } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { type Declared, decodePieces } from './decode.ts';
import { withLineFeeds } from './line-ends.ts';

/** What a text never holds, whatever its encoding: that is some other kind of file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

export function readText(source: ByteSource, maxSize: number): Prose {
  const { text, encoding } = wholeText(source, maxSize);
  return {
    kind: 'prose',
    text: tidy(text),
    headings: [],
    sections: [],
    tables: [],
    pageSections: null,
    pageCount: null,
    metadata: {},
    facts: { encoding },
  };
}

/** The decoded text of a complete file, with LF line ends. */
export function wholeText(source: ByteSource, maxSize: number, declared?: Declared): { readonly text: string; readonly encoding: string } {
  const { encoding, pieces } = decodePieces(source, declared);
  let text = '';
  for (const piece of withLineFeeds(pieces)) {
    text += piece;
    if (text.length > maxSize) throw new ParseFailure(`longer than ${maxSize} characters, the most that is read of such a file`);
  }
  const found = CONTROLS.exec(text);
  if (found !== null) throw new ParseFailure(`expected text, found the control character U+${hex(found[0])}`);
  return { text, encoding };
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

function tidy(text: string): string {
  const lines = text.split('\n').map(withoutTail);
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\n`).join('');
}

/** Not a regular expression: that would take quadratic time for a long run of spaces. */
export function withoutTail(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}
